// @ts-check
// Decides which test files share a process. A process costs the loading of modules, such as TypeScript's compiler. Most
// files leave no state behind.

/** Reasons for a process per file: effects that other files in the process would observe. */
const ALONE = {
  'hooks outside a suite apply to all files': /^(before|after)Each\(/m,
  'replaced clocks, modules and methods': /\bimport \{[^}]*\bmock\b[^}]*\} from 'node:test'/,
  'replaced file system functions': /\binterceptDisk\(/,
  'state of the process':
    /\bprocess\.(argv|chdir|on|once|set\w+)\b|\bprocess\.env(\[[^\]]+\])? = |\bdelete process\.env\b/,
  'replaced methods of classes': /\.prototype\.\w+ = /,
  'measurements of memory and time': /\bprocess\.(cpuUsage|memoryUsage)\(/,
};

/**
 * Files that share one process, by the name of their group. The text of a file may have a reason of `ALONE` if each of its
 * tests restores the state, because tests of a process run one after the other.
 */
const TOGETHER = {
  /** They wait for processes and timers most of their time. They start first, so that others use the cores meanwhile. */
  waiting: [
    'test/dist/test/unit/driver-behaviours.test.js',
    'test/dist/test/faults/limits.test.js',
    'test/dist/test/faults/network-faults.test.js',
    'packages/runtime/dist/leaderelection/watchdog.test.js',
  ],
  /** They change the working folder or the folder of caches. */
  folders: [
    'generator/dist/cli/add-command.test.js',
    'generator/dist/cli/doctor-cluster.test.js',
    'generator/dist/cli/doctor-command.test.js',
    'generator/dist/cli/run-record.test.js',
    'generator/dist/diff/sides/open-side.test.js',
    'generator/dist/disk/cached-text.test.js',
    'generator/dist/out-folder.test.js',
  ],
  /** They set variables of the environment, or handle events of the process. */
  variables: [
    'controller/dist/controller/src/driver/docker-driver.test.js',
    'packages/apiserver/dist/cli/launched.test.js',
    'packages/apiserver/dist/registry/list-watch.test.js',
    'packages/manager/dist/testing/explore/explore-states.test.js',
    'packages/manager/dist/testing/explore/explore.test.js',
    'packages/manager/dist/testing/explore/held-watches.test.js',
    'packages/manager/dist/testing/explore/minimise.test.js',
    'packages/manager/dist/testing/explore/replay.test.js',
    'packages/manager/dist/testing/replay-recording.test.js',
    'packages/runtime/dist/cache/informer-factory.test.js',
    'packages/runtime/dist/transport/exec-credentials.test.js',
  ],
};

/** These start first: `waiting`, and a file that cannot share its process but waits for 20 s. */
const FIRST = new Set([...TOGETHER.waiting, 'test/dist/test/unit/qemu-driver.test.js']);

/**
 * How many processes a group has for each that runs at a time. Processes of `others` start fast, so that several
 * small ones leave no core idle at the end, however long the files took in the last run.
 * @type {Readonly<Record<string, number>>}
 */
const SHARES = { others: 3 };

/** The files that load TypeScript's compiler. */
const COMPILES =
  /^import .* from '(@vmgen\/fixtures\/generator\/(?:strict-problems|typescript)|\.\/testing\/(?:round-trip|real-crds)|typescript)/m;

/** Compiled tests take about a second per so many characters. It replaces the duration of a file that never ran. */
const CHARACTERS_PER_SECOND = 15_000;

/**
 * Assigns files to processes, the longest first.
 * @param {readonly string[]} files relative to the repository
 * @param {{ read: (file: string) => string, processes: number, seconds: Readonly<Record<string, number>> }} options
 *   `processes`: how many run at a time; `seconds`: the durations of the last run
 * @returns {string[][]}
 */
export function batchesOf(files, { read, processes, seconds }) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  /** @type {Map<string, number>} */
  const durations = new Map();
  for (const file of files) {
    const text = read(file);
    const group = groupOf(file, text);
    groups.set(group, [...(groups.get(group) ?? []), file]);
    durations.set(file, seconds[file] ?? text.length / CHARACTERS_PER_SECOND);
  }
  /** @param {readonly string[]} batch */
  const sum = (batch) => batch.reduce((total, file) => total + (durations.get(file) ?? 0), 0);
  /** @param {readonly string[]} batch */
  const rank = (batch) => (batch.some((file) => FIRST.has(file)) ? Infinity : sum(batch));
  return [...groups]
    .flatMap(([name, group]) =>
      deal(group, name in TOGETHER ? 1 : processes * (SHARES[name] ?? 1), sum),
    )
    .sort((a, b) => (rank(b) > rank(a) ? 1 : -1));
}

/** @param {string} file @param {string} text */
function groupOf(file, text) {
  const together = Object.entries(TOGETHER).find(([, names]) => names.includes(file));
  if (together !== undefined) return together[0];
  if (Object.values(ALONE).some((pattern) => pattern.test(text))) return file;
  // They run for seconds and take much memory. The next one starts as soon as a core is free.
  if (file.endsWith('.stress.test.js')) return file;
  return file.startsWith('generator/') || COMPILES.test(text) ? 'compiler' : 'others';
}

/**
 * @param {readonly string[]} files @param {number} processes
 * @param {(files: readonly string[]) => number} sum
 */
function deal(files, processes, sum) {
  /** @type {string[][]} */
  const batches = Array.from({ length: Math.min(processes, files.length) }, () => []);
  for (const file of [...files].sort((a, b) => sum([b]) - sum([a]))) {
    const [least] = [...batches].sort((a, b) => sum(a) - sum(b) || a.length - b.length);
    least?.push(file);
  }
  return batches;
}
