import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FakeTransport } from '@vmgen/apiserver/fake';
import { configMapResource, type ConfigMap } from '@vmgen/kubernetes/core/v1';
import type { Cached, ResourceClient } from '@vmgen/runtime';
import type { Manager } from '../../manager.js';
import type { Site } from '../../site.test.helper.js';
import { planJson } from './plan.js';
import { explore } from './explore.js';
import { violationText } from './violation-text.js';
import {
  ADDRESS,
  configMapsOf,
  correct,
  forgetful,
  operatorOf,
  sitesExplored,
  sitesOf,
  urlOf,
  type Outside,
} from './explored-sites.test.helper.js';

// explore.stress.test.ts adds pairs of crashes.
test('a correct operator survives every fault', async () => {
  const { plans, violations, notTested } = await explore({
    ...sitesExplored(correct),
    atRest: {
      'no record without a site': async ({ server, outside }) =>
        outside.dns.records.length === (await sitesOf(server).list()).items.length,
    },
  });
  assert.deepEqual(violations.map(violationText), []);
  assert.ok(plans > 50, String(plans));
  assert.deepEqual(notTested, []);
});

test('the same seed explores the same, byte for byte', async () => {
  const run = async (seed: number) =>
    JSON.stringify(await explore({ ...sitesExplored(forgetful), seed, maxPlans: 12 }));
  const first = await run(1);
  assert.equal(await run(1), first);
  assert.match(first, /lost after/);
});

test('a violation names the plan, the promise and who did what', async () => {
  const { violations } = await explore({ ...sitesExplored(forgetful), faults: ['crash after'] });
  assert.equal(
    violations.map(violationText).join('\n\n'),
    `step "create", lost after: patch sites/status default/shop
  dns differs:
    - .shop: "10.0.0.1"
      0.000 user       create
      0.000 operator 1 patch sites default/shop: 200
      0.000 operator 1 apply configmaps default/shop: 201
      0.000 operator 1 patch sites/status default/shop: executed, and the connection is lost
      0.000 operator 1 a reconcile of default/shop fails: socket hang up
  replay: VMGEN_PLAN='{"step":"create","faults":[{"name":"patch sites/status default/shop","occurrence":1,"fault":"lost after"}]}'`,
  );
});

test('a plan of the environment runs alone, and says if its effect does not occur', async (t) => {
  const { violations } = await explore({ ...sitesExplored(forgetful), stopsAtFirst: true });
  const text = violations.map(violationText).join('');
  t.after(() => delete process.env['VMGEN_PLAN']);
  process.env['VMGEN_PLAN'] = text.replace(/^[^]*VMGEN_PLAN='(.*)'$/, '$1');
  const again = await explore(sitesExplored(forgetful));
  assert.equal(again.plans, 1);
  assert.equal(again.violations.map(violationText).join(''), text);

  const idle = operatorOf(async (site, { applyPage }) => {
    await applyPage(site);
  });
  await assert.rejects(
    explore(sitesExplored(idle)),
    /patch sites\/status default\/shop does not occur in the step "create" any more/,
  );
  const other = { ...sitesExplored(forgetful), workload: {} };
  assert.equal((await explore(other)).plans, 0);
  process.env['VMGEN_PLAN'] = '{"step":"create"}';
  await assert.rejects(explore(sitesExplored(forgetful)), /VMGEN_PLAN is not a plan; copy/);
});

/** Deletes the ConfigMap of a site with the first reconcile of each process, and creates it again. */
const createsMapAgain = (manager: Manager, outside: Outside): void => {
  let isFirst = true;
  operatorOf(async (site, { applyPage, client, status }) => {
    const maps = client(configMapResource, 'default');
    const { name } = site.metadata;
    if (isFirst && (await maps.find(name)) !== undefined) await maps.delete(name);
    isFirst = false;
    await applyPage(site);
    await status.set({ url: urlOf(site) });
  })(manager, outside);
};

/** Operators with one defect, and the largest number of plans that are needed to find it. */
const DEFECTS: Readonly<
  Record<string, readonly [operator: ReturnType<typeof operatorOf>, plans: number]>
