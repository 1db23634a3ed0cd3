import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leaseResource } from '../api/lease.js';
import { onAbort } from '../async/on-abort.js';
import { createResourceClient } from '../client/create-resource-client.js';
import { ScriptedTransport } from '../client/scripted-transport.test.helper.js';
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
