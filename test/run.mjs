// @ts-check
// Runs a suite of compiled tests and ends with what ran, failed and was skipped, and why.
// Usage: node test/run.mjs unit|newest|docker|cluster [PART_OF_A_FILE_NAME]
import { appendFileSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { run } from 'node:test';

const root = path.join(import.meta.dirname, '..');

/** @typedef {{ folders: string[], concurrency: number, fileTimeoutMs: number }} Suite */

/** @type {Suite} */
const unit = {
  folders: [
    'runtime/dist',
    'cel/dist',
    'crd/dist',
    'apiserver/dist',
    'generator/dist',
    'controller/dist/controller',
    'test/dist/test/unit',
  ],
  concurrency: availableParallelism(),
  fileTimeoutMs: 90_000,
};

/** @type {Record<string, Suite>} */
const suites = {
  unit,
  // The same under hack/test-newest-node.sh, with a line of its own in the summary.
  newest: unit,
  // These share one engine and measure time: one file after the other.
  docker: { folders: ['test/dist/test/docker'], concurrency: 1, fileTimeoutMs: 300_000 },
  cluster: { folders: ['test/dist/test/cluster'], concurrency: 1, fileTimeoutMs: 300_000 },
};

const [name = 'unit', part = ''] = process.argv.slice(2);
const suite = suites[name];
if (suite === undefined) {
  console.error(
    `run.mjs: no suite ${JSON.stringify(name)}; there are ${Object.keys(suites).join(', ')}`,
  );
  process.exit(2);
}

const files = suite.folders
  .flatMap((folder) => testFiles(path.join(root, folder)))
  .filter((file) => file.includes(part))
  .sort();
if (files.length === 0) {
  console.error(`run.mjs: no test files for ${name}; build first (npm run build)`);
  process.exit(1);
}

const started = performance.now();
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
  files,
  concurrency: suite.concurrency,
  timeout: suite.fileTimeoutMs,
})) {
  if (type === 'test:stderr' || type === 'test:stdout') process.stdout.write(data.message);
  if (type === 'test:enqueue' && !isFile(data)) inFile(data).begun++;
  if (type !== 'test:pass' && type !== 'test:fail') continue;
  if (!isFile(data)) inFile(data).ended++;
  // What did not run to its end has failed already.
  else if (type === 'test:fail') progress.delete(data.file ?? data.name);
  const isSuite = data.details.type === 'suite';
  if (type === 'test:fail') {
    const { error } = data.details;
    const failedInside =
      /** @type {{ failureType?: string }} */ (error).failureType === 'subtestsFailed';
    if (failedInside) continue;
    tellFailure(`✖ ${place(data.file)} ${data.name}\n${indent(describe(error))}`);
  } else if (data.skip !== undefined || data.todo !== undefined) {
    count.skipped++;
    skips.push(`${data.name}: ${data.skip || data.todo}`);
  } else if (!isFile(data) && !isSuite) {
    count.passed++;
    const file = place(data.file);
    perFile.set(file, (perFile.get(file) ?? 0) + 1);
    if (suite !== unit) console.log(`✔ ${data.name} (${Math.round(data.details.duration_ms)} ms)`);
  }
}

// What a test that ends the process leaves behind is no failure to Node, and no result.
for (const [file, { begun, ended }] of progress) {
  if (ended === 0) tellFailure(`✖ ${place(file)} ended without the result of any test`);
  else if (begun > ended)
    tellFailure(`✖ ${place(file)} ended before ${begun - ended} of its tests`);
}

if (suite === unit)
  for (const [file, passed] of perFile) console.log(`✔ ${file}: ${passed} passed`);
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(`\n${name}: ${files.length} files in ${seconds} s`);
for (const skip of skips) console.log(`skipped: ${skip}`);
if (failures.length > 0) console.log(`\nthe failures once more:\n${failures.join('\n')}\n`);
console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);

if (process.env['VMGEN_SUMMARY'] !== undefined) {
  const { passed, failed, skipped } = count;
  const line = [name, passed, failed, skipped, `${seconds} s`, skips.join('; ')].join('\t');
  appendFileSync(process.env['VMGEN_SUMMARY'], `${line}\n`);
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

/**
 * A file that ran is reported as a test of its own; only its failure to run at all counts.
 * @param {{ name: string, file?: string | undefined }} data
 */
function isFile({ name, file }) {
  return name === file || files.includes(name);
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
  return file === undefined ? '' : path.relative(root, file);
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
