import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFakeTransport, type FakeTransport } from '@vmgen/apiserver/fake';
import { configMapResource, createConfigMapClient } from '@vmgen/kubernetes/core/v1';
import { createManager } from '@vmgen/manager';
import { createWorkQueue, runWorkers, type Transport } from '@vmgen/runtime';
import { createSharedInformer, type Lister } from '@vmgen/runtime/cache';
import { createFullClient } from '@vmgen/runtime/internal';
import type { ConfigMap } from '@vmgen/kubernetes/core/v1';
import { inRepository } from '../support/repository.js';
import { measure, median } from './measure.js';
import { startBenchServer } from './runtime/bench-server.js';

const KEYS = 2_000;
const ROUNDS = 9;
const WORKERS = 4;
const MANY = 100_000;
const MEMORY_ROUNDS = 3;

const RECONCILE_GOAL = 1.1;
const START_GOAL = 2;
const MEMORY_GOAL = 1.02;

type Maps = Pick<Lister<ConfigMap, 'Namespaced'>, 'get'>;
type Work = (reader: Maps, transport: Transport, name: string) => Promise<unknown>;

const LOADS: Readonly<Record<string, Work>> = {
  'a read': (reader, _transport, name) => Promise.resolve(reader.get(`default/${name}`)),
  'a read and a write': (reader, transport, name) => {
    const { data } = reader.get(`default/${name}`);
    const count = String(Number(data?.['count'] ?? 0) + 1);
    return createConfigMapClient(transport, 'default').mergePatch(name, { data: { count } });
  },
};

/**
 * Measures what a manager costs beside a loop of the runtime: per reconcile, at the start of a process,
 * and in memory.
 */
export async function benchManager(print: (line: string) => void): Promise<void> {
  print(row(['a reconcile', 'us', 'x loop', 'goal']));
  for (const [name, work] of Object.entries(LOADS)) {
    const [bare, managed] = await reconciles(work);
    const ratio = managed / bare;
    const isTypical = name !== 'a read';
    print(row([`  ${name}: queue and workers`, bare.toFixed(0), '1.00']));
    print(
      row([
        `  ${name}: @vmgen/manager`,
        managed.toFixed(0),
        ratio.toFixed(2),
        ...(isTypical ? verdict(ratio, RECONCILE_GOAL) : []),
      ]),
    );
  }
  print('');
  benchStart(print);
  print('');
  await benchMemory(print);
}

/** The medians of the processor time per reconcile, in microseconds. */
async function reconciles(work: Work): Promise<[bare: number, managed: number]> {
  const rounds: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push([await bare(work), await managed(work)]);
  return [median(rounds.map(([first]) => first)), median(rounds.map(([, second]) => second))];
}

async function serve(): Promise<FakeTransport> {
  const fake = createFakeTransport();
  const client = createConfigMapClient(fake, 'default');
  for (const name of names()) await client.create({ metadata: { name } });
  return fake;
}

const names = (): string[] => Array.from({ length: KEYS }, (_, n) => `map-${n}`);

async function bare(work: Work): Promise<number> {
  await using fake = await serve();
  const stopping = new AbortController();
  const { signal } = stopping;
  const informer = createSharedInformer(createFullClient(fake, configMapResource));
  const following = informer.run({ signal });
  await informer.synced({ signal });
  const queue = createWorkQueue('bench');
  const meter = new Meter(stopping);
  for (const name of names()) queue.add(`default/${name}`);
  await runWorkers(queue, {
    workers: WORKERS,
    reconcile: async ({ name }) => {
      await work(informer.lister, fake, name);
      meter.count();
    },
    signal,
  });
  await following;
  return meter.usPerKey;
}

async function managed(work: Work): Promise<number> {
  await using fake = await serve();
  const stopping = new AbortController();
  const manager = createManager(fake, { name: 'bench', leaderElection: false });
  const { maps } = manager.cache({ maps: configMapResource });
  const meter = new Meter(stopping);
  manager
    .controller(maps, { workers: WORKERS, when: ({ type }) => type === 'add' })
    .reconcile(async ({ metadata }, { transport }) => {
      await work(maps, transport, metadata.name);
      meter.count();
    });
  await manager.run({ signal: stopping.signal });
  return meter.usPerKey;
}

/** Measures from the first reconcile to the last one, which ends the run. */
class Meter {
  usPerKey = Number.NaN;
  readonly #stopping: AbortController;
  #before: NodeJS.CpuUsage | undefined;
  #count = 0;

  constructor(stopping: AbortController) {
    this.#stopping = stopping;
  }

  count(): void {
    this.#before ??= process.cpuUsage();
    if (++this.#count < KEYS) return;
    const { user, system } = process.cpuUsage(this.#before);
    this.usPerKey = (user + system) / (KEYS - 1);
    this.#stopping.abort();
  }
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
    ROUNDS,
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
  return (name.padEnd(44) + cells.map((cell) => cell.padStart(9)).join('')).trimEnd();
}
