import { fork } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { summarize } from '../support/summarize.js';
import { exploreMutant, failsChaos, failsPlainTests, type Finding } from './find.js';
import { MUTANTS } from './mutants.js';
import type { Operator } from './operator.js';
import { pageOf } from './page.js';
import { tryOperator, type Trial } from './trial.js';

/**
 * Explores operators with planted defects, beside plain tests and random faults, and compares the
 * table with docs/mutants.md. Usage: npm run suite mutants -- [--update]. The exit code is 1 if a
 * mutant is not found, or if the table differs.
 */

/** What finds a mutant. */
export interface Row {
  readonly does: string;
  readonly breaks: string;
  readonly finding: Finding | undefined;
  readonly isFoundByPlainTests: boolean;
  readonly isFoundByChaos: boolean;
}

/** The rows of a kind of mutants, and the milliseconds of processor time. */
export interface Rows {
  readonly kind: string;
  readonly rows: readonly Row[];
  readonly exploreMs: number;
  readonly plainMs: number;
  readonly chaosMs: number;
}

/** So many processes compute at the same time, each the rows of one kind, because a process uses one processor. */
const CONCURRENCY = 2;
const PAGE = path.join(import.meta.dirname, '../../../../docs/mutants.md');

async function timed<T>(add: (ms: number) => void, work: () => Promise<T>): Promise<T> {
  const began = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(began);
  add((user + system) / 1000);
  return result;
}

/** The rows of one kind. */
async function rowsOf(kind: string): Promise<Rows> {
  const rows: Row[] = [];
  const ms = { exploreMs: 0, plainMs: 0, chaosMs: 0 };
  const twins = new Map<Operator | undefined, Trial>();
  for (const [index, mutant] of (MUTANTS[kind] ?? []).entries()) {
    const { does, breaks, operator, twin } = mutant;
    const finding = await timed(
      (used) => (ms.exploreMs += used),
      () => exploreMutant(mutant),
    );
    const plain = await timed(
      (used) => (ms.plainMs += used),
      async () => {
        if (twin !== undefined && !twins.has(twin)) twins.set(twin, await tryOperator(twin));
        return tryOperator(operator);
      },
    );
    const isFoundByChaos = await timed(
      (used) => (ms.chaosMs += used),
      () => failsChaos(operator, plain, { plans: finding?.plans ?? 0, seed: index + 1 }),
    );
    const isFoundByPlainTests = failsPlainTests(plain, twins.get(twin));
    rows.push({ does, breaks, finding, isFoundByPlainTests, isFoundByChaos });
  }
  return { kind, rows, ...ms };
}

async function forked(kind: string): Promise<Rows> {
  const child = fork(import.meta.filename, ['--kind', kind]);
  const messages: Rows[] = [];
  child.on('message', (message) => messages.push(message as Rows));
  await once(child, 'exit');
  const [rows] = messages;
  if (rows === undefined) throw new Error(`the process of ${kind} has failed`);
  return rows;
}

async function main(isUpdate: boolean): Promise<void> {
  const startMs = performance.now();
  const waiting = Object.keys(MUTANTS);
  const found = new Map<string, Rows>();
  const work = async (): Promise<void> => {
    for (let kind = waiting.pop(); kind !== undefined; kind = waiting.pop()) {
      found.set(kind, await forked(kind));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  const all = Object.keys(MUTANTS).flatMap((kind) => found.get(kind) ?? []);
  const { text, note, missed } = pageOf(all);
  const page = await format(text, { ...(await resolveConfig(PAGE)), filepath: PAGE });
  const failures = missed.map((does) => `not found: an operator that ${does}`);
  if (isUpdate) await writeFile(PAGE, page);
  else if ((await readFile(PAGE, 'utf8')) !== page) {
    failures.push('docs/mutants.md differs; run npm run suite mutants -- --update');
  }
  console.log(page);
  console.log(note);
  console.log(timesOf(all));
  for (const failure of failures) console.error(failure);
  const rows = all.flatMap((each) => each.rows);
  summarize('mutants', {
    passed: rows.length - missed.length,
    failed: failures.length,
    startMs,
    failures,
  });
  const summary = process.env['VMGEN_SUMMARY'];
  if (summary !== undefined) appendFileSync(`${summary}.notes`, `${note}\n`);
  if (failures.length > 0) process.exitCode = 1;
}

function timesOf(all: readonly Rows[]): string {
  const seconds = (key: 'exploreMs' | 'plainMs' | 'chaosMs'): string =>
    (all.reduce((sum, each) => sum + each[key], 0) / 1000).toFixed(1);
  return `processor time: explorations ${seconds('exploreMs')} s, plain tests ${seconds('plainMs')} s, chaos ${seconds('chaosMs')} s`;
}

const [option, kind = ''] = process.argv.slice(2);
if (option === '--kind') {
  process.send?.(await rowsOf(kind));
  process.disconnect();
} else {
  await main(option === '--update');
}
