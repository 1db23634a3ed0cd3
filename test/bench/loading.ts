import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { inRepository } from '../support/repository.js';
import { measure, median, type Subject } from './measure.js';

const BARE = 'node -e 0';
const ROUNDS = 21;

/** How much longer than a bare node's start: the whole, and a part of it. */
const WHOLE_GOAL = 1.5;
const PART_GOAL = 1.25;

/** How much longer than the runtime alone a group of built-in kinds takes. */
const GROUP_GOAL_MS = 5;
const GROUPS = ['', '/core/v1', '/apps/v1', '/batch/v1', '/rbac/v1', '/clientset'];

/**
 * Measures what it takes to load each entry of the runtime, beside a node that loads nothing, and groups
 * of built-in kinds, beside the runtime.
 */
export function benchLoading(print: (line: string) => void): void {
  benchRuntimeEntries(print);
  print('');
  benchGroups(print);
}

function benchRuntimeEntries(print: (line: string) => void): void {
  const subjects = ['', ...entriesOf('packages/runtime')].map(loading);
  const measured = measure(subjects, ROUNDS, tmpdir());
  const bareMs = measured.get(BARE)?.medianMs ?? Number.NaN;
  print(row(['', 'ms', 'x node', 'goal']));
  for (const [name, { medianMs }] of measured) {
    const ratio = medianMs / bareMs;
    const goal = goalOf(name);
    const verdict = goal === undefined ? [] : [`<= ${goal}`, ratio <= goal ? 'met' : 'missed'];
    print(row([name, medianMs.toFixed(0), ratio.toFixed(2), ...verdict]));
  }
}

/** Inside the process, as milliseconds are few beside a start of Node; an empty module is the baseline. */
function benchGroups(print: (line: string) => void): void {
  print(row(['over @vmgen/runtime', 'ms', 'goal']));
  print(row(['an empty module', medianLoadingMs('data:text/javascript,').toFixed(1)]));
  for (const group of GROUPS) {
    const name = `@vmgen/kubernetes${group}`;
    const tookMs = medianLoadingMs(name);
    // All groups at once are no goal: the main entry loads those that are asked for.
    const verdict = tookMs <= GROUP_GOAL_MS ? 'met' : 'missed';
    const goal = group === '/clientset' ? [] : [`<= ${GROUP_GOAL_MS}`, verdict];
    print(row([name, tookMs.toFixed(1), ...goal]));
  }
}

function medianLoadingMs(name: string): number {
  const script = `
    await import('@vmgen/runtime');
    const before = performance.now();
    await import('${name}');
    console.log(performance.now() - before);`;
  const args = ['--input-type=module', '-e', script];
  const options = { cwd: inRepository('test'), encoding: 'utf8' } as const;
  const load = (): number => Number(execFileSync(process.execPath, args, options));
  return median(Array.from({ length: ROUNDS }, load));
}

function goalOf(name: string): number | undefined {
  // What prom-client takes is its own.
  if (name === BARE || name.endsWith('/prometheus')) return undefined;
  return name === '@vmgen/runtime' ? WHOLE_GOAL : PART_GOAL;
}

/** The names that users import, as the package's file has them. */
function entriesOf(workspace: string): string[] {
  const text = readFileSync(inRepository(workspace, 'package.json'), 'utf8');
  const { name, exports: entries } = JSON.parse(text) as { name: string; exports: object };
  return Object.keys(entries).map((entry) => entry.replace(/^\./, name));
}

function loading(name: string): Subject {
  return {
    name: name || BARE,
    command: [process.execPath, '-e', name === '' ? '0' : `import('${name}')`],
    cwd: inRepository('test'),
  };
}

function row([name = '', ...cells]: readonly string[]): string {
  return (name.padEnd(34) + cells.map((cell) => cell.padStart(8)).join('')).trimEnd();
}
