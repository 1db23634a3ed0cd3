// What happens to a real API server and its etcd, and what an informer knows afterwards.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import {
  createInformerFactory,
  type HandlerRegistration,
  type SharedInformer,
} from '@vmgen/runtime';
import type { VirtualMachine } from '../../apis/cloudnative/v1alpha1/types.js';
import type { Clientset } from '../../generated/clientset.js';
import { createInformers } from '../../generated/informers.js';
import type { Envtest } from '@vmgen/apiserver/envtest';
import { endsAfterTests } from '../support/ends-after.js';
import { startVirtualMachinesPlane } from '../support/virtual-machines-plane.js';
import { waitFor } from '../support/wait-for.js';

/** A silent watch ends after at most 75 s; one list follows. */
const HEALED_WITHIN_MS = 120_000;

let plane: Envtest;
let clientset: Clientset;
let informer: SharedInformer<VirtualMachine, 'Namespaced'>;
let handler: HandlerRegistration;
const events: string[] = [];
const atEnd = endsAfterTests();

before(async () => {
  ({ plane, clientset } = await startVirtualMachinesPlane(atEnd));
  const factory = createInformerFactory(clientset.transport);
  atEnd(() => factory.close());
  informer = createInformers(factory).cloudnativeV1alpha1.virtualMachines().informer;
  handler = informer.addHandler({
    onAdd: ({ metadata }) => void events.push(`add ${metadata.name}`),
    onDelete: ({ metadata }) => void events.push(`delete ${metadata.name}`),
  });
  factory.start();
  await factory.waitForSync();
});

test('an API server is killed and restarted', async () => {
  await create('before-kill');
  await healed();
  await plane.stopApiServer('SIGKILL');
  await plane.startApiServer();
  await create('after-kill');
  await remove('before-kill');
  await healed();
});

// A request that needs a new connection waits 20 s for it: the stop is shorter.
test('an API server is stopped for 15 s', async () => {
  plane.signalApiServer('SIGSTOP');
  const creation = create('while-stopped');
  await wait(15_000);
  plane.signalApiServer('SIGCONT');
  await creation;
  await healed();
});

test('the history is compacted while the API server is down', async () => {
  await create('before-compaction');
  await healed();
  await plane.stopApiServer('SIGKILL');
  // Versions are etcd's revisions: others move on without any object of the informer's.
  await moveOn(5);
  const { header } = await askEtcd('/v3/kv/range', { key: 'eA==' });
  await askEtcd('/v3/kv/compaction', { revision: header.revision, physical: true });
  await plane.startApiServer();
  await remove('before-compaction');
  await create('after-compaction');
  await healed();
});

test('etcd is restored from a backup', async () => {
  await create('kept');
  await create('deleted-after-copy');
  await healed();
  await plane.backUpEtcd();
  await waitFor('the API server has its etcd again', 60_000, async () => {
    const found = await machines()
      .find('kept')
      .catch(() => undefined);
    return found === undefined ? undefined : true;
  });
  for (const name of ['lost-1', 'lost-2', 'lost-3']) await create(name);
  // A server that starts writes a good deal itself: versions must go back further than that.
  await moveOn(1000);
  await remove('deleted-after-copy');
  await healed();
  events.length = 0;
  await plane.restoreEtcd();
  await healed();
  assert.ok(informer.lister.find('default/deleted-after-copy'), 'what the copy has is back');
  assert.deepEqual(events.filter((each) => each.startsWith('delete')).sort(), [
    'delete lost-1',
    'delete lost-2',
    'delete lost-3',
  ]);
  await create('after-restore');
  await healed();
});

const machines = () => clientset.cloudnativeV1alpha1.virtualMachines('default');

async function create(name: string): Promise<void> {
  await machines().create({ metadata: { name }, spec: { resource: { cpu: 1 } } });
}

async function remove(name: string): Promise<void> {
  await machines().delete(name);
}

/** Waits until the informer has what a fresh list shows, and has notified its handler. */
async function healed(): Promise<void> {
  await waitFor('the informer is where the server is', HEALED_WITHIN_MS, async () => {
    const { items } = await machines().list();
    const wanted = items.map(stateOf).sort();
    const kept = informer.store.list().map(stateOf).sort();
    return wanted.join() === kept.join() && handler.pending === 0 ? true : undefined;
  });
}

function stateOf({
  metadata,
}: {
  readonly metadata: {
    readonly name?: string;
    readonly uid?: string;
    readonly resourceVersion?: string;
  };
}): string {
  return `${metadata.name} ${metadata.uid}@${metadata.resourceVersion}`;
}

/** Uses up versions, which are etcd's revisions, without any object of the informer's. */
async function moveOn(versions: number): Promise<void> {
  for (let write = 0; write < versions; write++) {
    await askEtcd('/v3/kv/put', { key: 'eA==', value: 'eQ==' });
  }
}

/** Asks etcd's gRPC gateway. */
async function askEtcd(
  path: string,
  body: Readonly<Record<string, unknown>>,
): Promise<{ readonly header: { readonly revision: string } }> {
  const response = await fetch(`${plane.etcdUrl}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  assert.equal(response.status, 200, await response.clone().text());
  return (await response.json()) as { readonly header: { readonly revision: string } };
}
