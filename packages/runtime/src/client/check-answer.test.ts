import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { leaseResource } from '../api/lease.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { createResourceClient } from './create-resource-client.js';
import { ApiError, isNotFound } from './errors.js';
import { ScriptedTransport } from './scripted-transport.test.helper.js';

const type = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' };
const listType = { ...type, kind: 'LeaseList' };
const metadata = { resourceVersion: '7' };
const lease = { ...type, metadata: { name: 'a', namespace: 'ns', uid: 'u', resourceVersion: '1' } };
const failure = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound' };
const success = { kind: 'Status', apiVersion: 'v1', status: 'Success' };

function clientOf(body: unknown): ReturnType<typeof leases> {
  return leases(new ScriptedTransport(() => ({ body: JSON.stringify(body) })));
}

const leases = (transport: ScriptedTransport) =>
  createResourceClient(transport, leaseResource, { namespace: 'ns' });

async function assertRejected(call: Promise<unknown>, what: string): Promise<void> {
  await assert.rejects(call, { code: 'ERR_VMGEN_ANSWER' }, what);
}

describe('a successful response with an invalid body', () => {
  test('is not a list: a Status, another kind, no items, items that are not objects', async () => {
    const answers: unknown[] = [
      failure,
      success,
      { ...failure, metadata: {}, items: [] },
      { ...listType, kind: 'PodList', metadata, items: [] },
      { ...listType, apiVersion: 'v1', metadata, items: [] },
      { ...listType, metadata },
      { ...listType, metadata, items: {} },
      { ...listType, items: [] },
      { ...listType, metadata: null, items: [] },
      ...[null, 7, 'a', [], {}, { ...lease, kind: 'Pod' }, { ...lease, apiVersion: 'v1' }].map(
        (item) => ({ ...listType, metadata, items: [lease, item] }),
      ),
      { ...listType, metadata, items: [{ ...type, metadata: { name: '' } }] },
      {},
      [],
      null,
      'no',
    ];
    for (const answer of answers) {
      await assertRejected(clientOf(answer).list(), JSON.stringify(answer));
    }
  });

  test('is not a list: a deeply nested value', async () => {
    const transport = new ScriptedTransport(() => ({
      body: `${'['.repeat(200_000)}${']'.repeat(200_000)}`,
    }));
    await assert.rejects(leases(transport).list(), {
      code: 'ERR_VMGEN_ANSWER',
      message: /LeaseList: \[{80}…$/,
    });
  });

  test('is not an object: a Status, another kind, another value', async () => {
    const broken = [null, [], 'no', 7].map((odd) => ({ ...lease, metadata: odd }));
    const others = [failure, success, { ...lease, kind: 'Pod' }, null, [lease], 'no', 7];
    for (const answer of [...others, ...broken]) {
      const client = clientOf(answer);
      const spec = { metadata: { name: 'a' }, spec: {} };
      const calls = {
        get: client.get('a'),
        find: client.find('a'),
        create: client.create(spec),
        update: client.update(spec),
        patch: client.mergePatch('a', {}),
        apply: client.apply(spec, { fieldManager: 'me' }),
      };
      for (const [verb, call] of Object.entries(calls)) {
        await assertRejected(call, `${verb}: ${JSON.stringify(answer)}`);
      }
    }
  });

  test('is not the result of a deletion or a subresource', async () => {
    for (const answer of [failure, { ...lease, kind: 'Pod' }, null, []]) {
      await assertRejected(clientOf(answer).delete('a'), JSON.stringify(answer));
    }
    for (const answer of [failure, null]) {
      await assertRejected(clientOf(answer).deleteCollection(), JSON.stringify(answer));
      await assertRejected(clientOf(answer).subresource('scale').get('a'), JSON.stringify(answer));
    }
  });

  test('reports the message of a failure Status', async () => {
    const call = clientOf({ ...failure, message: 'gone\nfor ever' }).find('a');
    await assert.rejects(call, (error) => {
      assert.ok(error instanceof VmgenError && !isNotFound(error));
      assert.match(error.message, /is not Lease: a failure: "gone\\nfor ever"$/);
      assert.ok(error.cause instanceof ApiError && isNotFound(error.cause));
      return true;
    });
  });
});

test('a redirect is an error with the location, without the query', async () => {
  const location = 'https://login.example/\u001b[2Jdoor?token=s3cret#part';
  const transport = new ScriptedTransport(() => ({ status: 302, headers: { location }, body: '' }));
  await assert.rejects(leases(transport).list(), (error) => {
    assert.ok(error instanceof ApiError);
    assert.equal(error.statusCode, 302);
    assert.match(
      error.message,
      /^the server redirected the request to "https:\/\/login\.example\/\\u001b\[2Jdoor" \(HTTP 302\); redirects are not followed/,
    );
    return true;
  });
});

test('accepts objects without a type, and null as items', async () => {
  const { metadata: meta } = lease;
  const bare = { metadata: meta };
  assert.deepEqual((await clientOf({ metadata, items: [bare] }).list()).items, [lease]);
  assert.deepEqual((await clientOf({ ...listType, metadata, items: null }).list()).items, []);
  assert.deepEqual(await clientOf(bare).get('a'), bare);
  assert.deepEqual(await clientOf(success).delete('a'), success);
  assert.deepEqual(await clientOf(lease).delete('a'), lease);
  await clientOf({ ...listType, metadata, items: [lease] }).deleteCollection();
  await clientOf(success).deleteCollection();
});

test('accepts any list kind if the definition has none', async () => {
  const answer = { ...listType, kind: 'Leases', metadata, items: [lease] };
  const transport = new ScriptedTransport(() => ({ body: answer }));
  const client = createResourceClient(transport, { ...leaseResource, listKind: '' });
  assert.equal((await client.list()).items.length, 1);
});