> = {
  'does nothing more once the status is set': [forgetful, 4],
  'keeps the id of a record only in memory': [
    (() => {
      const ids = new Map<string, string>();
      return (manager: Manager, outside: Outside) => {
        // A new process has an empty memory.
        ids.clear();
        operatorOf(
          async (site, { applyPage, dns, effect }) => {
            await applyPage(site);
            const { name } = site.metadata;
            if (!ids.has(name)) ids.set(name, await effect(() => dns.create(name)));
          },
          ({ dns }) => ({
            finalizer: {
              name: 'web.example.com/dns',
              cleanUp: async ({ metadata: { name } }, { effect }) =>
                effect(() => dns.remove(ids.get(name) ?? '')),
            },
          }),
        )(manager, outside);
      };
    })(),
    4,
  ],
  'fails to delete a record that is already deleted': [
    operatorOf(
      async (site, { applyPage, dns, effect }) => {
        await applyPage(site);
        await effect(() => dns.set(site.metadata.name, ADDRESS));
      },
      ({ dns }) => ({
        finalizer: {
          name: 'web.example.com/dns',
          cleanUp: async ({ metadata }, { effect }) =>
            effect(() => dns.removeExisting(metadata.name)),
        },
      }),
    ),
    12,
  ],
  'never clears a failure in the status': [
    operatorOf(async (site, { applyPage, dns, effect, status }) => {
      try {
        await applyPage(site);
        await effect(() => dns.set(site.metadata.name, ADDRESS));
      } catch (error) {
        await status.set({ url: 'failed' });
        throw error;
      }
    }),
    30,
  ],
  'writes the record only when it has written the ConfigMap': [
    operatorOf(async (site, { applyPage, dns, effect, client }) => {
      const before = await client(configMapResource, 'default').find(site.metadata.name);
      await applyPage(site);
      if (before?.data?.['index.html'] === site.spec.html) return;
      await effect(() => dns.set(site.metadata.name, ADDRESS));
    }),
    6,
  ],
  'ignores an error': [
    operatorOf(async (site, { applyPage, dns, effect }) => {
      await effect(() => dns.set(site.metadata.name, ADDRESS));
      await applyPage(site).catch(() => undefined);
    }),
    46,
  ],
  'counts its starts in the status': [
    (manager, outside) => {
      let isCounted = false;
      operatorOf(async (site, { applyPage, dns, effect, status }) => {
        await applyPage(site);
        await effect(() => dns.set(site.metadata.name, ADDRESS));
        if (!isCounted) await status.set({ url: String(Number(site.status?.url ?? 0) + 1) });
        isCounted = true;
      })(manager, outside);
    },
    4,
  ],
  'creates a ConfigMap without an owner': [
    operatorOf(async (site, { client, dns, effect }) => {
      const maps = client(configMapResource, 'default');
      const { name } = site.metadata;
      if ((await maps.find(name)) === undefined) await maps.create({ metadata: { name } });
      await effect(() => dns.set(site.metadata.name, ADDRESS));
    }),
    6,
  ],
  'creates its ConfigMap again with each start': [createsMapAgain, 4],
  'has no finalizer': [
    operatorOf(
      async (site, { applyPage, dns, effect }) => {
        await applyPage(site);
        await effect(() => dns.set(site.metadata.name, ADDRESS));
      },
      () => ({}),
    ),
    0,
  ],
};

for (const [defect, [operator, limit]] of Object.entries(DEFECTS)) {
  test(`finds an operator that ${defect}`, async () => {
    const options = sitesExplored(operator);
    if (limit === 0) {
      await assert.rejects(explore(options), /the run without faults breaks a promise/);
      return;
    }
    const { plans, violations } = await explore({ ...options, stopsAtFirst: true });
    assert.equal(violations.length, 1, `${plans} plans found nothing`);
    assert.ok(plans <= limit, `${plans} plans were needed`);
  });
}

test('the run without faults must be right', async () => {
  const again = ({ server }: { readonly server: FakeTransport }) =>
    sitesOf(server).create({ metadata: { name: 'shop' }, spec: { html: '' } });
  await assert.rejects(
    explore({ ...sitesExplored(correct), workload: { create: again, again } }),
    /step "again", no fault\n {2}the step fails: sites\.web\.example\.com "shop" already exists/,
  );
  const recreatingWith = (
    remove: (maps: ResourceClient<ConfigMap>, name: string) => Promise<unknown>,
  ) =>
    operatorOf(async (site, { applyPage, client }) => {
      const maps = client(configMapResource, 'default');
      const found = await maps.find(site.metadata.name);
      if (found !== undefined && found.data?.['index.html'] !== site.spec.html) {
        await remove(maps, site.metadata.name);
      }
      await applyPage(site);
    });
  const recreating = recreatingWith((maps, name) => maps.delete(name));
  const recreatingCollection = recreatingWith((maps, name) =>
    maps.deleteCollection({}, { fieldSelector: `metadata.name=${name}` }),
  );
  for (const operator of [recreating, recreatingCollection]) {
    await assert.rejects(
      explore(sitesExplored(operator)),
      /step "change", no fault\n {2}ConfigMap default shop is deleted and created again in one step; list its kind in recreates/,
    );
  }
  const { violations } = await explore({
    ...sitesExplored(recreating),
    recreates: ['ConfigMap'],
    maxPlans: 1,
  });
  assert.deepEqual(violations, []);
  await assert.rejects(
    explore({
      ...sitesExplored(correct),
      atRest: {
        'a site has two pages': async ({ server }) =>
          (await configMapsOf(server).list()).items.length === 2,
      },
    }),
    /"a site has two pages" does not hold at rest/,
  );
});

