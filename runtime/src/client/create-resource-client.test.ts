import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leaseResource, type Lease } from '../api/lease.js';
import { namespaceResource } from '../api/namespace.js';
import { createResourceClient } from './create-resource-client.js';
import { ApiError, isAlreadyExists, isNotFound } from './errors.js';
import { ScriptedTransport } from './scripted-transport.test.helper.js';

const LEASES = '/apis/coordination.k8s.io/v1/namespaces/ns/leases';

/** What a call sent, its body parsed. */
function sent(transport: ScriptedTransport): unknown {
  const request = transport.requests.at(-1);
  const body = typeof request?.body === 'string' ? JSON.parse(request.body) : undefined;
  return [request?.method, request?.path, request?.headers?.['content-type'], body];
}

test('what was read has what a server gives every object, the namespace where there is one', async () => {
  const metadata = { name: 'a', namespace: 'ns', uid: 'u', resourceVersion: '1' };
  const object = { apiVersion: 'v1', kind: 'Lease', metadata };
  const transport = new ScriptedTransport(() => ({ body: { ...object, items: [object] } }));
  const leases = createResourceClient(transport, leaseResource, 'ns');
  const [listed] = (await leases.list()).items;
  for (const lease of [await leases.get('a'), listed ?? assert.fail()]) {
    const { name, namespace, uid, resourceVersion } = lease.metadata;
    const given: string[] = [lease.apiVersion, lease.kind, name, namespace, uid, resourceVersion];
    assert.equal(given.join(), 'v1,Lease,a,ns,u,1');
    const written: Lease = lease;
    // @ts-expect-error who writes an object may leave out its UID
    const unknown: string = written.metadata.uid;
    assert.equal(unknown, 'u');
  }
  const space = await createResourceClient(transport, namespaceResource).get('a');
  // @ts-expect-error a namespace stands in no namespace
  const unknown: string = space.metadata.namespace;
  assert.equal(unknown, 'ns');
});

test('every verb asks what the API expects of it', async () => {
  const transport = new ScriptedTransport();
  const client = createResourceClient(transport, leaseResource, 'ns');
  const lease: Lease = { metadata: { name: 'a' }, spec: { holderIdentity: 'me' } };
  const typed = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', ...lease };
  const json = 'application/json';
  const expectSent = (...expected: unknown[]): void => assert.deepEqual(sent(transport), expected);

  await client.create(lease, { dryRun: true, fieldManager: 'a b', fieldValidation: 'Strict' });
  const query = '?dryRun=All&fieldManager=a%20b&fieldValidation=Strict';
  expectSent('POST', `${LEASES}${query}`, json, typed);
  await client.update(lease);
  expectSent('PUT', `${LEASES}/a`, json, typed);
  await client.updateStatus(lease);
  expectSent('PUT', `${LEASES}/a/status`, json, typed);
  await client.get('a', { resourceVersion: '0' });
  expectSent('GET', `${LEASES}/a?resourceVersion=0`, undefined, undefined);
  await client.list({ labelSelector: 'a=b,c', limit: 5, continue: 'x+/=' });
  expectSent(
    'GET',
    `${LEASES}?labelSelector=a%3Db%2Cc&limit=5&continue=x%2B%2F%3D`,
    undefined,
    undefined,
  );
  await client.patch('a', { type: 'merge', value: { spec: null } });
  expectSent('PATCH', `${LEASES}/a`, 'application/merge-patch+json', { spec: null });
  await client.patchStatus('a', { type: 'json', value: [{ op: 'test' }] });
  expectSent('PATCH', `${LEASES}/a/status`, 'application/json-patch+json', [{ op: 'test' }]);
  await client.patch('a', { type: 'strategic', value: {} });
  expectSent('PATCH', `${LEASES}/a`, 'application/strategic-merge-patch+json', {});
  await client.apply({ metadata: { name: 'a' } }, { fieldManager: 'm', force: true });
  const applied = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'a' } };
  const applyType = 'application/apply-patch+yaml';
  expectSent('PATCH', `${LEASES}/a?fieldManager=m&force=true`, applyType, applied);
  await client.applyStatus({ metadata: { name: 'a' } }, { fieldManager: 'm' });
  expectSent('PATCH', `${LEASES}/a/status?fieldManager=m`, applyType, applied);
  const deletion = { propagationPolicy: 'Foreground', preconditions: { uid: 'u' } } as const;
  await client.delete('a', { ...deletion, dryRun: true });
  const deleteOptions = { apiVersion: 'v1', kind: 'DeleteOptions', ...deletion, dryRun: ['All'] };
  expectSent('DELETE', `${LEASES}/a`, json, deleteOptions);
  await client.deleteCollection({}, { fieldSelector: 'metadata.name=a' });
  const none = { apiVersion: 'v1', kind: 'DeleteOptions' };
  expectSent('DELETE', `${LEASES}?fieldSelector=metadata.name%3Da`, json, none);
  await client.getSubresource('a', 'scale');
  expectSent('GET', `${LEASES}/a/scale`, undefined, undefined);
  await client.updateSubresource('a', 'scale', { spec: { replicas: 2 } });
  expectSent('PUT', `${LEASES}/a/scale`, json, { spec: { replicas: 2 } });
  const patch = { spec: { replicas: 3 } };
  await client.patchSubresource('a', 'scale', { type: 'merge', value: patch }, { dryRun: true });
  expectSent('PATCH', `${LEASES}/a/scale?dryRun=All`, 'application/merge-patch+json', patch);
  const scale = { apiVersion: 'autoscaling/v1', kind: 'Scale', ...patch };
  await client.applySubresource('a', 'scale', scale, { fieldManager: 'm' });
  expectSent('PATCH', `${LEASES}/a/scale?fieldManager=m`, applyType, scale);
});

