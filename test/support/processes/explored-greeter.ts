import { createFakeTransport } from '@vmgen/apiserver/fake';
import { configMapResource, createConfigMapClient } from '@vmgen/kubernetes/core/v1';
import { explore } from '@vmgen/manager/testing';

// With the plan of `vmgen replay`, it runs only this one.
await explore({
  operator: (manager) => {
    const { configMaps } = manager.cache({ configMaps: configMapResource });
    manager
      .controller(configMaps, { name: 'greeter' })
      .reconcile(async ({ metadata }, { effect }) =>
        effect('guests.greet', metadata.name, async () => {}),
      );
  },
  server: (options) => createFakeTransport(options),
  workload: {
    open: async function open({ server }) {
      await createConfigMapClient(server, 'default').create({ metadata: { name: 'hotel' } });
    },
  },
});
