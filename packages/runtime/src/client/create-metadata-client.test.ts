import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leaseResource } from '../api/lease.js';
import type { TransportRequest } from '../transport/transport.js';
import { createMetadataClient } from './create-metadata-client.js';
import { isNotFound } from './errors.js';
import type { WatchEvent } from './resource-client.js';
import { ScriptedTransport } from './scripted-transport.test.helper.js';

const metadata = { name: 'a', namespace: 'ns', uid: 'u', resourceVersion: '7' };
const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata };
const whole = { ...lease, spec: { holderIdentity: 'me' } };
const partial = { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata', metadata };
const asObject = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json';
const asList = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';

/** A server that supports PartialObjectMetadata, or one that does not. */
function serverThat(cuts: boolean): ScriptedTransport {
  const object = cuts ? partial : whole;
  return new ScriptedTransport(({ method, path }: TransportRequest) => {
    if (method === 'DELETE') return { body: whole };
    if (path.includes('watch=true')) {
      const events = [
        { type: 'ADDED', object },
        { type: 'BOOKMARK', object: { ...object, metadata: { resourceVersion: '9' } } },
        { type: 'ERROR', object: { kind: 'Status', apiVersion: 'v1', metadata: {}, code: 410 } },
      ];
      return { body: events.map((event) => `${JSON.stringify(event)}\n`).join('') };
    }
    if (path.includes('/leases/')) return { body: object };
    const list = { metadata: { resourceVersion: '8', continue: 'more' }, items: [object, object] };
    return {
      body: cuts
        ? { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadataList', ...list }
        : { apiVersion: 'coordination.k8s.io/v1', kind: 'LeaseList', ...list },
    };
  });
}

for (const cuts of [true, false]) {
  const server = cuts
    ? 'a server with PartialObjectMetadata'
    : 'a server that returns whole objects';

  test(`metadata of ${server} has the kind of the object and no other fields`, async () => {
    const transport = serverThat(cuts);
    const client = createMetadataClient(transport, leaseResource, { namespace: 'ns' });
    assert.deepEqual(await client.get('a'), lease);
    assert.deepEqual(await client.find('a'), lease);
    assert.deepEqual(await client.mergePatch('a', { metadata: { labels: { x: 'y' } } }), lease);
    assert.deepEqual(
      await client.jsonPatch('a', [{ op: 'remove', path: '/metadata/labels' }]),
      lease,
    );
    const applied = { metadata: { name: 'a', labels: { x: 'y' } } };
    assert.deepEqual(await client.apply(applied, { fieldManager: 'me' }), lease);
    assert.deepEqual(
      new Set(transport.requests.map(({ headers }) => headers?.['accept'])),
      new Set([asObject]),
    );
    const sent = transport.requests.at(-1)?.body;
    const { apiVersion, kind } = lease;
    assert.deepEqual(JSON.parse(String(sent)), { apiVersion, kind, ...applied });

    assert.deepEqual(await client.list({ limit: 2 }), {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'LeaseList',
      metadata: { resourceVersion: '8', continue: 'more' },
      items: [lease, lease],
    });
    assert.equal(transport.requests.at(-1)?.headers?.['accept'], asList);
  });

  test(`a watch of metadata on ${server} yields events with the kind of the object`, async () => {
    const transport = serverThat(cuts);
    const client = createMetadataClient(transport, leaseResource);
    const events: WatchEvent<object & { metadata: object }>[] = [];
    for await (const event of client.watch({ allowWatchBookmarks: true })) events.push(event);
    assert.deepEqual(events, [
      { type: 'ADDED', object: lease },
      { type: 'BOOKMARK', object: { ...lease, metadata: { resourceVersion: '9' } } },
      { type: 'ERROR', object: { kind: 'Status', apiVersion: 'v1', metadata: {}, code: 410 } },
    ]);
    assert.equal(transport.requests[0]?.headers?.['accept'], asObject);
  });
}

test('deletions do not request PartialObjectMetadata', async () => {
  const transport = serverThat(true);
  const client = createMetadataClient(transport, leaseResource, { namespace: 'ns' });
  assert.deepEqual(await client.delete('a'), lease);
  await client.deleteCollection();
  assert.deepEqual(
    transport.requests.map(({ headers }) => headers?.['accept']),
    ['application/json', 'application/json'],
  );
});

test('metadata of another kind is rejected like a whole object', async () => {
  const secrets = { apiVersion: 'v1', kind: 'SecretList', metadata: {}, items: [] };
  const transport = new ScriptedTransport(() => ({ body: secrets }));
  const client = createMetadataClient(transport, leaseResource);
  await assert.rejects(client.list(), { code: 'ERR_VMGEN_ANSWER' });
});

test('an error response is the same error as for other clients', async () => {
  const body = {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    reason: 'NotFound',
    code: 404,
  };
  const transport = new ScriptedTransport(() => ({ status: 404, body }));
  const client = createMetadataClient(transport, leaseResource, { namespace: 'ns' });
  await assert.rejects(client.get('a'), isNotFound);
});