test('a core kind and a list over all namespaces have paths of their own', async () => {
  const transport = new ScriptedTransport();
  await createResourceClient(transport, namespaceResource).get('kube-system');
  await createResourceClient(transport, leaseResource).list();
  assert.deepEqual(
    transport.requests.map(({ path }) => path),
    ['/api/v1/namespaces/kube-system', '/apis/coordination.k8s.io/v1/leases'],
  );
});

test('a name that points elsewhere is an error before anything is sent', async () => {
  const transport = new ScriptedTransport();
  const client = createResourceClient(transport, leaseResource, 'ns');
  for (const [name, message] of [
    ['', 'leases: resource name may not be empty'],
    ['..', `invalid resource name "..": may not be '..'`],
    ['a/b', `invalid resource name "a/b": may not contain '/'`],
    ['a%2fb', `invalid resource name "a%2fb": may not contain '%'`],
  ] as const) {
    await assert.rejects(client.get(name), { message });
    await assert.rejects(client.delete(name), { message });
    await assert.rejects(client.update({ metadata: { name } }), { message });
  }
  for (const namespace of ['', '.', '../kube-system']) {
    assert.throws(() => createResourceClient(transport, leaseResource, namespace), /namespace/);
  }
  assert.throws(() => createResourceClient(transport, namespaceResource, 'ns'), /cluster-scoped/);
  await assert.rejects(createResourceClient(transport, leaseResource).get('a'), /all namespaces/);
  assert.equal(transport.requests.length, 0);
});

test('an odd name is encoded, not interpreted', async () => {
  const transport = new ScriptedTransport();
  await createResourceClient(transport, leaseResource, 'n s').get('a?b#c');
  const path = '/apis/coordination.k8s.io/v1/namespaces/n%20s/leases/a%3Fb%23c';
  assert.equal(transport.requests[0]?.path, path);
});

test('apply without a field manager is an error', async () => {
  const client = createResourceClient(new ScriptedTransport(), leaseResource, 'ns');
  const applying = client.apply({ metadata: { name: 'a' } }, { fieldManager: '' });
  await assert.rejects(applying, /applying leases needs a fieldManager/);
});

test('items of a list get the type that the server leaves out', async () => {
  const items = [{ metadata: { name: 'a' } }, { kind: 'Other', metadata: { name: 'b' } }];
  const client = createResourceClient(
    new ScriptedTransport(() => ({ body: { items } })),
    leaseResource,
    'ns',
  );
  const list = await client.list();
  assert.deepEqual(
    list.items.map(({ apiVersion, kind }) => [apiVersion, kind]),
    [
      ['coordination.k8s.io/v1', 'Lease'],
      ['coordination.k8s.io/v1', 'Other'],
    ],
  );
  const empty = new ScriptedTransport(() => ({ body: { items: null } }));
  assert.deepEqual((await createResourceClient(empty, leaseResource, 'ns').list()).items, []);
});

test('a refusal carries the Status of the API', async () => {
  const status = {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    message: 'leases "a" already exists',
    reason: 'AlreadyExists',
    code: 409,
  };
  const transport = new ScriptedTransport(() => ({ status: 409, body: status }));
  const client = createResourceClient(transport, leaseResource, 'ns');
  await assert.rejects(client.create({ metadata: { name: 'a' } }), (error) => {
    assert.ok(isAlreadyExists(error));
    assert.equal(error.message, status.message);
    assert.deepEqual(error.status, status);
    return true;
  });
});

test('a refusal without a Status is told by its code', async () => {
  const answers = [
    [404, '404 page not found\n', 'text/plain', 'NotFound', '404 page not found'],
    [502, '<html>…</html>', 'text/html', 'InternalError', 'an HTML page'],
    [503, '', 'text/plain', 'ServiceUnavailable', undefined],
    [418, '{"kind":"Teapot"}', 'application/json', 'Unknown', '{"kind":"Teapot"}'],
  ] as const;
  for (const [status, body, type, reason, cause] of answers) {
    const headers = { 'content-type': type, 'retry-after': '7' };
    const transport = new ScriptedTransport(() => ({ status, body, headers }));
    const error: unknown = await createResourceClient(transport, leaseResource, 'ns')
      .get('a')
      .catch((thrown: unknown) => thrown);
    assert.ok(error instanceof ApiError);
    assert.equal(error.statusCode, status);
    assert.equal(error.reason, reason);
    assert.equal(error.retryAfterMs, 7000);
    assert.equal(error.status.details?.causes?.[0]?.message, cause);
    assert.match(error.message, /\(get leases.coordination.k8s.io a\)$/);
    assert.equal(isNotFound(error), status === 404);
  }
});

test('an answer that is not JSON is an error that shows its start', async () => {
  const transport = new ScriptedTransport(() => ({ body: '<html>' }));
  const client = createResourceClient(transport, leaseResource, 'ns');
  await assert.rejects(client.get('a'), /the API server's answer is not JSON: <html>/);
});
