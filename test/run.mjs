// @ts-check
// Runs a suite of compiled tests, after setting up the servers that it needs. Prints failures, and the numbers of passed,
// failed and skipped tests with the reasons.
// Usage: node test/run.mjs unit|stress|newest|docker|qemu|browser|cluster|e2e|import [PART_OF_A_FILE_NAME]
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { run } from 'node:test';
import { pathToFileURL } from 'node:url';
import { batchesOf } from './batches.mjs';

const root = path.join(import.meta.dirname, '..');
const SETUP = path.join(root, 'hack/setup.sh');
const ENVTEST = path.join(root, 'packages/apiserver/bin/vmgen-envtest.js');

/**
 * `wants` selects test files of the folders, by default all. `setUp` starts what the tests need, or returns the reason
 * why the suite cannot run on this machine.
 * @typedef {{ folders: string[], concurrency: number, processTimeoutMs: number,
 *   wants?: (file: string) => boolean, setUp?: () => string | void }} Suite
 */

/** Tests with many or very large inputs, which `npm test` excludes. @param {string} file */
const isStress = (file) => file.endsWith('.stress.test.js');

/** @type {Suite} */
const all = {
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
  // Two more than there are cores: tests that wait for timers and processes leave a core idle.
  concurrency: availableParallelism() + 2,
  processTimeoutMs: 1_200_000,
};

/** @type {Record<string, Suite>} */
const suites = {
  unit: { ...all, wants: (file) => !isStress(file) },
  stress: { ...all, wants: isStress },
  // Unit and stress tests, which hack/test-newest-node.sh runs on the newest Node.
  newest: all,
  // These share one engine and measure time: files run one after the other.
  docker: {
    folders: ['test/dist/test/docker'],
    concurrency: 1,
    processTimeoutMs: 300_000,
    setUp: setUpDocker,
  },
  // Virtual machines of real qemu: files run one after the other.
  qemu: {
    folders: ['test/dist/test/qemu'],
    concurrency: 1,
    processTimeoutMs: 600_000,
    setUp: setUpQemu,
  },
  browser: {
    folders: ['test/dist/test/browser'],
    concurrency: 1,
    processTimeoutMs: 300_000,
    setUp: setUpBrowser,
  },
  cluster: {
    folders: ['test/dist/test/cluster'],
    concurrency: 1,
    processTimeoutMs: 300_000,
    setUp: setUpCluster,
  },
  // One cluster with a kubelet: files run one after the other.
  e2e: {
    folders: ['test/dist/test/e2e'],
    concurrency: 1,
    processTimeoutMs: 600_000,
    setUp: setUpRealCluster,
  },
  // All CRDs of the corpus, in one process.
  import: { folders: ['test/dist/test/corpus'], concurrency: 1, processTimeoutMs: 900_000 },
};

const [name = 'unit', part = ''] = process.argv.slice(2);
const suite = suites[name];
if (suite === undefined) {
  console.error(
    `run.mjs: no suite ${JSON.stringify(name)}; there are ${Object.keys(suites).join(', ')}`,
  );
  process.exit(2);
}

/** Files share processes, and are reported one line per file. */
const isShared = suite.folders === all.folders;
const files = suite.folders
  .flatMap((folder) => testFiles(path.join(root, folder)))
  .filter((file) => file.includes(part) && suite.wants?.(file) !== false)
  .sort();
if (files.length === 0) {
  console.error(`run.mjs: no test files for ${name}; build first (npm run build)`);
  process.exit(1);
}

const missing = suite.setUp?.();
if (missing !== undefined) {
  console.log(`skipped: ${name}: ${missing}\n0 passed, 0 failed, ${files.length} skipped`);
  if (process.env['VMGEN_SUMMARY'] !== undefined) {
    const line = [name, 0, 0, files.length, '0 s', missing].join('\t');
    appendFileSync(process.env['VMGEN_SUMMARY'], `${line}\n`);
  }
  process.exit(0);
}
const started = performance.now();
const scratch = mkdtempSync(path.join(tmpdir(), 'vmgen-tests-'));
process.once('exit', () => rmSync(scratch, { recursive: true }));
// Tests write measurements here, a line each, which are printed at the end.
const notesFile = path.join(scratch, 'notes');
writeFileSync(notesFile, '');
process.env['VMGEN_NOTES'] = notesFile;
/**
 * The files of each process, by the script that it runs.
 * @type {Map<string, string[]>}
 */
