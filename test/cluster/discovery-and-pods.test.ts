import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import {
  createHttpTransport,
  createResourceClient,
  interceptTransport,
  loadKubeConfig,
  type HttpTransport,
} from '@vmgen/runtime';
import { poll } from '@vmgen/runtime/async';
import type { Manifest } from '@vmgen/runtime/meta';
import {
  createDiscoveryClient,
  createDynamicClient,
  type DynamicClient,
} from '@vmgen/runtime/discovery';
import { createPodAccess, type PodAccess } from '@vmgen/runtime/pods';
import { generate } from 'selfsigned';
import { WebSocketServer, type ServedSocket } from 'ws';
import { startEnvtest } from '@vmgen/apiserver/envtest';
import { endsAfterTests } from '../support/ends-after.js';

const atEnd = endsAfterTests();
const NAMESPACE = { namespace: 'default' };
let transport: HttpTransport;
let dynamic: DynamicClient;
let pods: PodAccess;
/** What the API server asked the kubelet for. */
const asked: string[] = [];

const pod = (name: string, nodeName?: string): Manifest => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: { ...(nodeName && { nodeName }), containers: [{ name: 'main', image: 'web' }] },
});

before(async () => {
  const plane = await startEnvtest();
  atEnd(() => plane.stop());
  transport = createHttpTransport(await loadKubeConfig({ kubeconfig: plane.kubeconfig }), {});
  atEnd(() => transport.close());
  dynamic = createDynamicClient(transport);
  pods = createPodAccess(transport, NAMESPACE);
  await startKubelet();
  for (const each of [pod('nowhere'), pod('web', 'node')]) {
    await (await dynamic.forObject(each, NAMESPACE)).create(each);
  }
});

/** Simulates the kubelet of a node, which receives what the API server sends for our requests. */
async function startKubelet(): Promise<void> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'node' }]);
  const server = createServer({ cert, key }, (request, response) => {
    asked.push(request.url ?? '');
    response.end('one\n\ntwo');
  });
  const sockets = new WebSocketServer({
    server,
    handleProtocols: (offered) => [...offered][0] ?? false,
  });
  sockets.on('connection', (socket, request) => {
    asked.push(request.url ?? '');
    if (request.url?.startsWith('/portForward/')) echoPort(socket);
    else echoCommand(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const nodes = await dynamic.forKind({ group: '', kind: 'Node' });
  await nodes.create({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'node' } });
  await nodes.mergePatchStatus('node', {
    status: {
      addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
      daemonEndpoints: { kubeletEndpoint: { Port: port } },
      // The API server passes the WebSocket of such a node through.
      declaredFeatures: ['ExtendWebSocketsToKubelet'],
    },
  });
}

const message = (channel: number, data: string | Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([channel]), Buffer.from(data)]);

/** Gives its input back when that ends, and exits with 7. */
function echoCommand(socket: ServedSocket): void {
  socket.on('message', (data) => {
    if (data[0] === 0) socket.send(message(1, data.subarray(1)));
    if (data[0] !== 255) return;
    const causes = [{ reason: 'ExitCode', message: '7' }];
    const status = { status: 'Failure', reason: 'NonZeroExitCode', details: { causes } };
    socket.send(message(3, JSON.stringify(status)));
    socket.close(1000);
  });
}

function echoPort(socket: ServedSocket): void {
  const port = Buffer.from([8080 & 0xff, 8080 >> 8]);
  socket.send(message(0, port));
  socket.send(message(1, port));
  socket.on('message', (data) => {
    socket.send(data);
    socket.close(1000);
  });
}

describe('discovery of a real kube-apiserver', () => {
  test('equals in the aggregated document and in the older documents', async () => {
    const older = interceptTransport(transport, [
      (request, next) =>
        next({ ...request, headers: { ...request.headers, accept: 'application/json' } }),
    ]);
    const newest = await createDiscoveryClient(transport).discover();
    const plain = await createDiscoveryClient(older).discover();
    const sorted = ({ groups }: typeof newest): unknown =>
      JSON.parse(
        JSON.stringify(
          groups.flatMap(({ versions }) =>
            versions.flatMap(({ resources }) =>
              resources.map((each) => ({
                ...each,
                subresources: [...each.subresources].sort((a, b) => (a.name < b.name ? -1 : 1)),
              })),
            ),
          ),
        ),
      );
    assert.deepEqual(sorted(plain), sorted(newest));
    assert.deepEqual([newest.failures, plain.failures], [[], []]);
    assert.match((await createDiscoveryClient(transport).serverVersion()).gitVersion, /^v1\./);
  });

  test("finds resources by kubectl's names", async () => {
    const expected = {
      deploy: 'apps/v1 deployments',
      po: '/v1 pods',
      events: '/v1 events',
      hpa: 'autoscaling/v2 horizontalpodautoscalers',
      'hpa.v1.autoscaling': 'autoscaling/v1 horizontalpodautoscalers',
      crd: 'apiextensions.k8s.io/v1 customresourcedefinitions',
    };
    for (const [name, found] of Object.entries(expected)) {
      const { group, version, plural } = await dynamic.mapper.forResource(name);
      assert.equal(`${group}/${version} ${plural}`, found, name);
    }
    const all = await dynamic.mapper.forResource('pods');
    const scale = all.subresources.find(({ name }) => name === 'eviction');
    assert.deepEqual([scale?.group, scale?.kind], ['policy', 'Eviction']);
    const resource = await dynamic.mapper.forKind({ group: 'apps', kind: 'Deployment' });
    const deployments = createResourceClient(transport, resource, NAMESPACE);
    assert.deepEqual((await deployments.list()).items, []);
  });
});

