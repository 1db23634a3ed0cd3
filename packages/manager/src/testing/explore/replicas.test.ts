import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ADDRESS,
  correct,
  operatorOf,
  sitesExplored,
  sitesOf,
  urlOf,
} from './explored-sites.test.helper.js';
import { explore } from './explore.js';
import { violationText } from './violation-text.js';

const { create, delete: remove } = sitesExplored(correct).workload;
assert.ok(create && remove);
/** explore.stress.test.ts has more steps. */
const workload = { create, delete: remove };

test('two replicas survive pauses and crashes of the leader', async () => {
  const { plans, violations, notTested, effects } = await explore({
    ...sitesExplored(correct),
    workload,
    replicas: 2,
  });
  assert.deepEqual(violations.map(violationText), []);
  assert.deepEqual(notTested, []);
  assert.deepEqual(Object.keys(effects), ['create', 'delete']);
  assert.equal(plans, 28);
});

test('two replicas explore the same with the same seed', async () => {
  const run = async (seed: number) =>
    JSON.stringify(
      await explore({
        ...sitesExplored(unguarded),
        workload,
        replicas: 2,
        seed,
        faults: ['pause after', 'crash after'],
        maxPlans: 3,
      }),
    );
  const first = await run(3);
  assert.equal(await run(3), first);
  assert.match(first, /resumes/);
});

/** Calls the provider whether it leads or not. */
const unguarded = operatorOf(async (site, { applyPage, dns, status }) => {
  await applyPage(site);
  await dns.set(site.metadata.name, ADDRESS);
  await status.set({ url: urlOf(site) });
});

test('an effect after the first one of the successor is a violation', async () => {
  const { violations } = await explore({
    ...sitesExplored(unguarded),
    workload: {
      create: ({ server }) =>
        sitesOf(server).create({ metadata: { name: 'shop' }, spec: { html: 'a' } }),
    },
    replicas: 2,
    faults: ['pause before', 'pause after'],
    stopsAtFirst: true,
  });
  assert.equal(
    violations.map(violationText).join(''),
    `step "create", pause after: patch sites default/shop
  dns.set shop 10.0.0.1 of operator 1 happens after operator 2 leads and has had an effect
      0.000 user       create
      0.000 operator 1 patch sites default/shop: executed, then pause after
     15.436 operator 2 apply configmaps default/shop: 201
     15.436 operator 2 dns.set shop 10.0.0.1: done
     15.436 operator 2 patch sites/status default/shop: 200
     15.436 operator 2 dns.set shop 10.0.0.1: done
     25.000 operator 1 resumes
     25.000 operator 1 dns.set shop 10.0.0.1: done
     25.000 operator 1 ends: the lease was lost
     35.000 operator 3 starts
  replay: VMGEN_PLAN='{"step":"create","faults":[{"name":"patch sites default/shop","occurrence":1,"fault":"pause after"}]}'`,
  );
});

test('a pause needs two replicas', async () => {
  await assert.rejects(
    explore({ ...sitesExplored(correct), faults: ['pause after'] }),
    /the fault "pause after" needs a second process; set replicas: 2/,
  );
});
