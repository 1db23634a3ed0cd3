// @ts-check
// Runs processes of tests and reports their results: on the console, and in the files of VMGEN_SUMMARY for .ci/run.
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { run } from 'node:test';

const ROOT = path.join(import.meta.dirname, '..');

/**
 * @typedef {{ name: string, file?: string | undefined }} Named
 * @typedef {{ timeoutMs: number, concurrency: number, notes: () => string }} RunOptions
 */

export class TestReport {
  #count = { passed: 0, failed: 0, skipped: 0 };
  /** @type {string[]} */
  #skips = [];
  /** @type {string[]} */
  #failures = [];
  /** The numbers of started, ended and passed tests of each file. */
  #progress;
  /** The output of each process. @type {Map<string, string>} */
  #output = new Map();
  /** Errors outside of tests, of the process whose result is next. @type {string[]} */
  #uncaught = [];
  /** The files of each process. @type {Map<string, string[]>} */
  #processes = new Map();
  #suite;
  #files;

  /** @param {import('./suites.mjs').Suite} suite @param {readonly string[]} files relative to the repository */
  constructor(suite, files) {
    this.#suite = suite;
    this.#files = files;
    this.#progress = new Map(
      files.map((file) => [file, { begun: 0, ended: 0, passed: 0, seconds: 0 }]),
    );
  }

  /** Reports a suite that cannot run. @param {string} reason */
  skip(reason) {
    console.log(`skipped: ${this.#suite.name}: ${reason}\n0 passed, 0 failed, 1 skipped`);
    summarize(this.#suite.name, { passed: 0, failed: 0, skipped: 1, seconds: '0', why: reason });
  }

  /**
   * Resolves with whether tests ran and all passed, and with the seconds of each file.
   * @param {ReadonlyMap<string, string[]>} processes the files of each process, by the script that it runs
   * @param {RunOptions} options
   */
  async run(processes, { timeoutMs, concurrency, notes }) {
    const started = performance.now();
    this.#processes = new Map(processes);
    const files = [...processes.keys()];
    for await (const event of run({ files, concurrency, timeout: timeoutMs })) this.#take(event);
    this.#reportLost();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    this.#print(seconds, notes());
    const { passed, failed } = this.#count;
    // A run without passed tests is a failure.
    return { passed: failed === 0 && passed > 0, seconds: this.#seconds() };
  }

  /** @param {{ type: string, data: any }} event */
  #take({ type, data }) {
    if (type === 'test:stderr' || type === 'test:stdout') this.#takeOutput(data);
    if (type === 'test:diagnostic' && data.message.startsWith('Error: '))
      this.#uncaught.push(data.message);
    if (type === 'test:enqueue' && !this.#isProcess(data)) this.#of(data).begun++;
    if (type !== 'test:pass' && type !== 'test:fail') return;
    const isFile = this.#isProcess(data);
    if (!isFile) this.#of(data).ended++;
    if (type === 'test:fail') this.#takeFailure(data, isFile);
    else if (data.skip !== undefined || data.todo !== undefined) {
      this.#count.skipped++;
      this.#skips.push(`${data.name}: ${data.skip || data.todo}`);
    } else if (!isFile && data.details.type !== 'suite') {
      this.#count.passed++;
      this.#of(data).passed++;
      if (!this.#suite.isShared)
        console.log(`✔ ${data.name} (${Math.round(data.details.duration_ms)} ms)`);
    }
    if (!isFile && data.nesting === 0) this.#of(data).seconds += data.details.duration_ms / 1000;
  }

  /** Shows output at once if files run one after the other. @param {{ file?: string, message: string }} data */
  #takeOutput({ file = '', message }) {
    if (!this.#suite.isShared) process.stdout.write(message);
    else this.#output.set(file, (this.#output.get(file) ?? '') + message);
  }

  /** @param {Named & { details: { error: Error } }} data @param {boolean} isFile */
  #takeFailure(data, isFile) {
    const { error } = data.details;
    const { failureType } = /** @type {{ failureType?: string }} */ (error);
    if (failureType === 'subtestsFailed') return;
    const where = isFile ? this.#cutFiles(data).join(', ') : `${place(data.file)} ${data.name}`;
    const uncaught = isFile ? this.#uncaught.splice(0) : [];
    this.#fail(`✖ ${where}\n${indent([describe(error), ...uncaught].join('\n'))}`);
  }

  /** @param {string} failure */
  #fail(failure) {
    this.#count.failed++;
    console.log(failure);
    this.#failures.push(failure);
  }

  /** Prints a line for each folder, and the output of processes in which tests failed. */
  #printFolders() {
    for (const folder of this.#suite.folders ?? []) {
      const files = this.#files.filter((file) => file.startsWith(`${folder}/`));
      if (files.length === 0) continue;
      const passed = files.reduce((sum, file) => sum + (this.#progress.get(file)?.passed ?? 0), 0);
      const title = folder.replace(/dist\/?(?:test\/|controller)?/, '').replace(/\/$/, '');
      const mark = this.#hasFailed(files) ? '✖' : '✔';
      console.log(`${mark} ${title}: ${passed} tests passed in ${files.length} files`);
    }
    for (const [script, output] of this.#output) {
      const files = this.#processes.get(script) ?? [];
      if (this.#hasFailed(files)) console.log(`\noutput of ${files.join(', ')}:\n${output}`);
    }
  }

  /** @param {readonly string[]} files */
  #hasFailed(files) {
    return this.#failures.some((failure) => files.some((file) => failure.includes(file)));
  }

  /** Node reports no failure if a test ends the process. */
  #reportLost() {
    for (const [file, { begun, ended }] of this.#progress) {
      if (ended === 0) this.#fail(`✖ ${file} ended without the result of any test`);
      else if (begun > ended) this.#fail(`✖ ${file} ended before ${begun - ended} of its tests`);
    }
  }

  /**
   * The files of a failed process whose tests did not all end; all of its files if all tests ended. They are then not
   * reported again.
   * @param {Named} data
   */
  #cutFiles({ name }) {
    const batch = this.#processes.get(name) ?? [place(name)];
    const cut = batch.filter((file) => {
      const { begun, ended } = this.#of({ name, file: path.join(ROOT, file) });
      return ended === 0 || begun > ended;
    });
    for (const file of cut) this.#progress.delete(file);
    return cut.length > 0 ? cut : batch;
  }

  /** Node reports each process as a test. Only its failure to run counts. @param {Named} data */
  #isProcess({ name, file }) {
    return name === file || this.#processes.has(name);
  }

  /** @param {Named} data */
  #of({ name, file = name }) {
    const key = place(file);
    const known = this.#progress.get(key) ?? { begun: 0, ended: 0, passed: 0, seconds: 0 };
    this.#progress.set(key, known);
    return known;
  }

  #seconds() {
    const seconds = [...this.#progress].map(
      ([file, progress]) => /** @type {const} */ ([file, Number(progress.seconds.toFixed(2))]),
    );
    return new Map(seconds);
  }

  /** @param {string} seconds @param {string} notes */
  #print(seconds, notes) {
    const { name, isShared } = this.#suite;
    const { passed, failed, skipped } = this.#count;
    if (isShared) this.#printFolders();
    console.log(`\n${name}: ${this.#files.length} files in ${seconds} s`);
    for (const skip of this.#skips) console.log(`skipped: ${skip}`);
    if (failed > 0) console.log(`\nall failures:\n${this.#failures.join('\n')}\n`);
    if (notes !== '' && !isShared) console.log(notes.trimEnd());
    console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
    const why = this.#skips.join('; ');
    summarize(name, { passed, failed, skipped, seconds, why }, this.#failures, notes);
  }
}

