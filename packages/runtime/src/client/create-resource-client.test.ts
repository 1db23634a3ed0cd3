import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Scale } from './scale.js';
import { leaseResource, type Lease } from '../api/lease.js';
import { namespaceResource } from '../api/namespace.js';
import type { DeepReadonly } from '../meta/deep-readonly.js';
import { createFullClient, createResourceClient } from './create-resource-client.js';
import { ApiError, isAlreadyExists, isNotFound } from './errors.js';
import { ScriptedTransport } from './scripted-transport.test.helper.js';

const LEASES = '/apis/coordination.k8s.io/v1/namespaces/ns/leases';

/** The sent requests with parsed bodies. */
function sent(transport: ScriptedTransport): unknown {
  const request = transport.requests.at(-1);
  const body = typeof request?.body === 'string' ? JSON.parse(request.body) : undefined;
  return [request?.method, request?.path, request?.headers?.['content-type'], body];
}

test('objects from the server have a name, uid and version, and a namespace if namespaced', async () => {
  const metadata = { name: 'a', namespace: 'ns', uid: 'u', resourceVersion: '1' };
  const object = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata };
  const transport = new ScriptedTransport(({ path }) => ({
    body: path.endsWith('/leases/a') ? object : { metadata, items: [object] },
  }));
  const leases = createResourceClient(transport, leaseResource, { namespace: 'ns' });
  const [listed] = (await leases.list()).items;
  for (const lease of [await leases.get('a'), listed ?? assert.fail()]) {
    const { name, namespace, uid, resourceVersion } = lease.metadata;
    const given: string[] = [lease.apiVersion, lease.kind, name, namespace, uid, resourceVersion];
    assert.equal(given.join(), 'coordination.k8s.io/v1,Lease,a,ns,u,1');
    const written: Lease = lease;
    // @ts-expect-error an object to write may omit its UID
    const unknown: string = written.metadata.uid;
    assert.equal(unknown, 'u');
  }
  const space = await createResourceClient(transport, namespaceResource).get('a');
  // @ts-expect-error a Namespace has no namespace
  const unknown: string = space.metadata.namespace;
  assert.equal(unknown, 'ns');
});

test('each verb sends the expected request', async () => {
  const transport = new ScriptedTransport();
  const client = createResourceClient(transport, leaseResource, { namespace: 'ns' });
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
  await client.mergePatch('a', { spec: null });
  expectSent('PATCH', `${LEASES}/a`, 'application/merge-patch+json', { spec: null });
  const operation = { op: 'remove', path: '/spec/a~1b' } as const;
  await client.jsonPatchStatus('a', [operation]);
  expectSent('PATCH', `${LEASES}/a/status`, 'application/json-patch+json', [operation]);
  await client.strategicMergePatch('a', {});
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
  const scales = client.subresource<Scale>('scale');
  await scales.get('a');
  expectSent('GET', `${LEASES}/a/scale`, undefined, undefined);
  const body = { metadata: { name: 'a' }, spec: { replicas: 2 } };
  await scales.update('a', body);
  const type = { apiVersion: 'autoscaling/v1', kind: 'Scale' };
  expectSent('PUT', `${LEASES}/a/scale`, json, { ...type, ...body });
  const patch = { spec: { replicas: 3 } };
  await scales.mergePatch('a', patch, { dryRun: true });
  expectSent('PATCH', `${LEASES}/a/scale?dryRun=All`, 'application/merge-patch+json', patch);
  await client.subresource<object>('token').create('a', body, { dryRun: true });
  expectSent('POST', `${LEASES}/a/token?dryRun=All`, json, body);
  const scale = { ...type, ...patch };
  for (const applied of [patch, scale]) {
    await scales.apply('a', applied, { fieldManager: 'm' });
    expectSent('PATCH', `${LEASES}/a/scale?fieldManager=m`, applyType, scale);
  }
});

