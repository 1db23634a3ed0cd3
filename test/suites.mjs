// @ts-check
// The table of test suites: run.mjs runs them, .ci/run runs all that have a `lane`, and CONTRIBUTING.md lists them.
// Usage: node test/suites.mjs LANE       prints the names of the suites of a lane of .ci/run
//        node test/suites.mjs --update [FOLDER]  writes the list into CONTRIBUTING.md
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A suite is either a set of test files or a command.
 * - `about`: what it runs, for CONTRIBUTING.md; `options`: arguments besides a part of a file name
 * - `lane`: the lane of .ci/run that runs it. Suites of the lane `servers` wait for servers most of their time, those of
 *   `processors` compute; both lanes run at the same time
 * - `needs`: what test/set-up.mjs provides before
 * - `folders`: of compiled tests, from which `wants` selects
 * - `isShared`: files share processes, and each folder is reported in one line. Otherwise, files run one after the other
 *   in processes of their own, because they measure time or share a server
 * - `command`: words; `.js` files run in Node, after `node` options. `ci` are the arguments in .ci/run
 * @typedef {'chromium' | 'cluster' | 'controller-gen' | 'docker' | 'envtest' | 'monitoring' | 'packages' | 'qemu' | 'shells' | 'site' | 'typescripts'} Need
 * @typedef {{ name: string, about: string, options?: string, lane?: 'servers' | 'processors', needs?: readonly Need[],
 *   folders?: readonly string[], wants?: (file: string) => boolean, isShared?: boolean, timeoutMs?: number,
 *   command?: readonly string[], ci?: readonly string[] }} Suite
 */

/** Tests with many or very large inputs, which `npm test` excludes. @param {string} file */
const isStress = (file) => file.endsWith('.stress.test.js');

/** Tests that explore a fleet. @param {string} file */
const isExploration = (file) => file.endsWith('/explore-machines.stress.test.js');

/** Tests of the generator that need what other suites set up. */
const CORPUS = 'generator/dist/import/corpus';
const PROMETHEUS = 'generator/dist/monitoring/prometheus';

/** @param {string} file */
const needsOnlyNode = (file) => !file.startsWith(CORPUS) && !file.startsWith(PROMETHEUS);

const ALL = {
  folders: [
    'packages/runtime/dist',
    'packages/base/dist',
    'packages/cel/dist',
    'packages/crd/dist',
    'packages/apiserver/dist',
    'packages/manager/dist',
    'generator/dist',
    'controller/dist/controller',
    'test/dist/test/unit',
    'test/dist/test/faults',
  ],
  isShared: true,
  timeoutMs: 1_200_000,
};
const compiled = 'test/dist/test';

