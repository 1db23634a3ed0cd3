import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createDeploymentClient } from '@vmgen/kubernetes/apps/v1';
import { createConfigMapClient } from '@vmgen/kubernetes/core/v1';
import { findCondition, waitFor, waitConditions } from '@vmgen/runtime';
import { child } from './children/children.js';
import type { Manager } from './manager.js';
import {
  configMapOf,
  configMapResource,
  deploymentOf,
  deploymentResource,
  siteResource,
  startManager,
} from './site.test.helper.js';

const within = { timeoutMs: 60_000 };

/** The operator of the documentation. */
function siteOperator(manager: Manager): void {
  const { sites, deployments, configMaps } = manager.cache({
    sites: siteResource,
    deployments: deploymentResource,
    configMaps: configMapResource,
  });
  manager
    .controller(sites)
    .owns(deployments, configMaps)
    .reconcile(async (site, { children, status }) => {
      const [deployment] = await children.apply(
        child(deployments, deploymentOf(site)),
        child(configMaps, configMapOf(site)),
      );
      const isReady = deployment.status?.readyReplicas === (site.spec.replicas ?? 1);
      await status.set({
        conditions: [
          {
            type: 'Ready',
            status: isReady ? 'True' : 'False',
            reason: isReady ? 'Serving' : 'Starting',
            message: '',
          },
        ],
      });
    });
}

describe('an operator', () => {
  test('creates children and status, repairs them, and is quiet at rest', async (t) => {
    const { fake, sites, writes, stop } = await startManager(t, siteOperator);
    const deployments = createDeploymentClient(fake, 'default');
    const configMaps = createConfigMapClient(fake, 'default');
    await sites.create({ metadata: { name: 'shop' }, spec: { html: 'Hello' } });
    await waitFor(sites, 'shop', waitConditions.is('Ready', 'False'), within);
    await deployments.mergePatchStatus('shop', { status: { replicas: 1, readyReplicas: 1 } });
    await waitFor(sites, 'shop', waitConditions.is('Ready'), within);
    const { status } = await sites.get('shop');
    assert.equal(status?.observedGeneration, 1);
    assert.equal(findCondition(status.conditions, 'Ready')?.observedGeneration, 1);

    await configMaps.delete('shop');
    await waitFor(configMaps, 'shop', waitConditions.exists, within);
    await configMaps.mergePatch('shop', { data: { 'index.html': 'Foreign' } });
    await waitFor(configMaps, 'shop', (map) => map?.data?.['index.html'] === 'Hello', within);

    writes();
    await sites.mergePatch('shop', { metadata: { labels: { touched: 'yes' } } });
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.deepEqual(writes(), ['patch sites/shop']);

    await stop();
  });

  test('sends nothing after a restart', async (t) => {
    const first = await startManager(t, siteOperator);
    for (let n = 0; n < 20; n++) {
      await first.sites.create({ metadata: { name: `site-${n}` }, spec: { html: `${n}` } });
    }
    for (let n = 0; n < 20; n++) {
      await waitFor(first.sites, `site-${n}`, waitConditions.is('Ready', 'False'), within);
    }
    first.writes();
    let reconciled = 0;
    const second = await startManager(
      t,
      (manager) => {
        siteOperator(manager);
        const { more } = manager.cache({ more: siteResource });
        manager.controller(more, { name: 'counter' }).reconcile(async () => {
          reconciled++;
        });
      },
      {},
      first.fake,
    );
    while (reconciled < 20) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.deepEqual(second.writes(), []);
    await second.stop();
    await first.stop();
  });
});
