import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inRepository } from '../../support/repository.js';
import { goProgram } from '../go-program.js';
import { median, rowsOf } from '../measure.js';
import { TEN_PLANS } from './ten-plans.js';

const row = rowsOf(24, 17);

const ROUNDS = 3;
const GO = inRepository('test', 'bench', 'go-manager', 'site');
const OURS = inRepository('test', 'bench', 'explore');

interface Subject {
  readonly name: string;
  readonly operator: string;
  readonly test: string;
  readonly command: readonly string[];
  readonly assets?: string;
  readonly faults: (output: string) => number;
}

/**
 * Measures what tests of the faults of one small operator cost: explored, and written by hand with envtest
 * and controller-runtime. Processor time includes that of the API server and of etcd.
 */
export function benchByHand(print: (line: string) => void): void {
  const assets = process.env['KUBEBUILDER_ASSETS'];
  const go = assets === undefined ? undefined : goProgram('go-manager', 'site');
  if (assets === undefined || go === undefined) {
    print('skipped: faults by hand; they need go, and KUBEBUILDER_ASSETS of npx vmgen-envtest');
    return;
  }
  const embedded = mkdtempSync(path.join(tmpdir(), 'vmgen-bench-'));
  try {
    const server = inRepository('packages', 'apiserver', 'bin', 'vmgen-apiserver.js');
    execFileSync(process.execPath, [server, '--write-assets', embedded]);
    print(row(['', 'operator, lines', 'test, lines', 'faults', 'wall s', 'processor s']));
    for (const subject of subjects(go, assets, embedded)) print(row(measured(subject)));
  } finally {
    rmSync(embedded, { recursive: true });
  }
}

function subjects(go: string, assets: string, embedded: string): Subject[] {
  const script = inRepository('test', 'dist', 'test', 'bench', 'explore', 'subject-explore.js');
  const explored = {
    operator: path.join(OURS, 'site.ts'),
    test: path.join(OURS, 'explored-site.ts'),
    faults: Number,
  };
  const byHand = {
    operator: path.join(GO, 'operator.go'),
    test: path.join(GO, 'operator_test.go'),
    command: [go, '-test.v'],
    faults: (output: string) => output.match(/^ {4}--- PASS/gm)?.length ?? 0,
  };
  const node = [process.execPath, script];
  const ten = TEN_PLANS.map((plan) => JSON.stringify(plan));
  return [
    { name: 'explore, all plans', ...explored, command: node },
    { name: 'explore, the ten plans', ...explored, command: [...node, ...ten] },
    { name: 'Go, kube-apiserver', ...byHand, assets },
    { name: 'Go, embedded server', ...byHand, assets: embedded },
  ];
}

function measured({ name, operator, test, command, assets, faults }: Subject): string[] {
  const runs = Array.from({ length: ROUNDS }, () => timed(command, assets));
  const seconds = (['wall', 'processor'] as const).map((key) =>
    median(runs.map((run) => run[key])),
  );
  return [
    name,
    ...[linesOf(operator), linesOf(test), faults(runs[0]?.output ?? '')].map(String),
    ...seconds.map((each) => each.toFixed(1)),
  ];
}

/** Runs a command, and returns its seconds with those of all processes that it has waited for. */
function timed(command: readonly string[], assets: string | undefined) {
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['-c', 'TIMEFORMAT="%R %U %S"; time "$@"', 'bash', ...command],
    {
      cwd: GO,
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C', KUBEBUILDER_ASSETS: assets },
    },
  );
  if (status !== 0) throw new Error(`${command.join(' ')} failed: ${stdout}${stderr}`);
  const times = stderr.trimEnd().split('\n').at(-1)?.split(' ').map(Number) ?? [];
  const [wall = Number.NaN, user = Number.NaN, system = Number.NaN] = times;
  return { output: stdout, wall, processor: user + system };
}

/** The lines of a file that are neither blank nor comments. */
const linesOf = (file: string): number =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !/^\s*($|\/\/|\/?\*)/.test(line)).length;