/**
 * Adds a line for the table of .ci/run.
 * @param {string} suite
 * @param {{ passed: number, failed: number, skipped: number, seconds: string, why: string }} row
 * @param {readonly string[]} failures
 */
export function summarize(suite, row, failures = [], notes = '') {
  const file = process.env['VMGEN_SUMMARY'];
  if (file === undefined) return;
  const { passed, failed, skipped, seconds, why } = row;
  const cells = [suite, passed, failed, skipped, `${seconds} s`, why];
  appendFileSync(file, `${cells.join('\t')}\n`);
  if (notes !== '') appendFileSync(`${file}.notes`, notes.replaceAll(/^(?=.)/gm, `${suite}: `));
  for (const failure of failures) appendFileSync(`${file}.failures`, `${suite}: ${failure}\n`);
}

/**
 * Prints the summaries of explorations in the output of an operator's tests, and adds them to the notes of .ci/run.
 * @param {string} operator @param {string} output
 */
export function noteExplorations(operator, output) {
  for (const [, text] of output.matchAll(/operator: (\d+ (?:plans|random states), .*)$/gm)) {
    console.log(`${operator}: ${text}`);
    const file = process.env['VMGEN_SUMMARY'];
    if (file !== undefined) appendFileSync(`${file}.notes`, `example: ${operator}: ${text}\n`);
  }
}

/** @param {string | undefined} file */
function place(file) {
  return file === undefined ? '' : path.relative(ROOT, file).replaceAll(path.sep, '/');
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
