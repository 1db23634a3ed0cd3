import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configMapResource } from '@vmgen/kubernetes/core/v1';
import { controllerReference } from '@vmgen/runtime';
import type { Random } from '@vmgen/runtime/async';
import { explorationText } from './exploration-text.js';
import { explore } from './explore.js';
import { configMapsOf, operatorOf, sitesExplored } from './explored-sites.test.helper.js';

/** An operator that makes a ConfigMap with a random name for each content of a site. */
const operatorWith = (random?: Random) =>
  operatorOf(
    async (site, context) => {
      const maps = context.client(configMapResource, 'default');
      const { html } = site.spec;
      const { items } = await maps.list();
      if (items.some(({ data }) => data?.['html'] === html)) return;
      const name = `page-${Math.floor((random ?? context.random)() * 1e9)}`;
      const ownerReferences = [controllerReference(site)];
      await maps.create({ metadata: { name, ownerReferences }, data: { html } });
    },
    () => ({}),
  );

const exploredWith = (random?: Random) => {
  const options = sitesExplored(operatorWith(random));
  const { create, change } = options.workload;
  assert.ok(create && change);
  return explore({
    ...options,
    workload: { create, change },
    faults: ['crash after', 'lost after'],
  });
};

test('the random numbers of the context are the same in each plan, and others in each step', async () => {
  const { violations, notTested, unrepeated, effects } = await exploredWith();
  assert.deepEqual([violations, notTested, unrepeated], [[], [], {}]);
  const names = Object.values(effects).map((each) => each.map(({ name }) => name));
  assert.deepEqual(
    names.map(({ length }) => length),
    [1, 1],
  );
  assert.notDeepEqual(names[0], names[1]);
});

test('an effect with a name that is random is named, with the fix', async () => {
  let draws = 0;
  const exploration = await exploredWith(() => ++draws / 100);
  const fix =
    'if its name is random, draw it from the random of the context, or use generateName; if it changes only a time, write the time only with another change';
  const { effects, violations } = exploration;
  const [first = ''] = (effects['create'] ?? []).map(({ name }) => name);
  assert.equal(first, 'create configmaps default/page-10000000');
  assert.deepEqual(
    violations.map(({ plan, problems }) => `${plan.step}: ${problems[0]}`),
    ['create', 'change'].map(
      (step) =>
        `${step}: without faults, ${effects[step]?.[0]?.name} does not occur in a second run; ${fix}`,
    ),
  );
  assert.ok(
    explorationText(exploration).includes(
      `\n  not repeated without faults, in step "create": ${first}; ${fix}\n`,
    ),
  );
});

test('faults reach effects on objects with generated names', async () => {
  const generated = operatorOf(
    async (site, { client }) => {
      const maps = client(configMapResource, 'default');
      const { html } = site.spec;
      const [found] = (await maps.list()).items;
      const ownerReferences = [controllerReference(site)];
      const metadata = { generateName: 'page-', ownerReferences };
      if (found === undefined) await maps.create({ metadata, data: { html } });
      else if (found.data?.['html'] !== html) {
        await maps.mergePatch(found.metadata.name, { data: { html } });
      }
    },
    () => ({}),
  );
  const { workload, ...options } = sitesExplored(generated);
  const { create, change } = workload;
  assert.ok(create && change);
  const { violations, notTested, unrepeated, effects } = await explore({
    ...options,
    workload: { create, change },
    faults: ['crash after', 'crash before'],
    atRest: {
      'a site has one page': async ({ server }) =>
        (await configMapsOf(server).list()).items.length === 1,
    },
  });
  assert.deepEqual([violations, notTested, unrepeated], [[], [], {}]);
  assert.deepEqual(
    Object.values(effects).map((each) => each.map(({ name }) => name)),
    [['create configmaps default/page-*'], ['patch configmaps default/page-*']],
  );
});
