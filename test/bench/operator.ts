import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { startEnvtest, type Envtest } from '@vmgen/apiserver/envtest';
import { createConfigMapClient } from '@vmgen/kubernetes/core/v1';
import { createResourceClient, isNotFound } from '@vmgen/runtime';
import { leaseResource } from '@vmgen/runtime/api';
import { inRepository } from '../support/repository.js';
import { goProgram } from './go-program.js';
import { median, rowsOf } from './measure.js';
import { shopCrd } from './operator/shop.js';
import type { ShopLoad } from './operator/shop-load.js';
import { RunningOperator } from './operator/running-operator.js';

const row = rowsOf(46, 19);

const ROUNDS = 3;
const OWNERS = 10_000;
const APPLIED = 2_000;
/** As in the generated Deployment with the default limit of memory. */
const NODE_OPTIONS = ['--max-semi-space-size=1', '--max-old-space-size=112'];

/** The changes per second, and their number. */
const CHANGES = [
  [40, 400],
  [480, 4_800],
] as const;

/** The figures of one run of an operator. */
interface Figures {
  [row: string]: number;
}

/** The rows in order: what is printed, and the highest ratio; the rate of applies is a lowest one. */
const ROWS: readonly (readonly [row: string, unit: string, digits: number, goal?: string])[] = [
  ['sync and first reconcile of 10,000 owners', 's', 2, '<= 1'],
  ['memory at rest', 'MB', 0, '<= 1'],
  ['processor time at rest, a minute', 's', 3, '<= 1.5'],
  ['2,000 first applies, 4 workers', '/s', 0, '>= 1.3'],
  ['processor time of these applies', 's', 2, '<= 1.2'],
  ['peak memory of these applies', 'MB', 0, '<= 1.3'],
  ['requests of these applies', '', 0],
  ['change to reconcile, 40/s, p50', 'ms', 2, '<= 1.2'],
  ['change to reconcile, 40/s, p99', 'ms', 2, '<= 1'],
  ['change to reconcile, 480/s, p50', 'ms', 2, '<= 1'],
  ['change to reconcile, 480/s, p99', 'ms', 2, '<= 1'],
  ['writes after a restart', '', 0, '<= 0'],
];

/**
 * Measures the same small operator on @vmgen/manager and on controller-runtime, in turn beside one
 * kube-apiserver with etcd: 10,000 owners, one applied child, an election, metrics.
 */
export async function benchOperator(print: (line: string) => void): Promise<void> {
  if (process.env['KUBEBUILDER_ASSETS'] === undefined) {
    print('skipped: KUBEBUILDER_ASSETS is not set; set it to the output of npx vmgen-envtest');
    return;
  }
  const go = goProgram('go-manager', 'operator');
  await using cluster = await startEnvtest({ crds: [shopCrd] });
  const script = inRepository('test', 'dist', 'test', 'bench', 'operator', 'subject-operator.js');
  const subjects = [
    { name: '@vmgen/manager', command: [process.execPath, ...NODE_OPTIONS, script] },
    ...(go === undefined ? [] : [{ name: 'controller-runtime', command: [go] }]),
  ];
  const bench = new OperatorBench(cluster);
  await bench.load({ action: 'create', from: 0, count: OWNERS, perSecond: 0 });
  const runs = subjects.map((): Figures[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, { command }] of subjects.entries()) {
      runs[index]?.push(await bench.run(command, round === 0));
    }
  }
  print(row(['', ...subjects.map(({ name }) => name), 'ratio', 'goal']));
  for (const [name, unit, digits, goal] of ROWS) {
    const figures = runs.map((run) => median(run.flatMap((each) => each[name] ?? [])));
    print(row([`${name}${unit && `, ${unit}`}`, ...cells(figures, digits, goal)]));
  }
  if (go === undefined) print('no go on the PATH: not compared with controller-runtime');
}

class OperatorBench {
  readonly #cluster: Envtest;
  readonly #token: string;
  #serial = 1;

  constructor(cluster: Envtest) {
    this.#cluster = cluster;
    this.#token = /"token":\s*"([^"]+)"/.exec(readFileSync(cluster.kubeconfig, 'utf8'))?.[1] ?? '';
  }