test('counts creations and deletions, except for those that a late request causes', async () => {
  const create = ({ server }: { readonly server: FakeTransport }) =>
    sitesOf(server).create({ metadata: { name: 'shop' }, spec: { html: 'a' } });
  const remove = ({ server }: { readonly server: FakeTransport }) => sitesOf(server).delete('shop');
  const options = { workload: { create, delete: remove } };

  // The apply of the ConfigMap arrives when the site is gone, and the garbage collector removes it again.
  const late = await explore({ ...sitesExplored(correct), ...options, faults: ['a step late'] });
  assert.deepEqual(late.violations.map(violationText), []);
  assert.deepEqual(late.notTested, []);
  assert.equal(late.plans, 3);

  const { violations } = await explore({
    ...sitesExplored(createsMapAgain),
    ...options,
    stopsAtFirst: true,
  });
  assert.deepEqual(
    violations.flatMap(({ problems }) => problems),
    [
      'ConfigMap default shop is created 2 times and deleted once, but without faults once and 0 times',
    ],
  );
});

test('a request that arrives a step late is compared with the end of that step', async () => {
  const trusting = operatorOf(async (site, { client }) => {
    const maps = client(configMapResource, 'default');
    const { name } = site.metadata;
    const data = { 'index.html': site.spec.html };
    if ((await maps.find(name)) === undefined) await maps.create({ metadata: { name }, data });
    else await maps.mergePatch(name, { data });
  });
  const { violations } = await explore({
    ...sitesExplored(trusting),
    workload: {
      create: ({ server }) =>
        sitesOf(server).create({ metadata: { name: 'shop' }, spec: { html: 'a' } }),
      change: ({ server }) => sitesOf(server).mergePatch('shop', { spec: { html: 'b' } }),
    },
    faults: ['a step late'],
  });
  assert.equal(
    violations.map(violationText).join('\n\n'),
    `step "create", a step late: patch configmaps default/shop
  ConfigMap default shop differs:
    - .data["index.html"]: "b"
    + .data["index.html"]: "a"
      0.000 user       create
      0.000 operator 1 patch sites default/shop: 200
      0.000 operator 1 create configmaps default/shop: 201
      0.000 operator 1 patch configmaps default/shop: a step late
      0.000 operator 2 starts
      0.000 operator 2 patch configmaps default/shop: 200
     60.000 user       change
     60.000 operator 2 patch configmaps default/shop: 200
    120.000 network    patch configmaps default/shop of a process that has ended arrives
  replay: VMGEN_PLAN='{"step":"create","faults":[{"name":"patch configmaps default/shop","occurrence":1,"fault":"a step late"}]}'`,
  );
});

test('one plan of ten runs to the end, and finds a wrong memory that shows in a later step', async (t) => {
  const keepsFailed = (manager: Manager, outside: Outside): void => {
    const failed = new Map<string, Cached<Site>>();
    operatorOf(async (site, { applyPage }) => {
      const { name } = site.metadata;
      try {
        await applyPage(failed.get(name) ?? site);
      } catch (error) {
        // For the next attempt, but also used by all later ones.
        failed.set(name, failed.get(name) ?? site);
        throw error;
      }
    })(manager, outside);
  };
  const { repair: _, ...workload } = sitesExplored(keepsFailed).workload;
  const options = { ...sitesExplored(keepsFailed), workload };
  const { violations } = await explore(options);
  assert.equal(
    violations.map(violationText).join('\n\n'),
    `step "create" and all later ones, lost after: apply configmaps default/shop
  in step "change", ConfigMap default shop differs:
    - .data["index.html"]: "b"
    + .data["index.html"]: "a"
      0.000 user       create
      0.000 operator 1 patch sites default/shop: 200
      0.000 operator 1 apply configmaps default/shop: executed, and the connection is lost
      0.000 operator 1 a reconcile of default/shop fails: socket hang up
     60.000 user       change
  replay: VMGEN_PLAN='{"step":"create","faults":[{"name":"apply configmaps default/shop","occurrence":1,"fault":"lost after"}],"toEnd":true}'`,
  );
  t.after(() => delete process.env['VMGEN_PLAN']);
  process.env['VMGEN_PLAN'] = planJson(violations[0]?.plan ?? { step: '', faults: [] });
  assert.deepEqual((await explore(options)).violations, violations);
});
