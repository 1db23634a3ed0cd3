import { setImmediate } from 'node:timers/promises';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import { configMapResource, createConfigMapClient } from '@vmgen/kubernetes/core/v1';
import type { ConfigMap } from '@vmgen/kubernetes/core/v1';
import { createManager } from '@vmgen/manager';
import {
  createHttpTransport,
  createResourceClient,
  createWorkQueue,
  enqueueObjects,
  interceptTransport,
  runWorkers,
  type Predicate,
  type ReconcileResult,
  type Transport,
} from '@vmgen/runtime';
import { createSharedInformer, type Lister } from '@vmgen/runtime/cache';

// The cost of a reconcile: `node subject-reconcile.js loop|manager|page|recordings read|write [PORT TOKEN]`. Without a
// port, the server is in this process. Prints a `ReconcileCost` as JSON.

export interface ReconcileCost {
  /** The processor time of this process for one reconcile, in microseconds. */
  readonly us: number;
  readonly perSecond: number;
}

const KEYS = 20_000;
const WORKERS = 4;

/** The namespace also contains the ConfigMap `kube-root-ca.crt`. */
const isAddedMap: Predicate<ConfigMap, 'Namespaced'> = ({ type, object }) =>
  type === 'add' && object.metadata.name.startsWith('map-');

const [, , who, load, port, token = ''] = process.argv;
/**
 * The number of reconciles before the measurement, and of all. With fewer, the measurement includes the
 * time in which V8 compiles the code, and a manager is more code than a loop. Reads take microseconds.
 */
const [WARM_UP, ALL] = load === 'read' ? [5 * KEYS, 15 * KEYS] : [8_000, KEYS];
const transport = port === undefined ? inProcess() : connect(port, token);
const names = Array.from({ length: KEYS }, (_, n) => `map-${n}`);
const stopping = new AbortController();
const { signal } = stopping;
let ended = 0;
let begun: { readonly cpu: NodeJS.CpuUsage; readonly ms: number } | undefined;

const client = createConfigMapClient(transport, 'default');
if ((await client.list({ limit: KEYS })).items.length < KEYS) {
  for (const name of names) await client.create({ metadata: { name } });
}
await (who === 'loop' ? runLoop() : runManager());

async function runLoop(): Promise<void> {
  const informer = createSharedInformer(createResourceClient(transport, configMapResource));
  const queue = createWorkQueue('bench');
  informer.addHandler(enqueueObjects(queue, { predicate: isAddedMap }));
  const following = informer.run({ signal });
  await informer.synced({ signal });
  await runWorkers(queue, {
    workers: WORKERS,
    reconcile: async ({ name }, context) => {
      await reconcile(informer.lister, name, transport, context.signal);
      return count();
    },
    signal,
  });
  await following;
}

async function runManager(): Promise<void> {
  const manager = createManager(transport, {
    name: 'bench',
    leaderElection: false,
    ...(who !== 'manager' && { server: { port: 0, statusPage: true } }),
    ...(who === 'recordings' && { recordings: {} }),
  });
  const { maps } = manager.cache({ maps: configMapResource });
  manager
    .controller(maps, { workers: WORKERS, predicate: isAddedMap })
    .reconcile(async ({ metadata }, context) => {
      await reconcile(maps, metadata.name, context.transport, undefined);
      return count();
    });
  await manager.run({ signal });
}

/** Passes the signal to the request in the loop; the manager's transport aborts by itself. */
async function reconcile(
  reader: Pick<Lister<ConfigMap, 'Namespaced'>, 'get'>,
  name: string,
  through: Transport,
  until: AbortSignal | undefined,
): Promise<void> {
  const { data } = reader.get(`default/${name}`);
  if (load === 'read') return;
  const value = String(Number(data?.['count'] ?? 0) + 1);
  const patch = { data: { count: value } };
  await createConfigMapClient(through, 'default').mergePatch(
    name,
    patch,
    until === undefined ? {} : { signal: until },
  );
}

/** Counts a reconcile, and returns whether its object is reconciled again. */
function count(): ReconcileResult | undefined {
  ended++;
  if (ended === WARM_UP) begun = { cpu: process.cpuUsage(), ms: performance.now() };
  if (ended <= ALL - KEYS) return { requeueAfterMs: 1 };
  if (ended < ALL || begun === undefined) return undefined;
  const { user, system } = process.cpuUsage(begun.cpu);
  const measured = ALL - WARM_UP;
  const cost: ReconcileCost = {
    us: (user + system) / measured,
    perSecond: measured / ((performance.now() - begun.ms) / 1000),
  };
  process.stdout.write(JSON.stringify(cost));
  stopping.abort();
  return undefined;
}

/** Answers in a later turn of the event loop as a network does; the watch would wait otherwise. */
function inProcess(): Transport {
  return interceptTransport(createFakeTransport(), [
    async (request, next) => {
      await setImmediate();
      return next(request);
    },
  ]);
}

function connect(at: string, bearer: string): Transport {
  return createHttpTransport({
    server: `https://127.0.0.1:${at}`,
    insecureSkipTlsVerify: true,
    credentials: {
      current: () => ({ authorization: `Bearer ${bearer}` }),
      invalidate: () => undefined,
    },
  });
}
