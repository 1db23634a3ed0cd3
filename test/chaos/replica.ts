import { Agent, request } from 'node:http';
import { configMapResource, type ConfigMap } from '@vmgen/kubernetes/core/v1';
import { createManager } from '@vmgen/manager';
import { createHttpTransport, createLogger, loadKubeConfig, type Cached } from '@vmgen/runtime';
import {
  OPERATOR,
  SHARDS,
  SITE_LABEL,
  siteResource,
  TIMING,
  type BlockOrder,
  type ReplicaConfig,
  type SentEffect,
} from './operator.js';

/**
 * A replica of the operator: it creates a ConfigMap with a random name for each Site that has none in
 * its cache, so that a stale cache, or two workers, would create a second one.
 */

const { kubeconfig, identity, isSharded, effectsPort } = JSON.parse(
  process.argv[2] ?? '{}',
) as ReplicaConfig;

const agent = new Agent({ keepAlive: true });

/** Resolves when the outside system has carried out the effect. */
function sendEffect(sent: SentEffect, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: effectsPort, method: 'POST', agent, signal };
    const sending = request(options, (response) => {
      response.resume();
      response.once('end', resolve).once('error', reject);
    });
    sending.once('error', reject);
    sending.end(JSON.stringify(sent));
  });
}

process.on('message', ({ blockMs }: BlockOrder) => {
  const endMs = performance.now() + blockMs;
  while (performance.now() < endMs);
});
// Without its parent, nothing would end it.
process.on('disconnect', () => process.exit(1));

const logger = createLogger({ verbosity: 0 });
const transport = createHttpTransport(await loadKubeConfig({ kubeconfig }));
const manager = createManager(transport, {
  name: OPERATOR,
  logger,
  leaderElection: { ...TIMING, identity, leaseNamespace: 'default' },
  limits: { shutdownTimeoutMs: 2_000 },
  ...(isSharded && { sharding: { shards: SHARDS } }),
});
const { sites, configMaps } = manager.cache({
  sites: siteResource,
  configMaps: {
    resource: configMapResource,
    labelSelector: SITE_LABEL,
    indexers: {
      owner: ({ metadata }: Cached<ConfigMap>) => [metadata.ownerReferences?.[0]?.uid ?? ''],
    },
  },
});
manager
  .controller(sites, { workers: 8 })
  .owns(configMaps)
  .reconcile(async (site, { key, effect, client }) => {
    const checkedNs = String(process.hrtime.bigint());
    await effect((signal) =>
      sendEffect({ identity, key: `${key.namespace}/${key.name}`, checkedNs }, signal),
    );
    const { name, namespace, uid } = site.metadata;
    const [existing] = configMaps.byIndex('owner', uid);
    const data = { text: site.spec.text };
    const target = client(configMapResource, namespace);
    if (existing !== undefined) {
      if (existing.data?.['text'] !== site.spec.text) await target.update({ ...existing, data });
      return;
    }
    const owner = { apiVersion: 'chaos.example.com/v1', kind: 'Site', name, uid, controller: true };
    const labels = { [SITE_LABEL]: name };
    const metadata = { generateName: `${name}-`, labels, ownerReferences: [owner] };
    await target.create({ metadata, data });
  });
try {
  await manager.run({ signal: new AbortController().signal });
} catch (error) {
  logger.error('the manager failed', { identity, error });
}
process.exit(1);
