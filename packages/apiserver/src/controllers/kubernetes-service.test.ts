import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import { at, testServer } from '../testing/test-server.js';

const services = '/api/v1/namespaces/default/services';
const path = `${services}/kubernetes`;
const address = { host: '127.0.0.1', port: 6443 };

const service = (name: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name },
  spec: { clusterIP: '10.0.0.1', ports: [{ port: 443 }] },
});

test('has no Service kubernetes without an address, and its clusterIP is free', async () => {
  const { send } = testServer();
  assert.equal((await send('GET', path)).status, 404);
  assert.equal((await send('POST', services, service('kubernetes'))).status, 201);
  assert.equal((await send('DELETE', path)).status, 200);
  assert.equal((await send('GET', path)).status, 404);
});

test('creates the Service kubernetes of a server that listens', async () => {
  const { server, send } = testServer();
  server.listening(address);
  const { body } = await send('GET', path);
  assert.deepEqual(at(body, 'metadata.labels'), { component: 'apiserver', provider: 'kubernetes' });
  assert.equal(at(body, 'metadata.managedFields.0.manager'), 'kube-apiserver');
  // As kube-apiserver 1.37.2 started by envtest.
  assert.deepEqual(body['spec'], {
    clusterIP: '10.0.0.1',
    clusterIPs: ['10.0.0.1'],
    internalTrafficPolicy: 'Cluster',
    ipFamilies: ['IPv4'],
    ipFamilyPolicy: 'SingleStack',
    ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: 6443 }],
    sessionAffinity: 'None',
    type: 'ClusterIP',
  });
  assert.equal((await send('POST', services, service('other'))).status, 422);
  server.listening({ ...address, port: 7443 });
  assert.equal(at((await send('GET', path)).body, 'spec.ports.0.targetPort'), 6443);
});

test('creates the Service kubernetes again after its deletion', async () => {
  const { server, send } = testServer();
  server.listening(address);
  const before = (await send('GET', path)).body;
  assert.equal((await send('DELETE', path)).status, 200);
  const after = (await send('GET', path)).body;
  assert.deepEqual(after['spec'], before['spec']);
  assert.notEqual(at(after, 'metadata.uid'), at(before, 'metadata.uid'));
});

test('leaves the Service kubernetes away while another Service has its clusterIP', async () => {
  const { server, send } = testServer();
  await send('POST', services, service('mine'));
  server.listening(address);
  assert.equal((await send('GET', path)).status, 404);
  await send('DELETE', `${services}/mine`);
  assert.equal((await send('GET', path)).status, 200);
});
