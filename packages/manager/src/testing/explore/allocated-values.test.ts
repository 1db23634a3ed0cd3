import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeTransport, type FakeTransport } from '@vmgen/apiserver/fake';
import { configMapResource, serviceResource, type Service } from '@vmgen/kubernetes/core/v1';
import { createResourceClient, type ApplyConfiguration } from '@vmgen/runtime';
import { child } from '../../children/children.js';
import type { Manager } from '../../manager.js';
import { configMapOf, siteCrd, siteResource } from '../../site.test.helper.js';
import { explore } from './explore.js';
import { sitesExplored, sitesOf } from './explored-sites.test.helper.js';
import { maskedState, type MaskedState } from './masked-state.js';
import { differences } from './state-differences.js';
import { violationText } from './violation-text.js';

const serviceOf = (name: string): ApplyConfiguration<Service> => ({
  metadata: { name },
  spec: { type: 'NodePort', ports: [{ name: 'http', port: 80 }] },
});

/** Runs a Service for each Site, and copies its address and port. */
function addServices(manager: Manager): void {
  const { sites, services, configMaps } = manager.cache({
    sites: siteResource,
    services: serviceResource,
    configMaps: configMapResource,
  });
  manager
    .controller(sites)
    .owns(services, configMaps)
    .reconcile(async (site, { children }) => {
      const [{ spec }] = await children.apply(
        child(services, serviceOf(site.metadata.name)),
        child(configMaps, configMapOf(site)),
      );
      const { clusterIP = '', ports: [port] = [] } = spec ?? {};
      const data = { url: `http://${clusterIP}:${port?.nodePort}/`, [clusterIP]: 'address' };
      await children
        .named('addresses')
        .apply(child(configMaps, { metadata: { name: `${site.metadata.name}-address` }, data }));
    });
}

test('addresses and ports that the server allocates to Services may differ, also in copies', async () => {
  const services = (server: FakeTransport) =>
    createResourceClient(server, serviceResource, { namespace: 'default' });
  const { plans, violations } = await explore({
    ...sitesExplored(addServices),
    server: (options) =>
      createFakeTransport({ ...options, crds: [siteCrd], garbageCollection: true }),
    workload: {
      create: ({ server }) =>
        sitesOf(server).create({ metadata: { name: 'shop' }, spec: { html: 'a' } }),
      repair: ({ server }) => services(server).delete('shop'),
      delete: ({ server }) => sitesOf(server).delete('shop'),
    },
  });
  assert.deepEqual(violations.map(violationText), []);
  assert.ok(plans >= 20, String(plans));
});

/** The state of a server that allocates by its own random numbers, with one Service. */
async function stateWith(random: number, spec: Service['spec']): Promise<MaskedState> {
  await using fake = createFakeTransport({ random: () => random });
  const services = createResourceClient(fake, serviceResource, { namespace: 'default' });
  return maskedState([await services.create({ metadata: { name: 'shop' }, spec })], {});
}

test('an address or a port that a client has requested is compared', async () => {
  const allocated: Service['spec'] = { type: 'NodePort', ports: [{ port: 80 }] };
  assert.deepEqual(
    differences(await stateWith(0.1, allocated), await stateWith(0.9, allocated)),
    [],
  );
  const requested = (last: number): Service['spec'] => ({
    type: 'NodePort',
    clusterIP: `10.0.0.${last}`,
    ports: [{ port: 80, nodePort: 30_000 + last }],
  });
  assert.deepEqual(
    differences(await stateWith(0.1, requested(5)), await stateWith(0.1, requested(6))),
    [
      `Service default shop differs:
    - .spec.clusterIP: "10.0.0.5"
    + .spec.clusterIP: "10.0.0.6"
    - .spec.clusterIPs[0]: "10.0.0.5"
    + .spec.clusterIPs[0]: "10.0.0.6"
    - .spec.ports[0].nodePort: 30005
    + .spec.ports[0].nodePort: 30006`,
    ],
  );
});
