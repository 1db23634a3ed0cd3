import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import { configMapResource } from '@vmgen/kubernetes/core/v1';
import { createResourceClient } from '@vmgen/runtime';
import { createTestManager } from '../create-test-manager.js';
import { explore } from './explore.js';
import {
  ADDRESS,
  operatorOf,
  sitesExplored,
  urlOf,
  type Outside,
} from './explored-sites.test.helper.js';
import { violationText } from './violation-text.js';

/** A service that is not one of the outside objects, as one that is called by `fetch`. */
class Mail {
  readonly lists = new Set<string>();
}

/** Creates a mailing list and two records for each site. */
const operatorWith = (mail: Mail) =>
  operatorOf(
    async (site, { applyPage, client, dns, effect, status }) => {
      const { name } = site.metadata;
      await effect('mail.create', name, () => mail.lists.add(name));
      await applyPage(site);
      await effect('dns.publish', name, async (signal) => {
        signal.throwIfAborted();
        await client(configMapResource, 'default').find(name);
        await dns.set(name, ADDRESS);
        await dns.set(`www.${name}`, ADDRESS);
      });
      await status.set({ url: urlOf(site) });
    },
    ({ dns }: Outside) => ({
      finalizer: {
        name: 'web.example.com/dns',
        cleanUp: async ({ metadata: { name } }, { effect }) => {
          await effect('mail.remove', name, () => mail.lists.delete(name));
          await effect(async () => {
            await dns.remove(name);
            await dns.remove(`www.${name}`);
          });
        },
      },
    }),
  );

test('an effect with a kind and a key has the faults of outside calls, and its calls are parts of it', async () => {
  const mail = new Mail();
  const { workload, ...options } = sitesExplored(operatorWith(mail));
  const { create, delete: remove } = workload;
  assert.ok(create && remove);
  const { violations, effects, notTested, faults } = await explore({
    ...options,
    workload: { create, delete: remove },
    atRest: {
      'as many lists as pairs of records': ({ outside }) =>
        outside.dns.records.length === 2 * mail.lists.size,
    },
  });
  assert.deepEqual(violations.map(violationText), []);
  assert.deepEqual(notTested, []);
  assert.deepEqual(
    effects['create']?.slice(0, 5).map(({ name }) => name),
    [
      'patch sites default/shop',
      'mail.create shop',
      'apply configmaps default/shop',
      'dns.publish shop',
      'patch sites/status default/shop',
    ],
  );
  assert.deepEqual(
    effects['delete']?.map(({ name }) => name),
    ['mail.remove shop', 'dns.remove shop', 'dns.remove www.shop', 'patch sites default/shop'],
  );
  assert.ok((faults['late']?.plans ?? 0) > 5);
});

test('a fault at an effect with a kind and a key finds a defect', async () => {
  const mail = new Mail();
  const forgetful = operatorOf(async (site, { effect, status }) => {
    const { name } = site.metadata;
    if (site.status?.url !== undefined) return;
    await status.set({ url: urlOf(site) });
    await effect('mail.create', name, () => mail.lists.add(name));
  });
  const { workload, ...options } = sitesExplored(forgetful);
  const { violations } = await explore({
    ...options,
    workload: {
      create: async (world) => {
        mail.lists.clear();
        await workload['create']?.(world);
      },
    },
    atRest: { 'a site has a list': () => mail.lists.has('shop') },
    faults: ['crash before'],
    stopsAtFirst: true,
  });
  assert.equal(
    violations.map(violationText).join('\n'),
    `step "create", lost before: mail.create shop
  "a site has a list" does not hold at rest
      0.000 user       create
      0.000 operator 1 patch sites default/shop: 200
      0.000 operator 1 patch sites/status default/shop: 200
      0.000 operator 1 mail.create shop: the connection is lost before it
      0.000 operator 1 a reconcile of default/shop fails: socket hang up
  replay: VMGEN_PLAN='{"step":"create","faults":[{"name":"mail.create shop","occurrence":1,"fault":"lost before"}]}'`,
  );
});

test('without an exploration, an effect with a kind and a key is one without', async () => {
  await using fake = createFakeTransport();
  const results: unknown[] = [];
  await using operator = await createTestManager(fake, (manager) => {
    const { configMaps } = manager.cache({ configMaps: configMapResource });
    manager.controller(configMaps).reconcile(async (_map, { effect }) => {
      results.push(await effect('mail.create', 'shop', ({ aborted }) => aborted));
      const failing = effect('mail.send', 'shop', async () => Promise.reject(new Error('offline')));
      await assert.rejects(failing, /^Error: offline$/);
    });
  });
  await createResourceClient(fake, configMapResource, { namespace: 'default' }).create({
    metadata: { name: 'shop' },
  });
  await operator.idle();
  assert.deepEqual(results, [false]);
});
