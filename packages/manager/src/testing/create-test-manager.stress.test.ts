import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import { sleep } from '@vmgen/runtime/async';
import { createResourceClient } from '@vmgen/runtime';
import { createFakeClock } from '@vmgen/runtime/testing';
import {
  configMapOf,
  configMapResource,
  delayWatches,
  siteCrd,
  siteResource,
} from '../site.test.helper.js';
import { child } from '../children/children.js';
import { createTestManager } from './create-test-manager.js';

test('idle() names the cache whose watch is late, and the time to the next timer', async () => {
  const clock = createFakeClock();
  const fake = createFakeTransport({ crds: [siteCrd], clock });
  const sites = createResourceClient(fake, siteResource, { namespace: 'default' });
  let delayMs = 0;
  const late = delayWatches(fake, () =>
    delayMs === 0 ? Promise.resolve() : sleep(delayMs, { clock }),
  );
  const operator = await createTestManager(
    late,
    (manager) => {
      const cached = manager.cache({ sites: siteResource, pages: configMapResource });
      manager
        .controller(cached.sites)
        .owns(cached.pages)
        .reconcile(async (site, { children }) => {
          delayMs = 3_000;
          await children.apply(child(cached.pages, configMapOf(site)));
        });
    },
    { clock },
  );
  await sites.create({ metadata: { name: 'shop' }, spec: { html: '' } });
  await assert.rejects(operator.idle(), {
    message:
      'the manager is not idle, and nothing progresses: the watch of the cache pages has not ' +
      'delivered 1 own writes; if it waits for time, call advance() before: the next timer is due in 3000 ms',
  });
  await operator.advance(3_000);
  await operator.idle();
  await operator.stop();
  await fake.close();
});
