import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { inRepository } from '../support/repository.js';
import { benchBeside } from './beside.js';
import { measure, median, type Subject } from './measure.js';

const ROUNDS = 9;
const START_ROUNDS = 21;

/** What is measured, how it is called, and the most that it may be. */
const MEASURED: readonly (readonly [key: string, name: string, goal?: number])[] = [
  ['loadMs', 'load the package, ms'],
  ['readyMs', 'ready over HTTPS after that, ms', 50],
  ['freshMiB', 'memory when ready, MB', 90],
  ['discoveryMs', 'first discovery of the groups, ms'],
  ['firstMs', 'first Deployment, ms'],
  ['secondMs', 'second Deployment, ms'],
  ['openApiMs', 'first index of OpenAPI, ms'],
  ['usedMiB', 'memory after all that, MB'],
];

/** How much longer than a bare node's start a process takes until its server is ready. */
const START_GOAL = 4;

/**
 * Measures the start of the embedded API server, what its built-in kinds cost when asked for, and its
 * speed beside a real one.
 */
export async function benchApiServer(
  print: (line: string) => void,
  objects?: number,
): Promise<void> {
  benchStart(print);
  print('');
  const runs = Array.from({ length: ROUNDS }, runOnce);
  for (const [key, name, goal] of MEASURED) {
    const value = median(runs.map((run) => run[key] ?? Number.NaN));
    const verdict = goal === undefined ? '' : `  <= ${goal} ${value <= goal ? 'met' : 'missed'}`;
    print(`${name.padEnd(36)}${value.toFixed(1).padStart(8)}${verdict}`);
  }
  print('');
  await benchBeside(print, objects);
}

function benchStart(print: (line: string) => void): void {
  const bare = 'node -e 0';
  const script =
    "import('@vmgen/apiserver').then(async (api) => (await api.startHttpsServer(api.createApiServer())).close())";
  const subjects: Subject[] = [
    { name: bare, command: [process.execPath, '-e', '0'], cwd: inRepository('test') },
    {
      name: 'start, ready over HTTPS, end',
      command: [process.execPath, '-e', script],
      cwd: inRepository('test'),
    },
  ];
  const measured = measure(subjects, START_ROUNDS, tmpdir());
  const bareMs = measured.get(bare)?.medianMs ?? Number.NaN;
  for (const [name, { medianMs }] of measured) {
    const ratio = medianMs / bareMs;
    const verdict =
      name === bare ? '' : `  <= ${START_GOAL} ${ratio <= START_GOAL ? 'met' : 'missed'}`;
    print(
      `${name.padEnd(36)}${medianMs.toFixed(0).padStart(8)} ms${ratio.toFixed(2).padStart(8)} x node${verdict}`,
    );
  }
}

function runOnce(): Readonly<Record<string, number>> {
  const script = inRepository('test/dist/test/bench/apiserver-start.js');
  const output = execFileSync(process.execPath, [script], { encoding: 'utf8' });
  return JSON.parse(output) as Record<string, number>;
}
