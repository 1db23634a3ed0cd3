import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configMapResource, namespaceResource } from '@vmgen/kubernetes/core/v1';
import { createFullClient } from '@vmgen/runtime/internal';
import { child } from '../../children/children.js';
import type { Manager } from '../../manager.js';
import { exploreStates, statesText } from './explore-states.js';
import { explore } from './explore.js';
import {
  ADDRESS,
  configMapsOf,
  correct,
  forgetful,
  operatorOf,
  sitesExplored,
  urlOf,
  type Outside,
} from './explored-sites.test.helper.js';
import { siteResource } from '../../site.test.helper.js';
import { violationHtml } from './violation-html.js';
import { violationText } from './violation-text.js';

const badSpecs = { Site: [{ html: 'worse' }] };

test('a correct operator recovers from every disturbance', async () => {
  const exploration = await exploreStates({ ...sitesExplored(correct), badSpecs, states: 60 });
  assert.deepEqual(exploration.violations.map(violationText), []);
  assert.deepEqual(exploration.notTested, []);
  assert.equal(
    statesText(exploration).replaceAll(/ +[1-9]\d*$/gm, ' N'),
    `operator: 60 random states, 0 violated
  deleted child N
  changed child N
  old child N
  forged status N
  stripped finalizer N
  foreign object N
  bad spec N`,
  );
});

test('the same seed explores the same states, byte for byte', async () => {
  const run = async (seed: number) =>
    JSON.stringify(
      await exploreStates({ ...sitesExplored(forgetful), badSpecs, seed, states: 10 }),
    );
  const first = await run(1);
  assert.equal(await run(1), first);
  assert.match(first, /forged status/);
  assert.notEqual(await run(2), first);
});

test('a violation names the disturbance, the difference and who did what', async () => {
  const { violations } = await exploreStates({
    ...sitesExplored(forgetful),
    disturbances: ['forged status'],
    stopsAtFirst: true,
  });
  const plan =
    '{"step":"create","faults":[],"disturbances":[{"disturbance":"forged status","request":{"method":"PATCH",' +
    '"path":"/apis/web.example.com/v1/namespaces/default/sites/shop/status","body":{"status":{"observedGeneration":0}}}}],"isStopped":true}';
  assert.equal(
    violations.map(violationText).join('\n\n'),
    `step "create", the operator is stopped, forged status: patch sites/status default/shop {"status":{"observedGeneration":0}}
  10 s after the cause is gone, Site default shop differs:
    - .status.observedGeneration: "current"
    + .status.observedGeneration: "old"
      0.000 somebody   forged status: patch sites/status default/shop {"status":{"observedGeneration":0}}
      0.000 operator 2 starts
  replay: VMGEN_PLAN='${plan}'`,
  );
  assert.match(
    violations.map(violationHtml).join(''),
    /<li class="card">forged status: patch sites/,
  );
});

test('a plan of the environment runs alone, and only in an exploration of states', async (t) => {
  const options = { ...sitesExplored(forgetful), badSpecs, stopsAtFirst: true };
  const { violations } = await exploreStates(options);
  t.after(() => delete process.env['VMGEN_PLAN']);
  process.env['VMGEN_PLAN'] = JSON.stringify(violations[0]?.plan);
  const again = await exploreStates(options);
  assert.equal(again.states, 1);
  assert.deepEqual(again.violations, violations);
  assert.equal((await explore(options)).plans, 0);
  assert.equal((await exploreStates({ ...options, name: 'another' })).states, 0);

  for (const name of ['no-such', '%E0%']) {
    const request = { method: 'DELETE', path: `/api/v1/namespaces/default/configmaps/${name}` };
    const disturbances = [{ disturbance: 'deleted child', request }];
    process.env['VMGEN_PLAN'] = JSON.stringify({ step: 'create', faults: [], disturbances });
    await assert.rejects(
      exploreStates(options),
      /no disturbance of the plan is possible after the step "create"/,
    );
  }
  process.env['VMGEN_PLAN'] = JSON.stringify({ step: 'create', faults: [], disturbances: [{}] });
  await assert.rejects(exploreStates(options), /VMGEN_PLAN is not a plan/);
  process.env['VMGEN_PLAN'] = '{"step":"create","faults":[]}';
  assert.equal((await exploreStates(options)).states, 0);
});

