// @ts-check
// Runs a suite of the table in suites.mjs, after setting up what it needs. Prints failures with the output of their
// process, and the numbers of passed, failed and skipped tests with the reasons. Build first: npm run build.
// Usage: node test/run.mjs [SUITE [PART_OF_A_FILE_NAME | OPTIONS...]]   --ci: with the options of .ci/run
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { batchesOf } from './batches.mjs';
import { freshenBundles } from './fresh-bundles.mjs';
import { createScratch } from './scratch.mjs';
import { keepSeconds, keptSeconds } from './seconds.mjs';
import { setUp } from './set-up.mjs';
import { SUITES } from './suites.mjs';
import './without-promise-hooks.mjs';

/** @typedef {import('./suites.mjs').Suite} Suite */

const { TestReport } = await import('./test-report.mjs');
const ROOT = path.join(import.meta.dirname, '..');
// Node passes its own options on to the processes of tests.
process.execArgv.push('--import', new URL('without-promise-hooks.mjs', import.meta.url).href);

const [name = '', ...words] = process.argv.slice(2);
const suite = SUITES.find((each) => each.name === name);
if (suite === undefined) {
  console.error(`run.mjs: no suite ${JSON.stringify(name)}; the suites are:`);
  for (const each of SUITES) console.error(`  ${each.name.padEnd(16)} ${each.about}`);
  process.exit(2);
}
freshenBundles();
const { command, needs = [] } = suite;
const missing = setUp(needs);
if (missing !== undefined) {
  new TestReport(suite, []).skip(missing);
} else if (command === undefined) {
  process.exitCode = (await runFiles(suite, words.filter((word) => word !== '--ci')[0])) ? 0 : 1;
} else {
  const arguments_ = words[0] === '--ci' ? (suite.ci ?? []) : words;
  const [program = ''] = command;
  const isScript = program.endsWith('.sh');
  const { status } = spawnSync(
    isScript ? path.join(ROOT, program) : process.execPath,
    [...(isScript ? command.slice(1) : command), ...arguments_],
    { cwd: ROOT, stdio: 'inherit' },
  );
  process.exitCode = status ?? 1;
}

/**
 * Resolves with whether all tests passed.
 * @param {Suite} suite @param {string} [part]
 */
async function runFiles(suite, part = '') {
  const { folders = [], wants, isShared = false, timeoutMs = 300_000 } = suite;
  const files = folders
    .flatMap((folder) => testFiles(folder))
    .filter((file) => file.includes(part) && wants?.(file) !== false)
    .sort();
  if (files.length === 0) {
    console.error(`run.mjs: no test files for ${suite.name}; build first (npm run build)`);
    return false;
  }
  const scratch = createScratch();
  // Containers and machines of other suites need files on a disk.
  if (isShared) process.env['TMPDIR'] = scratch;
  // Tests write measurements here, a line each.
  const notesFile = path.join(scratch, 'notes');
  writeFileSync(notesFile, '');
  process.env['VMGEN_NOTES'] = notesFile;
  /**
   * The files of each process, by the script that it runs.
   * @type {Map<string, string[]>}
   */
  const processes = new Map(
    batches(files, isShared).map((batch, index) => [
      scriptOf(batch, path.join(scratch, `batch-${index}.mjs`)),
      batch,
    ]),
  );
  const report = new TestReport(suite, files);
  const { passed, seconds } = await report.run(processes, {
    timeoutMs,
    // Two more than there are cores: tests that wait for timers and processes leave a core idle.
    concurrency: isShared ? availableParallelism() + 2 : 1,
    notes: () => readFileSync(notesFile, 'utf8'),
  });
  if (isShared) keepSeconds(seconds);
  return passed;
}

/** @param {string} folder @returns {string[]} the files, relative to the repository */
function testFiles(folder) {
  /** @type {string[]} */
  let names = [];
  try {
    names = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error;
  }
  return names
    .filter((file) => file.endsWith('.test.js'))
    .map((file) => `${folder}/${file.replaceAll(path.sep, '/')}`);
}

/** @param {string[]} files @param {boolean} isShared @returns {string[][]} */
function batches(files, isShared) {
  if (!isShared) return files.map((file) => [file]);
  return batchesOf(files, {
    read: (file) => readFileSync(path.join(ROOT, file), 'utf8'),
    seconds: keptSeconds(),
    processes: Math.max(2, availableParallelism()),
  });
}

/**
 * Returns the file of a batch, or writes a script that loads all of its files.
 * @param {string[]} batch @param {string} script
 */
function scriptOf(batch, script) {
  const [file] = batch;
  if (file !== undefined && batch.length === 1) return path.join(ROOT, file);
  const urls = batch.map((each) => pathToFileURL(path.join(ROOT, each)));
  writeFileSync(script, urls.map((url) => `import '${url}';\n`).join(''));
  return script;
}
