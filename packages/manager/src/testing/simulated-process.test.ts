import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import { configMapResource } from '@vmgen/kubernetes/core/v1';
import { createResourceClient, interceptTransport, type Transport } from '@vmgen/runtime';
import { createFakeClock } from '@vmgen/runtime/testing';
import type { Manager } from '../manager.js';
import { siteCrd, siteResource } from '../site.test.helper.js';
import { createTestManager, type TestManager } from './create-test-manager.js';
import { SimulatedProcess } from './simulated-process.js';

/** Creates a ConfigMap for each Site, and looks again after a minute. */
function addSites(manager: Manager): void {
  const { sites } = manager.cache({ sites: siteResource });
  manager.controller(sites).reconcile(async ({ metadata: { name } }, { transport }) => {
    const configMaps = createResourceClient(transport, configMapResource, { namespace: 'default' });
    if ((await configMaps.find(name)) === undefined)
      await configMaps.create({ metadata: { name } });
    return { requeueAfterMs: 60_000 };
  });
}

function createWorld(t: TestContext) {
  const clock = createFakeClock();
  const fake = createFakeTransport({ crds: [siteCrd], clock });
  t.after(() => fake.close());
  const requests = (): string[] => {
    const all = fake.actions.map(({ verb, resource }) => `${verb} ${resource}`);
    fake.clearActions();
    return all;
  };
  return {
    clock,
    fake,
    requests,
    sites: createResourceClient(fake, siteResource, { namespace: 'default' }),
    configMaps: createResourceClient(fake, configMapResource, { namespace: 'default' }),
    start: (transport: Transport = fake, identity?: string) =>
      createTestManager(transport, addSites, {
        clock,
        ...(identity !== undefined && { leaderElection: { identity } }),
      }),
  };
}

const shop = { metadata: { name: 'shop' }, spec: { html: '' } };

test('a process that crashes after a write leaves its effect, and a successor continues', async (t) => {
  const { clock, fake, requests, sites, configMaps, start } = createWorld(t);
  const crashing = interceptTransport(fake, [
    async (request, next) => {
      const answer = await next(request);
      if (request.method === 'POST') operator.crash();
      return answer;
    },
  ]);
  const operator: TestManager = await start(crashing);
  await sites.create(shop);
  await operator.idle();
  assert.equal((await configMaps.find('shop'))?.metadata.name, 'shop');
  assert.equal(clock.pendingTimers, 0);
  requests();

  await operator.advance(600_000);
  await sites.mergePatch('shop', { spec: { html: 'new' } });
  await operator.idle();
  await operator.stop();
  assert.deepEqual(requests(), ['patch sites']);

  await using successor = await start();
  await successor.idle();
  assert.deepEqual(requests(), ['watch sites', 'get configmaps']);
});

test('the connections of a process end with a crash, and its Lease stays until it expires', async (t) => {
  const { fake, start } = createWorld(t);
  const signals: AbortSignal[] = [];
  const observed = interceptTransport(fake, [
    (request, next) => {
      if (request.signal !== undefined) signals.push(request.signal);
      return next(request);
    },
  ]);
  const first = await start(observed, 'first');
  await first.idle();
  first.crash();
  assert.ok(signals.length > 0);
  assert.ok(signals.every(({ aborted }) => aborted));
  await using second = await start(fake, 'second');
  await second.advance(10_000);
  assert.equal(second.manager.isLeader, false);
  await second.advance(10_000);
  assert.equal(second.manager.isLeader, true);
});

test('a paused process sends and receives nothing until it resumes', async (t) => {
  const { requests, sites, configMaps, start } = createWorld(t);
  await using operator = await start();
  await operator.idle();
  operator.pause();
  requests();
  await sites.create(shop);
  await operator.idle();
  await operator.advance(30_000);
  assert.deepEqual(requests(), ['create sites']);
  operator.resume();
  await operator.idle();
  assert.deepEqual(requests(), ['get configmaps', 'create configmaps']);
  assert.equal((await configMaps.find('shop'))?.metadata.name, 'shop');

  // The timer of the requeue was due meanwhile.
  operator.pause();
  await operator.advance(120_000);
  assert.deepEqual(requests().slice(1), []);
  operator.resume();
  await operator.idle();
  assert.deepEqual(requests(), ['get configmaps']);
});

test('a leader that pauses beyond its Lease does not write after it resumes', async (t) => {
  const { requests, sites, start } = createWorld(t);
  const first = await start(undefined, 'first');
  await first.idle();
  await using second = await start(undefined, 'second');
  first.pause();
  await second.advance(30_000);
  assert.equal(second.manager.isLeader, true);
  second.pause();
  await sites.create(shop);
  requests();
  first.resume();
  await assert.rejects(first.stop(), { message: 'the lease was lost' });
  assert.deepEqual(
    requests().filter((each) => /^(create|update|patch|delete) configmaps/.test(each)),
    [],
  );
});

test('a process that is stopped during a pause ends', async (t) => {
  const { start } = createWorld(t);
  const operator = await start();
  await operator.idle();
  operator.pause();
  await operator.stop();
});

test('each timer that was due in a pause fires, also after a second pause', async (t) => {
  const { clock, fake } = createWorld(t);
  const simulated = new SimulatedProcess(fake, clock);
  const fired: number[] = [];
  const tick = (): void => void fired.push(clock.nowMs());
  simulated.clock.setTimer(1, () => simulated.pause());
  simulated.clock.setTimer(2, tick);
  const cancelled = simulated.clock.setTimer(3, tick);
  simulated.clock.setTimer(4, tick);
  simulated.pause();
  await clock.advance(10);
  cancelled.cancel();
  simulated.resume();
  assert.equal(fired.length, 0);
  simulated.resume();
  assert.equal(fired.length, 2);
  simulated.resume();
  assert.equal(fired.length, 2);
});

for (const fault of ['crash', 'pause'] as const) {
  test(`a ${fault} at the release of the Lease ends a stop`, { timeout: 20_000 }, async (t) => {
    const { fake, start } = createWorld(t);
    let isStopping = false;
    let faults = 0;
    const failing = interceptTransport(fake, [
      (request, next) => {
        if (isStopping && request.path.includes('/leases/') && faults++ === 0) operator[fault]();
        return next(request);
      },
    ]);
    const operator: TestManager = await start(failing, 'a');
    await operator.idle();
    isStopping = true;
    await operator.stop();
    assert.ok(faults > 0);
  });
}