/** Tries a name again that another object has, or gives up. */
const retrying = (requeueAfterMs: number | undefined) =>
  operatorOf(async (site, { applyPage, status }) => {
    const isApplied = await applyPage(site).then(
      () => true,
      () => false,
    );
    await status.set({ url: isApplied ? urlOf(site) : 'name taken' });
    return isApplied || requeueAfterMs === undefined ? undefined : { requeueAfterMs };
  });

test('an operator that does not notice that a name is free is found, unless it is in time', async () => {
  const violated = async (requeueAfterMs?: number, withinMs?: number) =>
    (
      await exploreStates({
        ...sitesExplored(retrying(requeueAfterMs)),
        disturbances: ['foreign object'],
        ...(withinMs !== undefined && { withinMs }),
      })
    ).violated;
  assert.equal(await violated(), 1);
  assert.equal(await violated(10_000), 0);
  assert.equal(await violated(30_000), 1);
  assert.equal(await violated(30_000, 30_000), 0);
});

test('an operator that recovers but does not come to rest is found', async () => {
  const { workload, ...options } = sitesExplored((manager: Manager, outside: Outside) => {
    const known = new Set<string>();
    // A process that has not seen the creation writes the record again and again.
    operatorOf(async (site, { applyPage, dns, effect, status }) => {
      const { name } = site.metadata;
      if (site.status?.url === undefined) known.add(name);
      await applyPage(site);
      await effect(() => dns.set(name, ADDRESS));
      await status.set({ url: urlOf(site) });
      return known.has(name) ? undefined : { requeueAfterMs: 20_000 };
    })(manager, outside);
  });
  const { create = () => {} } = workload;
  const { violations } = await exploreStates({
    ...options,
    workload: { create },
    disturbances: ['stripped finalizer'],
  });
  assert.deepEqual(
    violations.map(({ problems }) => problems),
    [['the operator does not come to rest: dns.set shop 10.0.0.1']],
  );
});

test('a foreign object without content that the operator leaves alone is no violation', async () => {
  const { workload, ...options } = sitesExplored((manager) => {
    const { sites, configMaps } = manager.cache({
      sites: siteResource,
      configMaps: configMapResource,
    });
    manager
      .controller(sites)
      .owns(configMaps)
      .reconcile(async ({ metadata: { name } }, { children }) => {
        await children.apply(child(configMaps, { metadata: { name } }));
      });
  });
  const { create = () => {} } = workload;
  const { states, violations } = await exploreStates({
    ...options,
    workload: { create },
    disturbances: ['foreign object'],
  });
  assert.deepEqual(violations.map(violationText), []);
  assert.equal(states, 1);
});

test('a child that a user has changed is not disturbed', async () => {
  const { workload, ...options } = sitesExplored(correct);
  const { create = () => {} } = workload;
  const statesOf = async (steps: typeof workload): Promise<number> =>
    (await exploreStates({ ...options, workload: steps, disturbances: ['deleted child'] })).states;
  // While the operator runs, and while it is stopped.
  assert.equal(await statesOf({ create }), 2);
  assert.equal(await statesOf({ create, again: () => {} }), 4);
  const annotate: typeof create = ({ server }) =>
    configMapsOf(server).mergePatch('shop', { metadata: { annotations: { mine: 'yes' } } });
  assert.equal(await statesOf({ create, annotate }), 2);
});

test('a workload that leaves nothing to disturb is refused', async () => {
  const { workload: _, ...options } = sitesExplored(correct);
  await assert.rejects(exploreStates({ ...options, workload: {} }), /leaves nothing to disturb/);
});

test('a foreign object is not in the way before its namespace exists', async () => {
  const { workload: _, ...options } = sitesExplored(correct);
  const { states, violations, notTested } = await exploreStates({
    ...options,
    workload: {
      create: async ({ server }) => {
        await createFullClient(server, namespaceResource).create({ metadata: { name: 'web' } });
        const shop = { metadata: { name: 'shop' }, spec: { html: 'a' } };
        await createFullClient(server, siteResource, 'web').create(shop);
      },
    },
    disturbances: ['foreign object'],
  });
  assert.deepEqual(violations.map(violationText), []);
  assert.deepEqual([states, notTested.length], [1, 1]);
});
