import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leaseResource, type Lease } from '../api/lease.js';
import { onAbort } from '../async/on-abort.js';
import { createResourceClient } from '../client/create-resource-client.js';
import { ScriptedTransport } from '../client/scripted-transport.test.helper.js';
import type { SharedInformerOptions } from './shared-informer-options.js';
import { createSharedInformer } from './shared-informer.js';

const MANAGED = [{ manager: 'kubectl', operation: 'Update' as const, fieldsV1: { 'f:spec': {} } }];

function lease(name: string, resourceVersion: string): object {
  const metadata = { managedFields: MANAGED, name, namespace: 'ns', resourceVersion, uid: name };
  return { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec: {} };
}

const LIST = {
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'LeaseList',
  metadata: { resourceVersion: '7' },
  items: [lease('a', '7')],
};

/** Returns a list of one lease and a watch that adds another one. Rejects streaming lists. */
function server(ended: Promise<void>): ScriptedTransport {
  return new ScriptedTransport(({ path }) => {
    if (path.includes('sendInitialEvents=true')) return { status: 422, body: {} };
    return path.includes('watch=true') ? { chunks: watchUntil(ended) } : { body: LIST };
  });
}

async function* watchUntil(ended: Promise<void>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${JSON.stringify({ type: 'ADDED', object: lease('b', '8') })}\n`);
  await ended;
}

for (const keepManagedFields of [undefined, true]) {
  const what = keepManagedFields ? 'keeps' : 'does not keep';
  test(`an informer ${what} managedFields of listed and watched objects`, async () => {
    const ended = new AbortController();
    const end = new Promise<void>((resolve) => onAbort(ended.signal, resolve));
    const client = createResourceClient(server(end), leaseResource, { namespace: 'ns' });
    const informer = createSharedInformer(client, {
      ...(keepManagedFields && { keepManagedFields }),
    });
    const second = new Promise<void>((resolve) => {
      informer.addHandler({
        onAdd: ({ metadata }) => {
          if (metadata.name === 'b') resolve();
        },
      });
    });
    const running = informer.run({ signal: ended.signal });
    await second;
    const kept = ['a', 'b'].map((name) => informer.lister.get(`ns/${name}`).metadata);
    ended.abort();
    await running;
    for (const { managedFields, uid } of kept) {
      assert.ok(uid);
      assert.deepEqual(managedFields, keepManagedFields && MANAGED);
    }
  });
}

type Options = SharedInformerOptions<Lease, 'Namespaced'>;

/** The field sets of six leases. */
async function keptFieldSets(options: Options): Promise<unknown[]> {
  const ended = new AbortController();
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const body = { ...LIST, items: names.map((name) => lease(name, '7')) };
  const end = new Promise<void>((resolve) => onAbort(ended.signal, resolve));
  const transport = new ScriptedTransport(({ path }) => {
    if (path.includes('sendInitialEvents=true')) return { status: 422, body: {} };
    return path.includes('watch=true') ? { chunks: watchUntil(end) } : { body };
  });
  const client = createResourceClient(transport, leaseResource, { namespace: 'ns' });
  const informer = createSharedInformer(client, { keepManagedFields: true, ...options });
  const running = informer.run({ signal: ended.signal });
  await informer.synced();
  const kept = names.map((name) => informer.lister.get(`ns/${name}`).metadata.managedFields);
  ended.abort();
  await running;
  return kept.map((entries) => entries?.[0]?.fieldsV1);
}

test('objects of an informer share equal field sets', async () => {
  const kept = await keptFieldSets({});
  assert.deepEqual(kept, Array(6).fill(MANAGED[0]?.fieldsV1));
  assert.equal(new Set(kept.slice(1)).size, 1);
  assert.ok(Object.isFrozen(kept[1]));
});

for (const [what, options] of [
  ['transform', { transform: (lease) => lease }],
  ['parser', { parse: (text: string): unknown => JSON.parse(text) }],
] satisfies readonly (readonly [string, Options])[]) {
  test(`an informer with a ${what} shares no field sets between objects`, async () => {
    const kept = await keptFieldSets({ ...options, freezeObjects: false });
    assert.equal(new Set(kept).size, kept.length);
    assert.ok(!kept.some((set) => Object.isFrozen(set)));
  });
}
