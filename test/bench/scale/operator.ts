import { configMapResource } from '@vmgen/kubernetes/core/v1';
import { createManager } from '@vmgen/manager';
import { createHttpTransport, interceptTransport, loadKubeConfig } from '@vmgen/runtime';
import { waitFor } from '../../support/wait-for.js';

// Measures one operator: `node --expose-gc operator.js KUBECONFIG whole|metadata|key|namespace`. The
// last two hold a third of the objects by sharding. Prints a line.

const [kubeconfig = '', variant] = process.argv.slice(2);
const LIMIT_MS = 600_000;

let [requests, bytes, reconciles] = [0, 0, 0];
const transport = interceptTransport(createHttpTransport(await loadKubeConfig({ kubeconfig })), [
  async (request, next) => {
    requests++;
    const response = await next(request);
    const { body } = response;
    if (!request.path.includes('/configmaps')) return response;
    return {
      ...response,
      body: (async function* () {
        for await (const part of body) {
          bytes += part.length;
          yield part;
        }
      })(),
    };
  },
]);
const heapMiB = (): number => {
  for (let turn = 0; turn < 3; turn++) globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
};
const by = variant === 'key' || variant === 'namespace' ? variant : undefined;
const manager = createManager(transport, {
  name: 'scale',
  leaderElection: by === undefined ? false : { identity: 'measured', leaseNamespace: 'default' },
  ...(by && { sharding: { shards: 30, by } }),
});
const { maps } = manager.cache({
  maps: {
    resource: configMapResource,
    labelSelector: 'app=scale',
    metadataOnly: variant === 'metadata',
  },
});
manager.controller(maps).reconcile(async () => {
  reconciles++;
});
const before = heapMiB();
const startMs = performance.now();
const stopping = new AbortController();
const running = manager.run({ signal: stopping.signal });
await waitFor('sync', LIMIT_MS, () => (maps.informer.hasSynced ? true : undefined));
const syncedMs = performance.now() - startMs;
const syncedBytes = bytes;
let quiet = 0;
await waitFor('rest', LIMIT_MS, () => {
  const { controllers, sharding } = manager.describe();
  const isAtRest =
    reconciles > 0 &&
    controllers.every(({ queued, running: own }) => queued + own.length === 0) &&
    sharding?.wanted.length === sharding?.held.length;
  quiet = isAtRest ? quiet + 1 : 0;
  return quiet > 20 ? true : undefined;
});
const restMs = performance.now() - startMs - 1_000;
const megabytes = (count: number): string => (count / 1e6).toFixed(1);
process.stdout.write(
  `${maps.informer.store.size} cached, synced after ${(syncedMs / 1000).toFixed(2)} s ` +
    `(${megabytes(syncedBytes)} MB), reconciled after ${(restMs / 1000).toFixed(2)} s ` +
    `(${megabytes(bytes)} MB), ${requests} requests, heap +${(heapMiB() - before).toFixed(1)} MiB, ` +
    `RSS ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MiB`,
);
stopping.abort();
await running;
process.exit(0);
