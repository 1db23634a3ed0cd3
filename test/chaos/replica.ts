import { configMapResource, type ConfigMap } from '@vmgen/kubernetes/core/v1';
import { createManager } from '@vmgen/manager';
import { createHttpTransport, createLogger, loadKubeConfig, type Cached } from '@vmgen/runtime';
import { effectSender } from '../support/processes/effects.js';
import { block, workerConfig } from '../support/processes/worker.js';
import {
  OPERATOR,
  SHARDS,
  SITE_LABEL,
  siteResource,
  TIMING,
  type ReplicaConfig,
  type SentEffect,
} from './operator.js';

/**
 * A replica of the operator: it creates a ConfigMap with a random name for each Site that has none in
 * its cache, so that a stale cache, or two workers, would create a second one.
 */

const { kubeconfig, identity, isSharded, effectsPort } = workerConfig<ReplicaConfig>();
const sendEffect = effectSender<SentEffect>(effectsPort);
process.on('message', block);

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
