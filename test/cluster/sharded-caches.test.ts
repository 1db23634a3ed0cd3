import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEnvtest } from '@vmgen/apiserver/envtest';
import {
  configMapResource,
  createConfigMapClient,
  createNamespaceClient,
} from '@vmgen/kubernetes/core/v1';
import { createManager, type Manager } from '@vmgen/manager';
import { createHttpTransport, interceptTransport, loadKubeConfig } from '@vmgen/runtime';
import { endsAfterTests } from '../support/ends-after.js';
import { waitFor } from '../support/wait-for.js';

const NAMESPACES = ['blue', 'green', 'red', 'yellow', 'white', 'black'];
const PER_NAMESPACE = 5;
const WITHIN_MS = 60_000;

const atEnd = endsAfterTests();

test('the API server sends a member only the objects of its shards', async () => {
  const plane = await startEnvtest({
    apiServerFlags: ['--feature-gates=ShardedListAndWatch=true'],
  });
  atEnd(() => plane.stop());
  const config = await loadKubeConfig({ kubeconfig: plane.kubeconfig });
  const transport = createHttpTransport(config);
  atEnd(async () => {
    await transport[Symbol.asyncDispose]();
  });
  for (const namespace of NAMESPACES) {
    await createNamespaceClient(transport).create({ metadata: { name: namespace } });
    for (let n = 0; n < PER_NAMESPACE; n++) {
      const metadata = { name: `map-${n}`, labels: { app: 'shop' } };
      await createConfigMapClient(transport, namespace).create({ metadata });
    }
  }
  const stopping = new AbortController();
  const lines: string[] = [];
  const keep = (message: string): void => void lines.push(message);
  const logger = { info: keep, warn: keep, error: keep, verbose: () => {}, with: () => logger };
  const reconciled = new Map<string, string>();
  const paths = new Set<string>();
  const start = (identity: string): Manager => {
    const observed = interceptTransport(transport, [
      (request, next) => {
        if (request.path.startsWith('/api/v1/configmaps')) paths.add(request.path);
        return next(request);
      },
    ]);
    const manager = createManager(observed, {
      name: 'sharded',
      logger,
      sharding: { shards: 8, by: 'namespace' },
      leaderElection: { identity, leaseNamespace: 'default', retryPeriodMs: 300 },
    });
    const { maps } = manager.cache({
      maps: { resource: configMapResource, labelSelector: 'app=shop' },
    });
    manager.controller(maps).reconcile(async ({ metadata }) => {
      reconciled.set(`${metadata.namespace}/${metadata.name}`, identity);
    });
    const running = manager.run({ signal: stopping.signal });
    atEnd(async () => {
      stopping.abort();
      await running;
    });
    return manager;
  };
  const managers = [start('a'), start('b')];
  const cached = (): number[] =>
    managers.map((manager) => manager.describe().caches[0]?.objects ?? 0);
  const total = NAMESPACES.length * PER_NAMESPACE;
  await waitFor('all objects are cached once', WITHIN_MS, () => {
    const counts = cached();
    const sum = counts.reduce((a, b) => a + b);
    return sum === total && counts.every((count) => count > 0) ? true : undefined;
  });
  await waitFor('all objects are reconciled', WITHIN_MS, () =>
    reconciled.size === total ? true : undefined,
  );
  // Watches deliver the changes of the own shards, and of no other.
  for (const namespace of NAMESPACES) {
    const metadata = { name: 'later', labels: { app: 'shop' } };
    await createConfigMapClient(transport, namespace).create({ metadata });
  }
  await waitFor('later objects are reconciled', WITHIN_MS, () =>
    reconciled.size === total + NAMESPACES.length ? true : undefined,
  );
  // Shards may move from one member to the other.
  await waitFor('all objects are cached once again', WITHIN_MS, () =>
    cached().reduce((a, b) => a + b) === total + NAMESPACES.length ? true : undefined,
  );
  assert.ok([...paths].some((path) => path.includes('shardSelector=')));
  // Each object that arrives and is dropped would be reported.
  assert.deepEqual(
    lines.filter((line) => line.includes('does not select')),
    [],
  );
});
