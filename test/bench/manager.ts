import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { inRepository } from '../support/repository.js';
import { startBenchChild } from './bench-child.js';
import { measure, median } from './measure.js';
import { startBenchServer } from './runtime/bench-server.js';
import type { ReconcileCost } from './runtime/subject-reconcile.js';

const RECONCILE_ROUNDS = 5;
const START_ROUNDS = 15;
const MANY = 100_000;
const MEMORY_ROUNDS = 3;

const RECONCILE_GOAL = 1.1;
const START_GOAL = 2;
const MEMORY_GOAL = 1.02;

/** What a reconcile does, and where its server is. */
interface Reconciles {
  readonly name: string;
  readonly load: 'read' | 'write';
  /** Whether the server has its own process, behind HTTPS as for a real operator. */
  readonly isRemote: boolean;
  readonly goal?: number;
}

const RECONCILES: readonly Reconciles[] = [
  { name: 'a read, in process', load: 'read', isRemote: false },
  { name: 'a read and a write, in process', load: 'write', isRemote: false },
  { name: 'a read and a write over HTTPS', load: 'write', isRemote: true, goal: RECONCILE_GOAL },
];

/**
 * Measures what a manager costs beside a loop of the runtime: per reconcile, at the start of a process,
 * and in memory.
 */
export async function benchManager(print: (line: string) => void): Promise<void> {
  await benchReconciles(print);
  print('');
  benchStart(print);
  print('');
  await benchMemory(print);
}

/** The processor time of the operator's process, which includes the server only in process. */
async function benchReconciles(print: (line: string) => void): Promise<void> {
  using server = await startBenchChild('beside-server.js');
  print(row(['a reconcile', 'CPU us', 'x loop', '/s', 'goal']));
  for (const { name, load, isRemote, goal } of RECONCILES) {
    const address = isRemote ? [String(server.port), server.token] : [];
    const costs = { loop: [] as ReconcileCost[], manager: [] as ReconcileCost[] };
    for (let round = 0; round < RECONCILE_ROUNDS; round++) {
      costs.loop.push(await reconcileCost('loop', load, address));
      costs.manager.push(await reconcileCost('manager', load, address));
    }
    const [loop, manager] = [medianOf(costs.loop), medianOf(costs.manager)];
    const ratio = manager.us / loop.us;
    print(row([`  ${name}: queue and workers`, loop.us.toFixed(0), '1.00', rate(loop)]));
    print(
      row([
        `  ${name}: @vmgen/manager`,
        manager.us.toFixed(0),
        ratio.toFixed(2),
        rate(manager),
        ...(goal === undefined ? [] : verdict(ratio, goal)),
      ]),
    );
  }
}

async function reconcileCost(
  who: 'loop' | 'manager',
  load: Reconciles['load'],
  address: readonly string[],
): Promise<ReconcileCost> {
  const script = inRepository('test', 'dist', 'test', 'bench', 'runtime', 'subject-reconcile.js');
  const args = [script, who, load, ...address];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as ReconcileCost;
}

function medianOf(costs: readonly ReconcileCost[]): ReconcileCost {
  return {
    us: median(costs.map(({ us }) => us)),
    perSecond: median(costs.map(({ perSecond }) => perSecond)),
  };
}

function rate({ perSecond }: ReconcileCost): string {
  return perSecond.toFixed(0);
}

/** The start of a process, until the tasks of an empty manager run. */
function benchStart(print: (line: string) => void): void {
  const scratch = mkdtempSync(path.join(tmpdir(), 'vmgen-bench-'));
  const kubeconfig = path.join(scratch, 'kubeconfig');
  writeFileSync(
    kubeconfig,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'a', cluster: { server: 'http://127.0.0.1:1' } }],
      users: [{ name: 'a', user: {} }],
      contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
      'current-context': 'a',
    }),
  );
  const script = `
    import { runManager } from '@vmgen/manager';
    const options = { name: 'bench', kubeconfig: ${JSON.stringify(kubeconfig)}, leaderElection: false, server: { port: 0 } };
    await runManager(options, (manager) => manager.task('exit', async () => process.exit(0)));`;
  const cwd = inRepository('test');
  const bareName = 'node -e 0';
  const ours = 'an empty manager';
  const measured = measure(
    [
      { name: bareName, command: [process.execPath, '-e', '0'], cwd },
      { name: ours, command: [process.execPath, '--input-type=module', '-e', script], cwd },
    ],
    START_ROUNDS,
    scratch,
  );
  rmSync(scratch, { recursive: true });
  const bareMs = measured.get(bareName)?.medianMs ?? Number.NaN;
  print(row(['the start of a process', 'ms', 'x node', 'goal']));
  for (const [name, { medianMs }] of measured) {
    const ratio = medianMs / bareMs;
    const goal = name === ours ? verdict(ratio, START_GOAL) : [];
    print(row([`  ${name}`, medianMs.toFixed(0), ratio.toFixed(2), ...goal]));
  }
}

/** The heap of a process that caches many objects. */
async function benchMemory(print: (line: string) => void): Promise<void> {
  await using server = await startBenchServer();
  const script = inRepository('test', 'dist', 'test', 'bench', 'runtime', 'subject-manager.js');
  const heap = async (who: string): Promise<number> => {
    const runs: number[] = [];
    for (let round = 0; round < MEMORY_ROUNDS; round++) {
      await server.reset({ objects: MANY, events: 0, streaming: false, expires: false });
      const args = ['--expose-gc', script, server.url, who];
      runs.push(Number(execFileSync(process.execPath, args, { encoding: 'utf8' })));
    }
    return median(runs);
  };
  const informer = await heap('informer');
  const manager = await heap('manager');
  print(row([`${MANY} cached objects`, 'MiB', 'x', 'goal']));
  print(row(['  createSharedInformer', informer.toFixed(1), '1.00']));
  const ratio = manager / informer;
  print(
    row(['  @vmgen/manager', manager.toFixed(1), ratio.toFixed(3), ...verdict(ratio, MEMORY_GOAL)]),
  );
}

function verdict(ratio: number, goal: number): string[] {
  return [`<= ${goal}`, ratio <= goal ? 'met' : 'missed'];
}

function row([name = '', ...cells]: readonly string[]): string {
  return (name.padEnd(58) + cells.map((cell) => cell.padStart(9)).join('')).trimEnd();
}
