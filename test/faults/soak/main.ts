// Usage: npm run suite soak -- [--minutes N] [--seed N] Measures the memory growth of informers over real
// sockets under random writes and faults, with the system clock.
import { setTimeout as wait } from 'node:timers/promises';
import { createApiServer, startHttpsServer } from '@vmgen/apiserver';
import { createHttpTransport, createResourceClient } from '@vmgen/runtime';
import { createSharedInformer } from '@vmgen/runtime/cache';
import { widgetResource, type Widget } from '../model/widget.js';
import { statusText } from '../model/byte-stream.js';
import { newWidget, WIDGETS } from '../support/faulty-cluster.js';
import { upstreamTo } from '../../support/api-proxy.js';
import { FaultProxy, type Cut } from '../../support/fault-proxy.js';
import { numberOptions } from '../../support/options.js';
import { pick, seeded } from '../../support/seeded.js';
import { slopePerHour, type Sample } from './slope.js';

const { minutes, seed } = numberOptions('soak', { minutes: 60, seed: 1 });
const random = seeded(seed);
const { gc } = globalThis;
if (gc === undefined) throw new Error('use npm run suite soak, which sets --expose-gc');

let unhandled = 0;
process.on('unhandledRejection', (error) => {
  unhandled++;
  console.error('unhandled rejection', error);
});

// The server has a short history, so that its own memory soon reaches its maximum.
const server = createApiServer({ watchHistory: 200 });
server.installCustomResourceDefinition(WIDGETS);
const running = await startHttpsServer(server);
const proxy = await FaultProxy.start(upstreamTo(running), 0);
const direct = createResourceClient(server.transport, widgetResource, { namespace: 'default' });
const transport = createHttpTransport({ server: proxy.url }, { environment: {} });
const ending = new AbortController();
const informers = [{}, { labelSelector: 'tier=gold' }, { pageSize: 5 }].map((options) =>
  createSharedInformer<Widget, 'Namespaced'>(
    createResourceClient(transport, widgetResource),
    options,
  ),
);
let events = 0;
for (const informer of informers) {
  const count = (): void => {
    events++;
  };
  informer.addHandler({ onAdd: count, onUpdate: count, onDelete: count });
}
const runs = informers.map((informer) => informer.run({ signal: ending.signal }));

/** In a shorter run, a megabyte of compiled code looks like a growth of many megabytes per hour. */
const LEAST_MINUTES = 20;

const CUTS: readonly Cut[] = ['end', 'fin', 'rst'];
const samples: Sample[] = [];
const startMs = performance.now();
const endMs = startMs + minutes * 60_000;
let steps = 0;
let nextSampleMs = startMs;
while (performance.now() < endMs) {
  steps++;
  await write();
  if (random() < 0.0005) proxy.cutAll(pick(CUTS, random()));
  // With more faults, informers would wait most of the time. A silent watch waits for a minute.
  if (random() < 0.00005) proxy.cutAll('silence');
  if (random() < 0.0005) breakSomeRequests();
  proxy.forget();
  if (performance.now() >= nextSampleMs) {
    nextSampleMs += (minutes * 60_000) / 60;
    gc();
    await wait(20);
    gc();
    samples.push({ atMs: performance.now() - startMs, heap: process.memoryUsage().heapUsed });
  }
  await wait(5);
}
proxy.heal();
const isHealed = await healed();
const sockets = proxy.openSockets;
ending.abort();
await Promise.all(runs);
await transport.close();
await proxy.close();
await running.close();
await server.close();

// Excludes the memory of loading and compiling.
const settled = samples.slice(Math.floor(samples.length / 4));
const growth = slopePerHour(settled) / 2 ** 20;
const isLong = minutes >= LEAST_MINUTES;
const heap = (samples.at(-1)?.heap ?? 0) / 2 ** 20;
console.log(
  `${minutes} min: ${steps} writes, ${events} events; heap ${heap.toFixed(1)} MB, growth ${growth.toFixed(2)} MB/h ` +
    `over ${settled.length} samples${isLong ? '' : ` (not checked: use --minutes ${LEAST_MINUTES} or more)`}; ${sockets} sockets at the end; ${unhandled} unhandled rejections; ` +
    (isHealed ? 'all informers converged' : 'AN INFORMER DID NOT CONVERGE'),
);
process.exitCode = (growth < 1 || !isLong) && unhandled === 0 && isHealed ? 0 : 1;

async function write(): Promise<void> {
  const name = `w${Math.floor(random() * 200)}`;
  const labels = { tier: pick(['gold', 'tin'], random()) };
  const found = await direct.find(name);
  if (found === undefined) {
    await direct.create({ ...newWidget(name), metadata: { name, labels } });
  } else if (random() < 0.3) await direct.delete(name);
  else await direct.mergePatch(name, { metadata: { labels }, spec: { size: steps } });
}

/** Makes the next few requests fail. */
function breakSomeRequests(): void {
  let left = 1 + Math.floor(random() * 4);
  const [status, reason] = pick(
    [
      [410, 'Expired'],
      [429, 'TooManyRequests'],
      [500, 'InternalError'],
      [503, 'ServiceUnavailable'],
      [200, 'Failure'],
    ] as const,
    random(),
  );
  const isRefused = random() < 0.3;
  proxy.fault = () => {
    if (left-- <= 0) return 'pass';
    return isRefused ? 'cut' : { status, body: statusText(status, reason) };
  };
}

async function healed(): Promise<boolean> {
  for (let second = 0; second < 180; second++) {
    const { items } = await direct.list();
    const wanted = items.map(
      ({ metadata: { name, resourceVersion } }) => `${name}@${resourceVersion}`,
    );
    const [all] = informers;
    const kept = (all?.store.list() ?? []).map(
      ({ metadata: { name, resourceVersion } }) => `${name}@${resourceVersion}`,
    );
    if (wanted.sort().join() === kept.sort().join()) return true;
    await wait(1000);
  }
  return false;
}
