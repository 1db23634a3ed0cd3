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
 * The files that wait for processes and timers most of their time, in seconds. They share a process, which starts first,
 * so that others use the cores meanwhile.
 * @type {Readonly<Record<string, number>>}
 */
const WAITING = {
  'test/dist/test/unit/qemu-driver.test.js': 16,
  'test/dist/test/unit/driver-behaviours.test.js': 14,
  'test/dist/test/faults/limits.test.js': 12,
  'test/dist/test/faults/network-faults.test.js': 8,
  'packages/runtime/dist/leaderelection/watchdog.test.js': 7,
};

/**
 * The files that take two seconds or more. They are assigned first. A wrong figure makes a run longer, and has no other
 * effect.
 * @type {Readonly<Record<string, number>>}
 */
export const SECONDS = {
  ...WAITING,
  'packages/runtime/dist/conversion/edits.stress.test.js': 180,
  'packages/manager/dist/testing/check-conversion.stress.test.js': 80,
  'test/dist/test/faults/fuzz-runtime.stress.test.js': 60,
  'packages/manager/dist/caches/stale-caches.stress.test.js': 40,
  'packages/runtime/dist/leaderelection/random-election.stress.test.js': 30,
  'generator/dist/oversized-inputs.stress.test.js': 60,
  'packages/manager/dist/webhooks/managed-certificate.stress.test.js': 36,
  'generator/dist/hostile-names.stress.test.js': 15,
  'test/dist/test/unit/codegen-scripts.stress.test.js': 14,
  'packages/apiserver/dist/load-values.stress.test.js': 20,
  'packages/apiserver/dist/load-objects.stress.test.js': 12,
  'generator/dist/cli/same-as-without.stress.test.js': 12,
  'generator/dist/markers/refused-alone.stress.test.js': 10,
  'generator/dist/import/real-crds.stress.test.js': 7,
  'packages/apiserver/dist/load-bodies.stress.test.js': 9,
  'packages/manager/dist/election/sharding.stress.test.js': 9,
  'packages/manager/dist/children/applied-fields.stress.test.js': 8,
  'generator/dist/hostile.stress.test.js': 8,
  'generator/dist/write/whole-files.stress.test.js': 8,
  'packages/apiserver/dist/load-definitions.stress.test.js': 7,
  'test/dist/test/unit/kubernetes-package.stress.test.js': 7,
  'test/dist/test/unit/lint-generated.stress.test.js': 7,
  'generator/dist/deep-copy.stress.test.js': 6,
  'test/dist/test/unit/comparison.stress.test.js': 6,
  'packages/runtime/dist/decode/omit-managed-fields.stress.test.js': 5,
  'test/dist/test/unit/controller-process.test.js': 5,
  'generator/dist/config.test.js': 5,
  'generator/dist/random-apis.stress.test.js': 4,
  'generator/dist/cli/main.test.js': 4,
  'test/dist/test/unit/exchanges.test.js': 4,
  'test/dist/test/unit/examples.test.js': 4,
  'generator/dist/import/independent-types.test.js': 4,
  'generator/dist/import/real-crds.test.js': 4,
  'packages/manager/dist/election/sharding.test.js': 4,
  'test/dist/test/unit/packages.test.js': 4,
  'test/dist/test/unit/old-node.test.js': 4,
  'packages/apiserver/dist/http/long-answers.test.js': 4,
  'generator/dist/diagnostics/examples.test.js': 4,
  'packages/apiserver/dist/cli/cli.test.js': 3,
  'generator/dist/cli/streams.test.js': 3,
  'generator/dist/cli/run-record.test.js': 3,
  'generator/dist/cli/import-command.test.js': 3,
  'generator/dist/golden.test.js': 3,
  'generator/dist/client-only.test.js': 3,
  'generator/dist/strict-output.test.js': 3,
  'test/dist/test/unit/lint-generated.test.js': 3,
  'test/dist/test/unit/import-cluster.test.js': 3,
  'packages/apiserver/dist/http/web-socket-watch.test.js': 2,
  'packages/crd/dist/rules/real-answers.test.js': 2,
  'generator/dist/deep-copy.test.js': 2,
  'generator/dist/markers/effects.test.js': 2,
  'packages/runtime/dist/cache/handlers-model.test.js': 2,
  'packages/runtime/dist/leaderelection/leader-election.test.js': 2,
  'packages/runtime/dist/transport/exec-credentials.test.js': 2,
  'test/dist/test/faults/list-faults.test.js': 2,
  'test/dist/test/unit/emitters-page.test.js': 2,
  'test/dist/test/unit/run-tests.test.js': 2,
};

/** The files that load TypeScript's compiler. */
const COMPILES =
  /^import .* from '(#generator\/testing|\.\/testing\/(?:round-trip|real-crds)|\.\.\/support\/lint|typescript)/m;

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
    const group = groupOf(file, read(file));
    groups.set(group, [...(groups.get(group) ?? []), file]);
  }
  return [...groups]
    .flatMap(([name, group]) => deal(group, name === 'waiting' ? 1 : processes))
    .sort((a, b) => startSeconds(b) - startSeconds(a));
}

/** @param {string} file @param {string} text */
function groupOf(file, text) {
  if (isAlone(text)) return file;
  if (Object.hasOwn(WAITING, file)) return 'waiting';
  return file.startsWith('generator/') || COMPILES.test(text) ? 'compiler' : 'others';
}

/** Those that wait start before all others, and the longest before the shortest. @param {readonly string[]} files */
const startSeconds = (files) =>
  secondsOfAll(files) + (files.some((file) => Object.hasOwn(WAITING, file)) ? 1000 : 0);

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