const processes = new Map(
  processFiles().map((batch, index) => [scriptOf(batch, `batch-${index}.mjs`), batch]),
);
const count = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} */
const skips = [];
/** @type {string[]} */
const failures = [];
/** @type {Map<string, number>} */
const perFile = new Map();
/**
 * The numbers of started and ended tests of each file.
 * @type {Map<string, { begun: number, ended: number }>}
 */
const progress = new Map(files.map((file) => [file, { begun: 0, ended: 0 }]));

for await (const { type, data } of run({
  files: [...processes.keys()],
  concurrency: suite.concurrency,
  timeout: suite.processTimeoutMs,
})) {
  if (type === 'test:stderr' || type === 'test:stdout') process.stdout.write(data.message);
  if (type === 'test:enqueue' && !isFile(data)) inFile(data).begun++;
  if (type !== 'test:pass' && type !== 'test:fail') continue;
  if (!isFile(data)) inFile(data).ended++;
  const isSuite = data.details.type === 'suite';
  if (type === 'test:fail') {
    const { error } = data.details;
    const failedInside =
      /** @type {{ failureType?: string }} */ (error).failureType === 'subtestsFailed';
    if (failedInside) continue;
    const where = isFile(data) ? cutFiles(data).join(', ') : `${place(data.file)} ${data.name}`;
    reportFailure(`✖ ${where}\n${indent(describe(error))}`);
  } else if (data.skip !== undefined || data.todo !== undefined) {
    count.skipped++;
    skips.push(`${data.name}: ${data.skip || data.todo}`);
  } else if (!isFile(data) && !isSuite) {
    count.passed++;
    const file = place(data.file);
    perFile.set(file, (perFile.get(file) ?? 0) + 1);
    if (!isShared) console.log(`✔ ${data.name} (${Math.round(data.details.duration_ms)} ms)`);
  }
}

// Node reports no failure if a test ends the process.
for (const [file, { begun, ended }] of progress) {
  if (ended === 0) reportFailure(`✖ ${place(file)} ended without the result of any test`);
  else if (begun > ended)
    reportFailure(`✖ ${place(file)} ended before ${begun - ended} of its tests`);
}

if (isShared) for (const [file, passed] of perFile) console.log(`✔ ${file}: ${passed} passed`);
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(`\n${name}: ${files.length} files in ${seconds} s`);
for (const skip of skips) console.log(`skipped: ${skip}`);
if (failures.length > 0) console.log(`\nall failures:\n${failures.join('\n')}\n`);
const notes = readFileSync(notesFile, 'utf8');
if (notes !== '') console.log(notes.trimEnd());
console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);

if (process.env['VMGEN_SUMMARY'] !== undefined) {
  const { passed, failed, skipped } = count;
  const line = [name, passed, failed, skipped, `${seconds} s`, skips.join('; ')].join('\t');
  appendFileSync(process.env['VMGEN_SUMMARY'], `${line}\n`);
  if (notes !== '') {
    const named = notes.replaceAll(/^(?=.)/gm, `${name}: `);
    appendFileSync(`${process.env['VMGEN_SUMMARY']}.notes`, named);
  }
  for (const failure of failures) {
    appendFileSync(`${process.env['VMGEN_SUMMARY']}.failures`, `${name}: ${failure}\n`);
  }
}
// A run without passed tests is a failure.
process.exit(count.failed > 0 || count.passed === 0 ? 1 : 0);

/** @param {string} folder @returns {string[]} */
function testFiles(folder) {
  /** @type {string[]} */
  let names = [];
  try {
    names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error;
  }
  return names.filter((file) => file.endsWith('.test.js')).map((file) => path.join(folder, file));
}

/** The files of each process. Files that measure time or share a machine have their own. @returns {string[][]} */
function processFiles() {
  if (!isShared) return files.map((file) => [file]);
  const batches = batchesOf(files.map(inRoot), {
    read: (file) => readFileSync(path.join(root, file), 'utf8'),
    processes: Math.max(2, availableParallelism()),
  });
  return batches.map((batch) => batch.map((file) => path.join(root, file)));
}

/**
 * Returns the file of a batch, or a script that loads all of its files.
 * @param {string[]} batch @param {string} name
 */
