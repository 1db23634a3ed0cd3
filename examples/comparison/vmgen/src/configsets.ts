// Creates a ConfigMap for each entry of a ConfigSet.

// section: wiring
import { configMapResource } from '@vmgen/kubernetes/core/v1';
import { child, runManager } from '@vmgen/manager';
import type { KeyContext } from '@vmgen/manager';
import type { Cached } from '@vmgen/runtime';
import type { ConfigSet } from '../apis/comparison/v1/types.js';
import { configSetResource } from '../generated/comparison/v1/register.js';

// section: logic
async function removeFromDirectory(set: Cached<ConfigSet>, { logger }: KeyContext): Promise<void> {
  logger.info('removed from the directory', { name: set.metadata.name });
}

// section: wiring
await runManager({ name: 'config-sets' }, (manager) => {
  const { sets, configMaps } = manager.cache({
    sets: configSetResource,
    configMaps: configMapResource,
  });
  manager
    .controller(sets, {
      finalizer: { name: 'comparison.example.com/directory', cleanUp: removeFromDirectory },
    })
    .owns(configMaps)
    .reconcile(async ({ metadata, spec }, { children, status }) => {
      // section: logic
      const entries = Object.entries(spec.configs);
      await children.apply(
        ...entries.map(([entry, config]) =>
          child(configMaps, { metadata: { name: `${metadata.name}-${entry}` }, data: { config } }),
        ),
      );
      await status.set({
        conditions: [
          {
            type: 'Ready',
            status: 'True',
            reason: 'Applied',
            message: `${entries.length} ConfigMaps are applied`,
          },
        ],
      });
      // section: wiring
    });
});