/** @type {readonly Suite[]} */
export const SUITES = [
  {
    ...ALL,
    name: 'unit',
    about: 'all `*.test.ts` that need only Node: `npm test`',
    wants: (file) => !isStress(file) && needsOnlyNode(file),
  },
  {
    ...ALL,
    name: 'stress',
    about: '`*.stress.test.ts`: many, very large or random inputs',
    wants: isStress,
  },
  {
    ...ALL,
    name: 'node',
    about: 'unit and stress, without the suite explore',
    wants: (file) => !isExploration(file) && needsOnlyNode(file),
  },
  {
    name: 'cluster',
    about:
      'what needs kube-apiserver and etcd, built with Go (or from `KUBEBUILDER_ASSETS`), and Docker',
    lane: 'servers',
    needs: ['envtest', 'controller-gen', 'docker'],
    folders: [`${compiled}/cluster`],
  },
  {
    name: 'peers',
    about:
      'suites of controller-runtime and Kubernetes on the embedded and a real server, with Go: `npm run test:peers`',
    options: '`--fixed`, `--suite PART`, `--help`',
    lane: 'servers',
    command: [`${compiled}/peers/main.js`],
    ci: ['--fixed'],
  },
  {
    name: 'docker',
    about: 'the controller on a Docker Engine, which it installs as root on Debian',
    lane: 'servers',
    needs: ['docker'],
    folders: [`${compiled}/docker`],
  },
  {
    name: 'monitoring',
    about:
      "alerts, the dashboard and OpenTelemetry with Prometheus' engine, Grafana's schema and a collector, built with Go",
    lane: 'servers',
    needs: ['monitoring'],
    folders: [`${compiled}/monitoring`, PROMETHEUS],
  },
  {
    name: 'e2e',
    about:
      '`deploy/`, webhooks and a new project on a cluster of one real node, started as root on Debian',
    lane: 'servers',
    needs: ['cluster', 'docker', 'envtest', 'packages'],
    folders: [`${compiled}/e2e`],
    timeoutMs: 600_000,
  },
  {
    name: 'example',
    about: '`examples/` with the packed packages, and every command and file of README and `docs/`',
    lane: 'processors',
    command: ['hack/test-example.sh'],
  },
  {
    name: 'newest-node',
    about: 'unit and stress on the newest even version of Node',
    lane: 'processors',
    command: ['hack/test-newest-node.sh'],
  },
  {
    name: 'fuzz-apiserver',
    about: 'random requests to the embedded API server',
    options: '`--requests 1000000 --seed 1`',
    lane: 'processors',
    command: [`${compiled}/apiserver-fuzz/main.js`],
    ci: ['--requests', '100000', '--seed', '1'],
  },
  {
    name: 'import',
    about: 'imports the CRDs of other projects (`hack/crds.json`), generates them and compares',
    lane: 'processors',
    folders: [CORPUS],
    timeoutMs: 900_000,
  },
  {
    name: 'packages',
    about: 'packs the packages, and checks them with publint, attw and a list of contents',
    lane: 'processors',
    command: ['hack/check-packages.sh'],
  },
  {
    name: 'election',
    about: 'leader elections among processes that are killed, stopped and disconnected',
    options: '`RUNS FIRST_SEED`',
    lane: 'processors',
    command: [`${compiled}/election/main.js`],
  },
  {
    name: 'chaos',
    about: 'three replicas of an operator under faults while 500 objects change',
    options: '`--seed N --objects N --seconds N`',
    lane: 'processors',
    command: [`${compiled}/chaos/main.js`],
    ci: ['--objects', '200', '--seconds', '15'],
  },
  {
    name: 'mutants',
    about: 'operators with planted defects: which tests find them (`docs/mutants.md`)',
    options: '`--update`',
    lane: 'processors',
    command: [`${compiled}/mutants/main.js`],
  },
  {
    name: 'explore',
    about:
      'explores vm-controller: a fleet with single faults and pairs, two replicas, random states; 1 to 2 minutes',
    lane: 'processors',
    folders: [`${compiled}/unit`],
    wants: isExploration,
  },
  {
    name: 'qemu',
    about: "the controller with virtual machines that boot, with qemu from Debian's packages",
    lane: 'processors',
    needs: ['qemu'],
    folders: [`${compiled}/qemu`],
    timeoutMs: 600_000,
  },
  {
    name: 'faults',
    about:
      'the fault matrix of the controller on a Docker Engine, qemu and Pods, as root on Debian',
    options:
      '`VMGEN_KILLS=500` for row 46 (40 on Docker, 15 with Pods, 6 with qemu); `VMGEN_STABLE_SECONDS=60` for the rest of each row (3)',
    lane: 'servers',
    needs: ['docker', 'qemu', 'envtest'],
    folders: [`${compiled}/matrix`],
    timeoutMs: 900_000 + 9_000 * Number(process.env['VMGEN_KILLS'] ?? 0),
  },
  {
    name: 'browser',
    about: 'the status page, and the compiler in a worker, in headless Chromium',
    lane: 'processors',
    needs: ['chromium'],
    folders: [`${compiled}/browser`],
    timeoutMs: 600_000,
  },
  {
    name: 'site',
    about: 'the site, built from `docs/`, in headless Chromium: `npm run test:site`',
    lane: 'processors',
    needs: ['chromium', 'site'],
    folders: [`${compiled}/site`],
  },
  {
    name: 'editor',
    about:
      'the plugin of TypeScript and the language server, over their protocols, with TypeScript 5.4 to 7',
    lane: 'processors',
    needs: ['typescripts'],
    folders: [`${compiled}/editor`],
  },
  {
    name: 'shells',
    about: 'the completion of `vmgen` in bash, zsh and fish, which it installs as root on Debian',
    lane: 'servers',
    needs: ['shells'],
    folders: [`${compiled}/shells`],
  },
  {
    name: 'dev',
    about:
      '`vmgen dev` on a terminal of its own: changes, errors, crashes, and what it leaves behind',
    lane: 'processors',
    folders: [`${compiled}/dev`],
    timeoutMs: 600_000,
  },
  {
    name: 'fuzz-runtime',
    about: 'informers under random faults; add the plan of a failure to `regression-plans.ts`',
    options: '`--seeds 1000 --seed 100`',
    command: [`${compiled}/faults/fuzz/main.js`],
  },
  {
    name: 'compare',
    about: 'random requests to the embedded and to a real API server',
    options: '`--seed 7 --count 200 --show --class Leases`',
    needs: ['envtest'],
    command: [`${compiled}/compare/main.js`],
  },
  {
    name: 'crash-real',
    about:
      'kills the controller at each change to kube-apiserver and a Docker Engine, for 4 minutes: `npm run test:crash:real`',
    options: '`--plan PART`',
    needs: ['docker', 'envtest'],
    command: [`${compiled}/crash-real/main.js`],
  },
  {
    name: 'soak',
    about: 'informers under faults for an hour, measuring memory',
    options: '`--minutes 60`',
    command: ['--expose-gc', `${compiled}/faults/soak/main.js`],
  },
];

const LIST = /(?<=<!-- suites -->\n)[^]*?(?=<!-- \/suites -->)/;

/** The list of CONTRIBUTING.md, formatted as Prettier does. */
export function suitesAsMarkdown() {
  const rows = SUITES.map(({ name, about, options = '', lane }) => {
    const marked = lane === undefined ? '' : 'yes';
    return [`\`${name}\``, about, options, marked];
  });
  const header = ['suite', 'runs', 'options', 'in `.ci/run`'];
  const widths = header.map((title, i) =>
    Math.max(...[header, ...rows].map((row) => row[i]?.length ?? 0), title.length),
  );
  /** @param {string[]} row */
  const line = (row) => `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |\n`;
  return `\n${[header, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('')}\n`;
}

if (process.argv[1] === import.meta.filename) {
  const [mode, folder = path.join(import.meta.dirname, '..')] = process.argv.slice(2);
  if (mode === '--update') {
    const file = path.join(folder, 'CONTRIBUTING.md');
    writeFileSync(file, readFileSync(file, 'utf8').replace(LIST, suitesAsMarkdown));
  } else {
    for (const { name } of SUITES.filter(({ lane }) => lane === mode)) console.log(name);
  }
}
