import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { configMapResource } from '@vmgen/kubernetes/core/v1';
import type { Manager } from '../../manager.js';
import { explore } from './explore.js';
import { exploreStates } from './explore-states.js';
import { operatorOf, sitesExplored, type Outside } from './explored-sites.test.helper.js';
import { violationText } from './violation-text.js';
import { WorkLimit } from './work-limit.js';

/** Writes a status again and again once a request of it has failed. */
const loopsAfterError = (manager: Manager, outside: Outside): void => {
  let hasFailed = false;
  let writes = 0;
  operatorOf(
    async (site, { applyPage, status }) => {
      try {
        await applyPage(site);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
      await status.set({ url: hasFailed ? String(++writes) : 'ready' });
    },
    () => ({ predicate: () => true }),
  )(manager, outside);
};

const exploredWith = (operator: (manager: Manager, outside: Outside) => void) => {
  const options = sitesExplored(operator);
  const { create } = options.workload;
  assert.ok(create);
  return { ...options, workload: { create } };
};

test('a loop after a fault is a violation of its plan, with a file, and the other plans run', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'vmgen-loops-'));
  t.after(async () => {
    delete process.env['VMGEN_PLANS'];
    delete process.env['VMGEN_PLAN_FILE'];
    await rm(folder, { recursive: true });
  });
  process.env['VMGEN_PLANS'] = folder;
  const options = exploredWith(loopsAfterError);
  const { plans, violations } = await explore({ ...options, faults: ['lost before'] });
  assert.deepEqual([plans, violations.length], [2, 1]);
  const [first] = violations;
  assert.ok(first !== undefined);
  assert.match(
    violationText(first),
    /^step "create", server error: apply configmaps default\/shop\n {2}the operator does not come to rest: it works in a loop: patch sites\/status default\/shop\n {6}0\.000 user/,
  );
  assert.match(violationText(first), /again, \d+ times\n.* is ended, because it works in a loop\n/);
  delete process.env['VMGEN_PLANS'];
  process.env['VMGEN_PLAN_FILE'] = first.file;
  const again = await explore(options);
  assert.deepEqual(again.violations.map(violationText), [violationText(first)]);
});

test('a loop without a fault is named, whatever it does', async () => {
  const loops: Record<string, [Parameters<typeof operatorOf>[0], RegExp]> = {
    writes: [
      async (site, { status }) => {
        for (let each = 0; ; each++) await status.set({ url: `${site.metadata.name}-${each}` });
      },
      /loop: patch sites\/status default\/shop\n/,
    ],
    creates: [
      async (_site, { client }) => {
        for (let each = 0; ; each++) {
          await client(configMapResource, 'default').create({ metadata: { name: `c-${each}` } });
        }
      },
      /loop: create configmaps default\/c-\d+, create configmaps default\/c-\d+, create/,
    ],
    reads: [
      async (site, { client }) => {
        for (;;) await client(configMapResource, 'default').find(site.metadata.name);
      },
      /loop: get configmaps default\/shop\n/,
    ],
    calls: [
      async (site, { dns }) => {
        for (;;) await dns.remove(site.metadata.name);
      },
      /loop: dns\.remove shop\n/,
    ],
  };
  for (const [name, [reconcile, expected]] of Object.entries(loops)) {
    await assert.rejects(explore(exploredWith(operatorOf(reconcile, () => ({})))), expected, name);
  }
});

/** Writes a status again and again once somebody else has changed a ConfigMap. */
const loopsOnChange = (manager: Manager, outside: Outside): void =>
  operatorOf(
    async (site, { applyPage, client, status }) => {
      const found = await client(configMapResource, 'default').find(site.metadata.name);
      const isChanged = found?.data?.['index.html']?.endsWith('changed') === true;
      for (let each = 0; isChanged; each++) await status.set({ url: String(each) });
      await applyPage(site);
    },
    () => ({}),
  )(manager, outside);

test('a loop that a disturbance causes is a violation', async () => {
  const { violations } = await exploreStates({
    ...exploredWith(loopsOnChange),
    disturbances: ['changed child'],
    states: 2,
  });
  assert.match(
    violations[0]?.problems.join('\n') ?? '',
    /^the operator does not come to rest: it works/,
  );
});

test('the work of a minute is limited by the number of objects', () => {
  const limit = new WorkLimit(0);
  const add = (count: number, nowMs: number, objects: number): string | undefined => {
    for (let each = 1; each < count; each++) limit.add('a', nowMs, () => objects);
    return limit.add('b', nowMs, () => objects);
  };
  assert.equal(add(1_000, 0, 0), undefined);
  assert.equal(add(500, 59_999, 5), undefined);
  assert.equal(add(1, 59_999, 5), 'a, b');
  assert.equal(add(1_500, 60_000, 5), undefined);
});
