import { crdOf, versionWith } from '@vmgen/fixtures/crd-of';
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createHttpTransport, loadKubeConfig, type Transport } from '@vmgen/runtime';
import { ask } from '../support/ask.js';
import { startEnvtest } from '@vmgen/apiserver/envtest';
import { endsAfterTests } from '../support/ends-after.js';
import { waitFor } from '../support/wait-for.js';

// What Kubernetes 1.37 changed, or did not, and what the embedded server and the runtime rely on.
let server: Transport;
const atEnd = endsAfterTests();

before(async () => {
  const plane = await startEnvtest();
  atEnd(() => plane.stop());
  const transport = createHttpTransport(await loadKubeConfig({ kubeconfig: plane.kubeconfig }), {});
  atEnd(() => transport.close());
  server = transport;
});

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const gears = '/apis/newer.example.com/v1/namespaces/default/gears';
const gear = (metadata: { name: string; finalizers?: string[] }) => ({
  apiVersion: 'newer.example.com/v1',
  kind: 'Gear',
  metadata,
});

test('a terminating definition rejects new objects', async () => {
  const name = 'gears.newer.example.com';
  const kind = { group: 'newer.example.com', kind: 'Gear' };
  await ask(server, 'POST', definitions, crdOf(kind, [versionWith('v1', {})]));
  await waitFor('the kind', 20_000, async () => {
    const { status } = await server.request({ method: 'GET', path: gears });
    return status === 200 ? true : undefined;
  });
  await ask(server, 'POST', gears, gear({ name: 'a', finalizers: ['example.com/hold'] }));
  await ask(server, 'DELETE', `${definitions}/${name}`);
  // The deletion reaches the handler by an informer.
  const refused = await waitFor('the refusal of a create', 20_000, async () => {
    const { verdict } = await ask(server, 'POST', gears, gear({ name: 'b' }));
    return verdict.status === 403 ? verdict : undefined;
  });
  const why = 'create not allowed while custom resource definition is terminating';
  assert.equal(refused.message, `${name} "b" is forbidden: ${why}`);
});

test('the server ignores a shardSelector without its feature gate', async () => {
  const { body } = await ask(server, 'GET', '/api/v1/namespaces?shardSelector=invalid');
  const { items } = body as { readonly items?: readonly unknown[] };
  assert.ok(items !== undefined && items.length > 0);
});

test('the server does not drop managedFields on request, so informers remove them', async () => {
  for (const [path, accept] of [
    ['/api/v1/namespaces?drop=metadata.managedFields', 'application/json'],
    ['/api/v1/namespaces', 'application/json;drop=metadata.managedFields'],
  ] as const) {
    const response = await server.request({ method: 'GET', path, headers: { accept } });
    assert.equal(response.status, 200);
    assert.match(await response.text(), /"managedFields"/);
  }
});

// kube-apiserver would compress each event by itself, which delays it.
test('the runtime reads a streaming list without compression', async () => {
  const query = new URLSearchParams({
    watch: 'true',
    sendInitialEvents: 'true',
    resourceVersionMatch: 'NotOlderThan',
    allowWatchBookmarks: 'true',
    timeoutSeconds: '60',
  });
  const path = `/api/v1/namespaces?${query.toString()}`;
  const response = await server.request({ method: 'GET', path });
  assert.equal(response.headers['content-encoding'], undefined);
  let text = '';
  // Until the end of the list.
  for await (const chunk of response.body) {
    text += Buffer.from(chunk).toString();
    if (text.includes('"type":"BOOKMARK"')) break;
  }
  assert.match(text, /"type":"ADDED".*\n[^]*"type":"BOOKMARK"/);
});
