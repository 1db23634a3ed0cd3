import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configMapResource } from '@vmgen/kubernetes/core/v1';
import type { Manager } from '../../manager.js';
import { siteResource } from '../../site.test.helper.js';
import { explore } from './explore.js';
import {
  ADDRESS,
  configMapsOf,
  sitesExplored,
  sitesOf,
  type Outside,
} from './explored-sites.test.helper.js';
import { planJson, type Plan } from './plan.js';
import { violationText } from './violation-text.js';

/** Reads the address of all sites from a ConfigMap, and trusts that it arrives before the site changes. */
const trusting = (manager: Manager, { dns }: Outside): void => {
  const { sites, configMaps } = manager.cache({
    sites: siteResource,
    configMaps: configMapResource,
  });
  manager.controller(sites).reconcile(async ({ metadata }, { effect }) => {
    const address = configMaps.find('default/settings')?.data?.['address'];
    await effect(() => dns.set(metadata.name, address ?? ADDRESS));
  });
};

test('a watch held from a call outside finds an operator that trusts in the order of events of two kinds', async (t) => {
  const options = {
    ...sitesExplored(trusting),
    workload: {
      create: async ({ server, advance }) => {
        await sitesOf(server).create({ metadata: { name: 'shop' }, spec: { html: 'a' } });
        await advance(1_000);
        const metadata = { name: 'settings' };
        await configMapsOf(server).create({ metadata, data: { address: '10.0.0.2' } });
        await sitesOf(server).mergePatch('shop', { spec: { html: 'b' } });
      },
    },
  } satisfies ReturnType<typeof sitesExplored>;
  const { violations, faults } = await explore({ ...options, faults: ['held watch'] });
  assert.deepEqual(faults['held watch'], { plans: 2, violated: 1, notTested: 0 });
  assert.equal(
    violations.map(violationText).join('\n'),
    `step "create", held watch of configmaps: dns.set shop 10.0.0.1
  dns differs:
    - .shop: "10.0.0.2"
    + .shop: "10.0.0.1"
      0.000 user       create
      0.000 operator 1 dns.set shop 10.0.0.1: done, held watch of configmaps
      1.000 operator 1 dns.set shop 10.0.0.1: done
  replay: VMGEN_PLAN='{"step":"create","faults":[{"name":"dns.set shop 10.0.0.1","occurrence":1,"fault":"held watch","watch":"configmaps"}]}'`,
  );
  t.after(() => delete process.env['VMGEN_PLAN']);
  process.env['VMGEN_PLAN'] = planJson(violations[0]?.plan ?? { step: '', faults: [] });
  assert.deepEqual((await explore(options)).violations, violations);
});

/** The plan of the test above, with an operator that has changed. */
const plan: Plan = {
  step: 'create',
  faults: [
    {
      ...{ name: 'dns.set shop 10.0.0.1', occurrence: 1 },
      ...{ fault: 'held watch', watch: 'configmaps' },
    },
  ],
};

test('a watch that nothing holds is not tested', async (t) => {
  t.after(() => delete process.env['VMGEN_PLAN']);
  process.env['VMGEN_PLAN'] = planJson(plan);
  const withoutWatch = (manager: Manager, { dns }: Outside): void => {
    const { sites } = manager.cache({ sites: siteResource });
    manager.controller(sites).reconcile(async ({ metadata }, { effect }) => {
      await effect(() => dns.set(metadata.name, ADDRESS));
    });
  };
  const options = sitesExplored(withoutWatch);
  const { create } = options.workload;
  assert.ok(create);
  await assert.rejects(explore({ ...options, workload: { create } }), {
    message:
      'an event of configmaps after dns.set shop 10.0.0.1 does not occur in the step "create" any more, so that the plan tests nothing; explore again without VMGEN_PLAN',
  });
});

test('a watch is held from its first event, however long after the effect', async () => {
  const options = sitesExplored(trusting);
  const { violated, faults } = await explore({
    ...options,
    workload: {
      create: async ({ server, advance }) => {
        await sitesOf(server).create({ metadata: { name: 'shop' }, spec: { html: 'a' } });
        await advance(120_000);
        const metadata = { name: 'settings' };
        await configMapsOf(server).create({ metadata, data: { address: '10.0.0.2' } });
        await sitesOf(server).mergePatch('shop', { spec: { html: 'b' } });
      },
    },
    faults: ['held watch'],
  });
  assert.deepEqual(
    [violated, faults],
    [1, { 'held watch': { plans: 2, violated: 1, notTested: 0 } }],
  );
});
