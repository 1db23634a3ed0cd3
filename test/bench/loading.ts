import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { inRepository } from '../support/repository.js';
import { measure, type Subject } from './measure.js';

const BARE = 'node -e 0';
const ROUNDS = 21;

/** How much longer than a bare node's start: the whole, and a part of it. */
const WHOLE_GOAL = 1.5;
const PART_GOAL = 1.25;

/** Measures what it takes to load each entry of the runtime, beside a node that loads nothing. */
export function benchLoading(print: (line: string) => void): void {
  const subjects = ['', ...entriesOf('runtime')].map(loading);
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