test('find returns undefined for a missing object and rejects for a kind that is not served', async () => {
  const gone = { details: { name: 'a', group: 'coordination.k8s.io', kind: 'leases' } };
  const refusal = {
    kind: 'Status',
    apiVersion: 'v1',
    reason: 'NotFound',
    code: 404,
    message: 'no',
  };
  const found = { metadata: { name: 'a' } };
  const find = (status: number, body: string | object): Promise<unknown> => {
    const transport = new ScriptedTransport(() => ({ status, body }));
    return createResourceClient(transport, leaseResource, { namespace: 'ns' }).find('a');
  };
  assert.deepEqual(await find(200, found), found);
  assert.equal(await find(404, { ...refusal, ...gone }), undefined);
  await assert.rejects(find(404, { ...refusal, details: {} }), { statusCode: 404 });
  await assert.rejects(find(404, '404 page not found'), { statusCode: 404 });
  await assert.rejects(find(403, { ...refusal, ...gone, reason: 'Forbidden', code: 403 }), {
    statusCode: 403,
  });
});

test('an invalid JSON pointer is an error before a request is sent', async () => {
  const transport = new ScriptedTransport();
  const client = createResourceClient(transport, leaseResource, { namespace: 'ns' });
  // @ts-expect-error a pointer starts with a slash
  const relative = client.jsonPatch('a', [{ op: 'remove', path: 'spec' }]);
  await assert.rejects(relative, {
    code: 'ERR_VMGEN_ARGUMENT',
    message: /^operation 0 of the JSON patch: "spec" is not a JSON pointer; start it with a slash/,
  });
  const from = client.jsonPatchStatus('a', [{ op: 'copy', from: '/a~2', path: '/b' }]);
  await assert.rejects(from, /"\/a~2" is not a JSON pointer/);
  await assert.rejects(client.subresource('scale').jsonPatch('a', [{ op: 'remove', path: '/~' }]));
  // @ts-expect-error an add operation has a value
  await client.jsonPatch('a', [{ op: 'add', path: '/spec' }]);
  assert.equal(transport.requests.length, 1);
});

test('a merge patch can remove only optional fields', async () => {
  const transport = new ScriptedTransport();
  const client = createResourceClient(transport, leaseResource, { namespace: 'ns' });
  const patch = { metadata: { labels: { a: null, b: 'c' } }, spec: { holderIdentity: null } };
  await client.mergePatch('a', patch);
  await client.mergePatch('a', { spec: null });
  // @ts-expect-error metadata is required
  await client.mergePatch('a', { metadata: null });
  // @ts-expect-error a Lease does not have this field
  await client.mergePatch('a', { spec: { holder: 'me' } });
  // @ts-expect-error a duration is a number
  await client.mergePatch('a', { spec: { leaseDurationSeconds: '15' } });
  assert.equal(transport.requests[0]?.body, JSON.stringify(patch));
});

test('readonly objects from caches can be written', async () => {
  const transport = new ScriptedTransport();
  const client = createResourceClient(transport, leaseResource, { namespace: 'ns' });
  const metadata = { name: 'a', finalizers: ['x'] };
  const cached: DeepReadonly<Lease> = Object.freeze({ metadata, spec: { holderIdentity: 'me' } });
  await client.create(cached);
  await client.update(cached);
  await client.updateStatus(cached);
  await client.mergePatch('a', { metadata: { finalizers: cached.metadata.finalizers } });
  const applied = { metadata: { name: 'a' }, spec: cached.spec };
  await client.apply(applied, { fieldManager: 'm' });
  await client.applyStatus(applied, { fieldManager: 'm' });
  assert.equal(transport.requests.length, 6);
});

test('core kinds and lists of all namespaces have their own paths', async () => {
  const transport = new ScriptedTransport();
  await createResourceClient(transport, namespaceResource).get('kube-system');
  await createResourceClient(transport, leaseResource).list();
  assert.deepEqual(
    transport.requests.map(({ path }) => path),
    ['/api/v1/namespaces/kube-system', '/apis/coordination.k8s.io/v1/leases'],
  );
});