test('reports an unavailable aggregated API, and finds all others', async () => {
  const service: Manifest = {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: 'v1.down.example.com' },
    spec: {
      group: 'down.example.com',
      version: 'v1',
      service: { namespace: 'default', name: 'none' },
      groupPriorityMinimum: 1000,
      versionPriority: 10,
    },
  };
  const services = await dynamic.forObject(service);
  await services.create(service);
  const discovery = createDiscoveryClient(transport);
  const { groups, failures } = await poll(
    async () => {
      const found = await discovery.discover();
      return found.failures.length > 0 && found;
    },
    { intervalMs: 100, timeoutMs: 60_000 },
  );
  assert.deepEqual(
    failures.map(({ group, version }) => [group, version]),
    [['down.example.com', 'v1']],
  );
  assert.ok(groups.some(({ name }) => name === 'apps'));
  await dynamic.mapper.refresh();
  await assert.rejects(dynamic.mapper.forKind({ group: 'down.example.com', kind: 'Down' }), {
    code: 'ERR_VMGEN_NO_MATCH',
    message: /down\.example\.com\/v1 could not be read: the API server cannot reach the server/,
  });
  await services.delete('v1.down.example.com');
});

describe('pods of a real kube-apiserver', () => {
  test('exec reaches the node and returns the exit code', async () => {
    const session = await pods.exec('web', ['cat', 'a&b ü'], { stdin: true });
    session.stdin?.end('hello');
    assert.equal(await text(session.stdout), 'hello');
    assert.deepEqual(await session.exit, { exitCode: 7 });
    const url = new URL(asked.at(-1) ?? '', 'http://node');
    assert.equal(url.pathname, '/exec/default/web/main');
    assert.deepEqual(url.searchParams.getAll('command'), ['cat', 'a&b ü']);
  });

  test('port-forward reaches a port', async () => {
    const stream = await pods.connectPort('web', 8080);
    stream.write('ping');
    assert.equal(await text(stream), 'ping');
    assert.equal(asked.at(-1), '/portForward/default/web?port=8080');
  });

  test('logs are read from the node', async () => {
    const lines: string[] = [];
    for await (const line of pods.logLines('web', { follow: true, tailLines: 3 })) lines.push(line);
    assert.deepEqual(lines, ['one', '', 'two']);
    assert.equal(asked.at(-1), '/containerLogs/default/web/main?follow=true&tailLines=3');
  });

  test("impossible requests fail with the server's message", async () => {
    await assert.rejects(pods.exec('none', ['true']), { statusCode: 404, reason: 'NotFound' });
    await assert.rejects(pods.exec('nowhere', ['true']), { statusCode: 400 });
    await assert.rejects(pods.exec('web', ['true'], { container: 'x' }), { statusCode: 400 });
    await assert.rejects(pods.connectPort('nowhere', 80), { statusCode: 400 });
    await assert.rejects(pods.evict('none'), { statusCode: 404 });
  });

  test('a pod is evicted, and a disruption budget blocks the eviction of another', async () => {
    const held = { ...pod('held', 'node'), metadata: { name: 'held', labels: { app: 'held' } } };
    const budget: Manifest = {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'held' },
      spec: { minAvailable: 1, selector: { matchLabels: { app: 'held' } } },
    };
    const clients = await dynamic.forObject(held, NAMESPACE);
    await clients.create(held);
    await clients.mergePatchStatus('held', {
      status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
    });
    const budgets = await dynamic.forObject(budget, NAMESPACE);
    const { metadata } = await budgets.create(budget);
    await budgets.mergePatchStatus('held', {
      status: {
        observedGeneration: metadata.generation,
        disruptionsAllowed: 0,
        currentHealthy: 1,
        desiredHealthy: 1,
        expectedPods: 1,
      },
    });
    const refused = await pods.evict('held');
    assert.ok(!refused.evicted);
    assert.match(refused.budgets.join(), /held needs 1 healthy pods and has 1 currently/);
    assert.deepEqual(await pods.evict('nowhere', { dryRun: true }), { evicted: true });
    assert.deepEqual(await pods.evict('nowhere'), { evicted: true });
  });
});