function scriptOf(batch, name) {
  const [file] = batch;
  if (file !== undefined && batch.length === 1) return file;
  const script = path.join(scratch, name);
  writeFileSync(script, batch.map((each) => `import '${pathToFileURL(each)}';\n`).join(''));
  return script;
}

/**
 * Node reports each process as a test. Only its failure to run counts.
 * @param {{ name: string, file?: string | undefined }} data
 */
function isFile({ name, file }) {
  return name === file || processes.has(name);
}

/**
 * The files of a failed process whose tests did not all end; all of its files if all tests ended. They are then not
 * reported again.
 * @param {{ name: string }} data
 */
function cutFiles({ name }) {
  const batch = processes.get(name) ?? [name];
  const cut = batch.filter((file) => {
    const { begun, ended } = inFile({ name: file });
    return ended === 0 || begun > ended;
  });
  for (const file of cut) progress.delete(file);
  return (cut.length > 0 ? cut : batch).map(inRoot);
}

/** @param {{ name: string, file?: string | undefined }} data */
function inFile({ name, file = name }) {
  const known = progress.get(file) ?? { begun: 0, ended: 0 };
  progress.set(file, known);
  return known;
}

/** @param {string} failure */
function reportFailure(failure) {
  count.failed++;
  console.log(failure);
  failures.push(failure);
}

/** Starts a Docker Engine unless one answers; the script stops only an engine that it started. */
function setUpDocker() {
  process.once('exit', () => spawnSync(SETUP, ['docker', '--stop'], { stdio: 'inherit' }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  execFileSync(SETUP, ['docker'], { stdio: 'inherit' });
}

/** Builds kube-apiserver and etcd, or uses those of KUBEBUILDER_ASSETS, and controller-gen, which needs go. */
function setUpCluster() {
  process.env['KUBEBUILDER_ASSETS'] = printedBy(ENVTEST);
  if (spawnSync('go', ['version']).status === 0) {
    process.env['CONTROLLER_GEN'] = printedBy(SETUP, 'controller-gen');
  }
  setUpDocker();
}

/** Starts a cluster of one node, and packs the packages for the images of the tests. */
function setUpRealCluster() {
  // A cluster that was started before continues, so that tests can be repeated in seconds.
  if (spawnSync(SETUP, ['cluster', '--node', 'true']).status !== 0) {
    process.once('exit', () => {
      const { status } = spawnSync(SETUP, ['cluster', '--stop'], { stdio: 'inherit' });
      if (status !== 0) process.exitCode = 1;
    });
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  }
  try {
    process.env['KUBECONFIG'] = printedBy(SETUP, 'cluster');
  } catch (error) {
    if (/** @type {{ status?: number }} */ (error).status !== 3) throw error;
    return 'hack/setup.sh cluster cannot start a cluster here; see above';
  }
  process.env['KUBEBUILDER_ASSETS'] = printedBy(ENVTEST);
  const packages = mkdtempSync(path.join(tmpdir(), 'vmgen-packages-'));
  process.once('exit', () => rmSync(packages, { recursive: true }));
  execFileSync(path.join(root, 'hack/pack.sh'), [packages], { stdio: 'ignore' });
  process.env['VMGEN_PACKAGES'] = packages;
}

/** Unpacks qemu and builds the guest, or uses those of VMGEN_QEMU. */
function setUpQemu() {
  try {
    process.env['VMGEN_QEMU'] = printedBy(SETUP, 'qemu');
  } catch {
    return 'hack/setup.sh qemu failed; see above';
  }
}

/** Installs Chromium, or uses an installed one. */
function setUpBrowser() {
  try {
    process.env['VMGEN_CHROMIUM'] = printedBy(SETUP, 'chromium');
  } catch {
    return 'hack/setup.sh chromium failed; see above';
  }
}

/** @param {string} script @param {string[]} words */
function printedBy(script, ...words) {
  return execFileSync(script, words, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
}

/** @param {string | undefined} file */
function place(file) {
  return file === undefined ? '' : inRoot(file);
}

/** @param {string} file */
function inRoot(file) {
  return path.relative(root, file).replaceAll(path.sep, '/');
}

/** @param {unknown} error */
function describe(error) {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}

/** @param {string} text */
function indent(text) {
  return text.replaceAll(/^/gm, '    ');
}