test('a name that changes the path is an error before a request is sent', async () => {
  const transport = new ScriptedTransport();
  const client = createResourceClient(transport, leaseResource, { namespace: 'ns' });
  for (const [name, message] of [
    ['', 'leases: resource name may not be empty'],
    ['..', `invalid resource name "..": may not be '..'`],
    ['a/b', `invalid resource name "a/b": may not contain '/'`],
    ['a%2fb', `invalid resource name "a%2fb": may not contain '%'`],
    ['a\ud800', `invalid resource name "a\\ud800": may not contain a lone surrogate`],
  ] as const) {
    await assert.rejects(client.get(name), { message });
    await assert.rejects(client.delete(name), { message });
    await assert.rejects(client.update({ metadata: { name } }), { message });
  }
  const half = { code: 'ERR_VMGEN_ARGUMENT', message: /labelSelector .* lone surrogate/ };
  await assert.rejects(client.list({ labelSelector: 'a=\ud800' }), half);
  for (const subresource of ['', '..', 'scale/../../b', 'scale%2f..', '\udfff']) {
    await assert.rejects(client.subresource(subresource).get('a'), /subresource/);
  }
  for (const namespace of ['', '.', '../kube-system']) {
    assert.throws(() => createResourceClient(transport, leaseResource, { namespace }), /namespace/);
  }
  assert.throws(
    () => createResourceClient(transport, namespaceResource, { namespace: 'ns' }),
    /cluster-scoped/,
  );
  await assert.rejects(createFullClient(transport, leaseResource).get('a'), /all namespaces/);
  await assert.rejects(createFullClient(transport, leaseResource).deleteCollection(), {
    code: 'ERR_VMGEN_ARGUMENT',
    message: /cannot delete leases in all namespaces/,
  });
  assert.equal(transport.requests.length, 0);
});

test('special characters in a name are encoded', async () => {
  const transport = new ScriptedTransport();
  const client = createResourceClient(transport, leaseResource, { namespace: 'n s' });
  await client.get('a?b#c');
  await client.subresource('log?x=1').get('a');
  const path = '/apis/coordination.k8s.io/v1/namespaces/n%20s/leases';
  assert.deepEqual(
    transport.requests.map((request) => request.path),
    [`${path}/a%3Fb%23c`, `${path}/a/log%3Fx%3D1`],
  );
});

test('apply without a field manager is an error', async () => {
  const client = createResourceClient(new ScriptedTransport(), leaseResource, { namespace: 'ns' });
  const applying = client.apply({ metadata: { name: 'a' } }, { fieldManager: '' });
  await assert.rejects(applying, /fieldManager is required to apply leases/);
});

test('sets the type of list items that the server omits', async () => {
  const items = [{ metadata: { name: 'a' } }, { kind: 'Lease', metadata: { name: 'b' } }];
  const client = createResourceClient(
    new ScriptedTransport(() => ({ body: { metadata: {}, items } })),
    leaseResource,
    { namespace: 'ns' },
  );
  const list = await client.list();
  assert.deepEqual(
    list.items.map(({ apiVersion, kind }) => [apiVersion, kind]),
    Array(2).fill(['coordination.k8s.io/v1', 'Lease']),
  );
});

test('an ApiError contains the Status of the API', async () => {
  const status = {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    message: 'leases "a" already exists',
    reason: 'AlreadyExists',
    code: 409,
  };
  const transport = new ScriptedTransport(() => ({ status: 409, body: status }));
  const client = createResourceClient(transport, leaseResource, { namespace: 'ns' });
  await assert.rejects(client.create({ metadata: { name: 'a' } }), (error) => {
    assert.ok(isAlreadyExists(error));
    assert.equal(error.message, status.message);
    assert.deepEqual(error.status, status);
    return true;
  });
});

test('the error of a response without a Status is derived from its code', async () => {
  const answers = [
    [404, '404 page not found\n', 'text/plain', 'NotFound', '404 page not found'],
    [502, '<html>…</html>', 'text/html', 'InternalError', 'an HTML page'],
    [503, '', 'text/plain', 'ServiceUnavailable', undefined],
    [418, '{"kind":"Teapot"}', 'application/json', 'Unknown', '{"kind":"Teapot"}'],
  ] as const;
  for (const [status, body, type, reason, cause] of answers) {
    const headers = { 'content-type': type, 'retry-after': '7' };
    const transport = new ScriptedTransport(() => ({ status, body, headers }));
    const error: unknown = await createResourceClient(transport, leaseResource, { namespace: 'ns' })
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

test('the error for a response that is not JSON contains its start', async () => {
  const transport = new ScriptedTransport(() => ({ body: '<html>' }));
  const client = createResourceClient(transport, leaseResource, { namespace: 'ns' });
  await assert.rejects(client.get('a'), /the API server's response is not JSON: <html>/);
});
