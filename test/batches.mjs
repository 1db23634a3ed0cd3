// @ts-check
// Decides which test files share a process. A process costs the loading of modules, such as TypeScript's compiler. Most
// files leave no state behind.

/** Reasons for a process per file: effects that other files in the process would observe. */
const ALONE = {
  'hooks outside a suite apply to all files': /^(before|after)(Each)?\(/m,
  'replaced clocks, modules and methods': /\bimport \{[^}]*\bmock\b[^}]*\} from 'node:test'/,
  'replaced file system functions': /\binterceptDisk\(/,
  'state of the process': /\bprocess\.(argv|chdir|env|on|once|set\w+)\b/,
  'replaced methods of classes': /\.prototype\.\w+ = /,
  'measurements of memory and time': /\bprocess\.(cpuUsage|memoryUsage)\(/,
};

/**
 * The files that take more than two seconds of a core. They are assigned first. A wrong figure makes a run longer, and has
 * no other effect.
 * @type {Readonly<Record<string, number>>}
 */
export const SECONDS = {
  'runtime/dist/leaderelection/random-election.stress.test.js': 30,
  'test/dist/test/unit/codegen-scripts.test.js': 23,
  'test/dist/test/unit/exchanges.test.js': 20,
  'test/dist/test/unit/qemu-driver.test.js': 20,
  'test/dist/test/unit/driver-behaviours.test.js': 19,
  'generator/dist/hostile-names.stress.test.js': 15,
  'apiserver/dist/load-objects.stress.test.js': 12,
  'cli/dist/same-as-without.stress.test.js': 12,
  'generator/dist/oversized-inputs.stress.test.js': 28,
  'generator/dist/type-fuzz.stress.test.js': 12,
  'test/dist/test/faults/limits.test.js': 12,
  'generator/dist/markers/refused-alone.stress.test.js': 10,
  'apiserver/dist/load-bodies.stress.test.js': 9,
  'generator/dist/hostile.stress.test.js': 8,
  'generator/dist/write/all-or-nothing.stress.test.js': 8,
  'test/dist/test/faults/network-faults.test.js': 8,
  'apiserver/dist/load-definitions.stress.test.js': 7,
  'cli/dist/main.test.js': 7,
  'cli/dist/import-command.test.js': 6,
  'runtime/dist/leaderelection/watchdog.test.js': 6,
  'test/dist/test/unit/controller-process.test.js': 6,
  'apiserver/dist/cli/cli.test.js': 5,
  'import/dist/real-crds.test.js': 5,
  'runtime/dist/leaderelection/leader-election.test.js': 5,
  'apiserver/dist/http/long-answers.test.js': 4,
  'generator/dist/config.test.js': 4,
  'generator/dist/random-apis.stress.test.js': 4,
  'runtime/dist/decode/omit-managed-fields.test.js': 4,
  'test/dist/test/unit/kubernetes-package.test.js': 4,
  'test/dist/test/unit/lint-generated.test.js': 4,
  'test/dist/test/unit/packages.test.js': 4,
  'cli/dist/hostile-output.test.js': 3,
  'cli/dist/streams.test.js': 3,
  'generator/dist/golden.test.js': 3,
  'test/dist/test/unit/import-cluster.test.js': 3,
  'test/dist/test/unit/readable-types.test.js': 3,
  'apiserver/dist/http/web-socket-watch.test.js': 2,
  'crd/dist/rules/real-answers.test.js': 2,
  'cli/dist/run-record.test.js': 2,
  'generator/dist/client-only.test.js': 2,
  'generator/dist/deep-copy.test.js': 2,
  'generator/dist/diagnostics/examples.test.js': 2,
  'runtime/dist/cache/handlers-model.test.js': 2,
  'runtime/dist/transport/exec-credentials.test.js': 2,
  'test/dist/test/faults/list-faults.test.js': 2,
  'test/dist/test/unit/emitters-page.test.js': 2,
  'test/dist/test/unit/old-node.test.js': 2,
  'test/dist/test/unit/run-tests.test.js': 2,
};

/** @param {string} file relative to the repository, as all files here */
const secondsOf = (file) => SECONDS[file] ?? 0.5;

/** @param {readonly string[]} files */
const secondsOfAll = (files) => files.reduce((sum, file) => sum + secondsOf(file), 0);

/**
 * Assigns files to processes, the longest first.
 * @param {readonly string[]} files
 * @param {{ read: (file: string) => string, processes: number }} options `processes`: how many run at a time
 * @returns {string[][]}
 */
export function batchesOf(files, { read, processes }) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const file of files) {
    const group = isAlone(read(file))
      ? file
      : file.startsWith('generator/')
        ? 'compiler'
        : 'others';
    groups.set(group, [...(groups.get(group) ?? []), file]);
  }
  return [...groups.values()]
    .flatMap((group) => deal(group, processes))
    .sort((a, b) => secondsOfAll(b) - secondsOfAll(a));
}

/** @param {string} text */
const isAlone = (text) => Object.values(ALONE).some((pattern) => pattern.test(text));

/** @param {readonly string[]} files @param {number} processes */
function deal(files, processes) {
  /** @type {string[][]} */
  const batches = Array.from({ length: Math.min(processes, files.length) }, () => []);
  for (const file of [...files].sort((a, b) => secondsOf(b) - secondsOf(a))) {
    const [least] = [...batches].sort((a, b) => secondsOfAll(a) - secondsOfAll(b));
    least?.push(file);
  }
  return batches;
}
