// @ts-check
// Runs a suite of compiled tests and ends with what ran, failed and was skipped, and why.
// Usage: node test/run.mjs unit|stress|newest|docker|cluster|import [PART_OF_A_FILE_NAME]
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

/**
 * `wants`: which test files of the folders; all where it is left out.
 * @typedef {{ folders: string[], concurrency: number, processTimeoutMs: number,
 *   wants?: (file: string) => boolean }} Suite
 */

/** What tries very much or very large: the proof of a release, more than of a change. @param {string} file */
const isStress = (file) => file.endsWith('.stress.test.js');

/** @type {Suite} */
const all = {
  folders: [
    'runtime/dist',
    'base/dist',
    'cel/dist',
    'crd/dist',
    'apiserver/dist',
    'generator/dist',
    'controller/dist/controller',
    'test/dist/test/unit',
    'test/dist/test/faults',
  ],
  // One more than there are cores: tests that wait for timers and processes leave a core idle.
  concurrency: availableParallelism() + 1,
  processTimeoutMs: 300_000,
};

/** @type {Record<string, Suite>} */
const suites = {
  unit: { ...all, wants: (file) => !isStress(file) },
  stress: { ...all, wants: isStress },
  // Both under hack/test-newest-node.sh, with a line of its own in the summary.
  newest: all,
  // These share one engine and measure time: one file after the other.
  docker: { folders: ['test/dist/test/docker'], concurrency: 1, processTimeoutMs: 300_000 },
  cluster: { folders: ['test/dist/test/cluster'], concurrency: 1, processTimeoutMs: 300_000 },
  // Every CRD of the corpus, in one process.
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

/** Its files share processes, and are told by file. */
const isShared = suite.folders === all.folders;
const files = suite.folders
  .flatMap((folder) => testFiles(path.join(root, folder)))
  .filter((file) => file.includes(part) && suite.wants?.(file) !== false)
  .sort();
if (files.length === 0) {
  console.error(`run.mjs: no test files for ${name}; build first (npm run build)`);
  process.exit(1);
}

const started = performance.now();
const scratch = mkdtempSync(path.join(tmpdir(), 'vmgen-tests-'));
process.once('exit', () => rmSync(scratch, { recursive: true }));
// What tests have measured, a line each, stands at the end.
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
 * By file: how many tests began, and how many came to an end.
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
    tellFailure(`✖ ${where}\n${indent(describe(error))}`);
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

// What a test that ends the process leaves behind is no failure to Node, and no result.
for (const [file, { begun, ended }] of progress) {
  if (ended === 0) tellFailure(`✖ ${place(file)} ended without the result of any test`);
  else if (begun > ended)
    tellFailure(`✖ ${place(file)} ended before ${begun - ended} of its tests`);
}

if (isShared) for (const [file, passed] of perFile) console.log(`✔ ${file}: ${passed} passed`);
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(`\n${name}: ${files.length} files in ${seconds} s`);
for (const skip of skips) console.log(`skipped: ${skip}`);
if (failures.length > 0) console.log(`\nthe failures once more:\n${failures.join('\n')}\n`);
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
// A run in which nothing passed has shown nothing.
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

/** Files that measure time or share a machine run alone. @returns {string[][]} */
function processFiles() {
  if (!isShared) return files.map((file) => [file]);
  const batches = batchesOf(files.map(inRoot), {
    read: (file) => readFileSync(path.join(root, file), 'utf8'),
    processes: Math.max(2, suite.concurrency),
  });
  return batches.map((batch) => batch.map((file) => path.join(root, file)));
}

/**
 * The one file, or a script that loads them all.
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
 * A process that ran is reported as a test of its own; only its failure to run at all counts.
 * @param {{ name: string, file?: string | undefined }} data
 */
function isFile({ name, file }) {
  return name === file || processes.has(name);
}

/**
 * The files of a process that failed as such, but for those that told all of their results; that they
 * did not is said with it.
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
function tellFailure(failure) {
  count.failed++;
  console.log(failure);
  failures.push(failure);
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
