import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import { secretResource, serviceResource } from '@vmgen/kubernetes/core/v1';
import { createResourceClient, interceptTransport } from '@vmgen/runtime';
import { createFakeClock, createFakeRandom } from '@vmgen/runtime/testing';
import { child } from '../children/children.js';
import type { Manager } from '../manager.js';
import { siteCrd, siteResource } from '../site.test.helper.js';
import { createTestManager } from './create-test-manager.js';

/** Everything random: UIDs, generated names, an address, a Lease, events, retries and their jitter. */
function addSites(manager: Manager): void {
  const { sites, services } = manager.cache({ sites: siteResource, services: serviceResource });
  let attempts = 0;
  manager
    .controller(sites)
    .owns(services)
    .reconcile(async (site, { children, event, transport, reconcileId }) => {
      const { name } = site.metadata;
      event({ type: 'Normal', reason: 'Seen', action: 'Reconcile', note: `by ${reconcileId}` });
      await children.apply(
        child(services, { metadata: { name }, spec: { type: 'NodePort', ports: [{ port: 80 }] } }),
      );
      if (++attempts < 3) throw new Error('not yet');
      const secrets = createResourceClient(transport, secretResource, { namespace: 'default' });
      await secrets.create({ metadata: { generateName: `${name}-` } });
    });
}

/** Returns all requests of a run and the objects at its end, as text. */
async function runWith(seed: number): Promise<readonly string[]> {
  const clock = createFakeClock();
  const fake = createFakeTransport({ crds: [siteCrd], clock, random: createFakeRandom(seed) });
  const seen: string[] = [];
  const transport = interceptTransport(fake, [
    (request, next) => {
      const { method, path, body = '' } = request;
      seen.push(`${clock.nowMs()} ${method} ${path} ${String(body)}`);
      return next(request);
    },
  ]);
  {
    await using operator = await createTestManager(transport, addSites, {
      clock,
      random: createFakeRandom(seed + 1),
      leaderElection: {},
      isExpected: ({ error }) => error instanceof Error && error.message === 'not yet',
    });
    const sites = createResourceClient(fake, siteResource, { namespace: 'default' });
    await sites.create({ metadata: { generateName: 'shop-' }, spec: { html: '' } });
    await operator.idle();
    await operator.advance(60_000);
  }
  for (const kind of ['services', 'secrets', 'events']) {
    const answer = await fake.request({ method: 'GET', path: `/api/v1/${kind}` });
    seen.push(await answer.text());
  }
  const leases = '/apis/coordination.k8s.io/v1/leases';
  seen.push(await (await fake.request({ method: 'GET', path: leases })).text());
  await fake.close();
  return seen;
}

test('the same seeds give the same requests and objects, byte for byte', async () => {
  const first = await runWith(1);
  assert.deepEqual(await runWith(1), first);
  assert.match(first.join('\n'), /"clusterIP":"10\.0\.0\.[\s\S]*"holderIdentity"/);
  assert.notDeepEqual(await runWith(2), first);
});
