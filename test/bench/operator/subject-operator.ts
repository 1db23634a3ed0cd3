import { createInterface } from 'node:readline';
import { configMapResource } from '@vmgen/kubernetes/core/v1';
import { child, runManager } from '@vmgen/manager';
import { onAbort } from '@vmgen/runtime/async';
import { shopResource, type Shop } from './shop.js';

/**
 * An operator with one applied child per owner, for test/bench/operator.ts; go-manager/operator is its
 * twin. Usage: node subject-operator.js KUBECONFIG OBJECTS APPLIED
 *
 * Owners with a number below APPLIED have a child. Writes the line `synced` when it has reconciled all
 * OBJECTS owners, and `applied` when all children of a command are applied. Commands on standard input:
 * `apply N` sets APPLIED and reconciles these owners; `times` writes `times` with a JSON array of the
 * serial numbers that it has reconciled and the times, in milliseconds since the epoch.
 */
const [kubeconfig = '', objects = '', initiallyApplied = ''] = process.argv.slice(2);
let applied = Number(initiallyApplied);
let times: [serial: number, ms: number][] = [];
const seen = new Set<number>();
const done = new Set<number>();
const wake: (() => void)[] = [];
const queued: string[] = [];

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const nowMs = (): number => performance.timeOrigin + performance.now();

function see({ number, serial }: Shop['spec'], ms: number): void {
  if (serial > 0) times.push([serial, ms]);
  if (seen.size === Number(objects)) return;
  seen.add(number);
  if (seen.size === Number(objects)) print('synced');
}

function finish(number: number): void {
  if (done.has(number)) return;
  done.add(number);
  if (done.size === applied) print('applied');
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const [name, argument] = line.split(' ');
  if (name === 'times') {
    print(`times ${JSON.stringify(times)}`);
    times = [];
    return;
  }
  applied = Number(argument);
  for (let number = 0; number < applied; number++) queued.push(`default/shop-${number}`);
  wake.shift()?.();
});

async function* commanded(signal: AbortSignal): AsyncGenerator<string> {
  while (!signal.aborted) {
    yield* queued.splice(0);
    await new Promise<void>((resolve) => {
      wake.push(resolve);
      onAbort(signal, resolve);
    });
  }
}

const options = {
  name: 'bench-operator',
  kubeconfig,
  leaderElection: { leaseNamespace: 'default' },
  server: { port: 0 },
};
await runManager(options, (manager) => {
  const { shops, configMaps } = manager.cache({
    shops: shopResource,
    configMaps: configMapResource,
  });
  manager
    .controller(shops, { workers: 4 })
    .owns(configMaps)
    .source('commands', commanded)
    .reconcile(async ({ metadata, spec }, { children }) => {
      see(spec, nowMs());
      if (spec.number >= applied) return;
      await children.apply(
        child(configMaps, {
          metadata: { name: `child-${metadata.name}`, labels: { app: 'shop' } },
          data: { number: String(spec.number), text: spec.text },
        }),
      );
      finish(spec.number);
    });
});
