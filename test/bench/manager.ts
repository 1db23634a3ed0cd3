import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { inRepository } from '../support/repository.js';
import { startBenchChild } from './bench-child.js';
import { median, rowsOf } from './measure.js';
import { startBenchServer } from './runtime/bench-server.js';
import type { ReconcileCost } from './runtime/subject-reconcile.js';

const row = rowsOf(58, 9);

const RECONCILE_ROUNDS = 7;
const RECORDING_ROUNDS = 11;
const START_ROUNDS = 25;
const MANY = 100_000;
const MEMORY_ROUNDS = 3;

const RECONCILE_GOAL = 1.1;
const RECORDINGS_GOAL = 1.03;
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
 * and in memory. Both run in turn, and a ratio is the median of the ratios of two successive runs, so
 * that changes of the machine's speed affect both sides.
 */
export async function benchManager(print: (line: string) => void): Promise<void> {
  await benchReconciles(print);
  print('');
  await benchRecordings(print);
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
    // The first run also creates the objects of the server.
    if (isRemote) await reconcileCost('loop', load, address);
    const pairs = await pairsOf('loop', 'manager', RECONCILE_ROUNDS, load, address);
    const loop = medianOf(pairs.map(([each]) => each));
    const manager = medianOf(pairs.map(([, each]) => each));
    const ratio = median(pairs.map(([bare, managed]) => managed.us / bare.us));
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

/** What the recording of inputs costs beside a manager with the same status page, whose reconciles succeed. */
async function benchRecordings(print: (line: string) => void): Promise<void> {
  using server = await startBenchChild('beside-server.js');
  print(row(['a reconcile with a status page', 'CPU us', 'x page', '/s', 'goal']));
  for (const { name, load, isRemote } of RECONCILES) {
    const address = isRemote ? [String(server.port), server.token] : [];
    if (isRemote) await reconcileCost('page', load, address);
    const pairs = await pairsOf('page', 'recordings', RECORDING_ROUNDS, load, address);
    const page = medianOf(pairs.map(([each]) => each));
    const recordings = medianOf(pairs.map(([, each]) => each));
    const ratio = median(pairs.map(([without, recorded]) => recorded.us / without.us));
    const goal = isRemote ? verdict(ratio, RECORDINGS_GOAL) : [];
    print(row([`  ${name}`, page.us.toFixed(1), '1.00', rate(page)]));
    const cells = [recordings.us.toFixed(1), ratio.toFixed(3), rate(recordings), ...goal];
    print(row([`  ${name}: recordings`, ...cells]));
  }
}

async function pairsOf(
  first: Subject,
  second: Subject,
  rounds: number,
  load: Reconciles['load'],
  address: readonly string[],
): Promise<(readonly [ReconcileCost, ReconcileCost])[]> {
  const pairs: (readonly [ReconcileCost, ReconcileCost])[] = [];
  for (let round = 0; round < rounds; round++) {
    // Each is the first one of every second pair.
    const [one, other] = round % 2 === 0 ? [first, second] : [second, first];
    const before = await reconcileCost(one, load, address);
    const after = await reconcileCost(other, load, address);
    pairs.push(round % 2 === 0 ? [before, after] : [after, before]);
  }
  return pairs;
}

type Subject = 'loop' | 'manager' | 'page' | 'recordings';

async function reconcileCost(
  who: Subject,
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

/**
 * The start of a process, until the tasks of an empty manager run. The kubeconfig is JSON, so that no YAML is
 * parsed, as in a pod.
 */
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
  const bare = (): ProcessTimes => timesOf(cwd, ['-e', '0']);
  const ours = (): ProcessTimes => timesOf(cwd, ['--input-type=module', '-e', script]);
  bare();
  ours();
  const pairs = Array.from({ length: START_ROUNDS }, () => [bare(), ours()] as const);
  rmSync(scratch, { recursive: true });
  print(row(['the start of a process', 'ms', 'x node', 'CPU ms', 'x node', 'goal']));
  const printTimes = (name: string, of: 0 | 1, goal?: number): void => {
    const [ms, msRatio, cpuMs, cpuRatio] = [
      median(pairs.map((pair) => pair[of].ms)),
      median(pairs.map((pair) => pair[of].ms / pair[0].ms)),
      median(pairs.map((pair) => pair[of].cpuMs)),
      median(pairs.map((pair) => pair[of].cpuMs / pair[0].cpuMs)),
    ];
    const times = [ms.toFixed(0), msRatio.toFixed(2), cpuMs.toFixed(0), cpuRatio.toFixed(2)];
    print(row([`  ${name}`, ...times, ...(goal === undefined ? [] : verdict(msRatio, goal))]));
  };
  printTimes('node -e 0', 0);
  printTimes('an empty manager', 1, START_GOAL);
}

interface ProcessTimes {
  /** From the start to the end. */
  readonly ms: number;
  /** The processor time of all threads. */
  readonly cpuMs: number;
}

/** Runs Node. Bash measures, because Node does not report the processor time of its children. */
function timesOf(cwd: string, args: readonly string[]): ProcessTimes {
  const measured = 'TIMEFORMAT="%3R %3U %3S"; time "$@" 2>/dev/null';
  const { status, stderr } = spawnSync(
    'bash',
    ['-c', measured, 'bash', process.execPath, ...args],
    {
      cwd,
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`node ${args.join(' ')} failed with ${status}`);
  const [real = NaN, user = NaN, system = NaN] = stderr.trim().split(' ').map(Number);
  return { ms: real * 1000, cpuMs: (user + system) * 1000 };
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