  /** Sends requests from another process, and returns when each was answered, by serial number. */
  async load(what: Omit<ShopLoad, 'port' | 'token' | 'serial'>): Promise<Map<number, number>> {
    const port = Number(new URL(this.#cluster.url).port);
    const load: ShopLoad = { port, token: this.#token, serial: this.#serial, ...what };
    this.#serial += what.count;
    const script = inRepository('test', 'dist', 'test', 'bench', 'operator', 'shop-load.js');
    const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(load)], {
      maxBuffer: 2 ** 26,
    });
    return new Map(JSON.parse(stdout) as [number, number][]);
  }

  /**
   * Runs one operator through all phases.
   *
   * @param rests whether to measure it at rest, which takes minutes
   */
  async run(command: readonly string[], rests: boolean): Promise<Figures> {
    const { transport } = this.#cluster;
    await createConfigMapClient(transport, 'default').deleteCollection(
      {},
      { labelSelector: 'app=shop' },
    );
    const figures: Figures = {};
    {
      await using operator = await this.#start(command, 0);
      figures['sync and first reconcile of 10,000 owners'] = (await operator.line('synced')) / 1000;
      if (rests) {
        const rest = await operator.rest();
        figures['memory at rest'] = rest.rssMB;
        figures['processor time at rest, a minute'] = rest.cpuSecondsPerMinute;
      }
      Object.assign(figures, await this.#apply(operator));
      for (const [perSecond, count] of CHANGES) {
        Object.assign(figures, await this.#change(operator, perSecond, count));
      }
    }
    await using operator = await this.#start(command, APPLIED);
    const before = await this.#writes();
    await operator.line('applied');
    await operator.settle();
    figures['writes after a restart'] = (await this.#writes()) - before;
    return figures;
  }

  /** Without a Lease, the election does not wait for the last operator. */
  async #start(command: readonly string[], applied: number): Promise<RunningOperator> {
    const leases = createResourceClient(this.#cluster.transport, leaseResource, {
      namespace: 'default',
    });
    await leases.delete('bench-operator').catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
    const args = [this.#cluster.kubeconfig, String(OWNERS), String(applied)];
    return new RunningOperator([...command, ...args]);
  }

  /** The processor time includes what the operator does until it rests again. */
  async #apply(operator: RunningOperator): Promise<Figures> {
    const writes = await this.#writes();
    operator.resetPeak();
    const cpuSeconds = operator.cpuSeconds();
    const startMs = operator.elapsedMs();
    operator.send(`apply ${APPLIED}`);
    const seconds = ((await operator.line('applied')) - startMs) / 1000;
    await operator.settle();
    return {
      '2,000 first applies, 4 workers': APPLIED / seconds,
      'processor time of these applies': operator.cpuSeconds() - cpuSeconds,
      'peak memory of these applies': operator.peakMB(),
      'requests of these applies': (await this.#writes()) - writes,
    };
  }

  /** From the answer to a change, in the writing process, until its reconcile starts. */
  async #change(operator: RunningOperator, perSecond: number, count: number): Promise<Figures> {
    const answered = await this.load({ action: 'change', from: APPLIED, count, perSecond });
    await operator.settle();
    operator.send('times');
    const reconciled = new Map(await operator.times());
    const delays: number[] = [];
    for (const [serial, ms] of answered) {
      const atMs = reconciled.get(serial);
      if (atMs !== undefined) delays.push(atMs - ms);
    }
    delays.sort((a, b) => a - b);
    const at = (share: number): number => delays[Math.floor(delays.length * share)] ?? Number.NaN;
    const name = `change to reconcile, ${perSecond}/s`;
    return { [`${name}, p50`]: at(0.5), [`${name}, p99`]: at(0.99) };
  }

  /** The number of writes of children that the API server has received. */
  async #writes(): Promise<number> {
    const response = await this.#cluster.transport.request({ method: 'GET', path: '/metrics' });
    let writes = 0;
    for (const line of (await response.text()).split('\n')) {
      const isWrite = /^apiserver_request_total\{.*resource="configmaps"/.test(line);
      if (isWrite && /verb="(APPLY|CREATE|PATCH|UPDATE)"/.test(line)) {
        writes += Number(line.slice(line.lastIndexOf(' ')));
      }
    }
    return writes;
  }
}

function cells(figures: readonly number[], digits: number, goal = ''): string[] {
  const [ours = Number.NaN, theirs] = figures;
  const shown = figures.map((figure) => figure.toFixed(digits));
  if (theirs === undefined) return shown;
  const ratio = ours / theirs;
  const [relation, bound] = goal.split(' ');
  const isMet = relation === '>=' ? ratio >= Number(bound) : ratio <= Number(bound);
  return [...shown, ratio.toFixed(2), goal, ...(goal === '' ? [] : [isMet ? 'met' : 'missed'])];
}
