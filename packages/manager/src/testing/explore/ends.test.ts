import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sleep } from '@vmgen/runtime/async';
import type { FakeTransport } from '@vmgen/apiserver/fake';
import type { Manager } from '../../manager.js';
import { explore } from './explore.js';
import {
  ADDRESS,
  correct,
  operatorOf,
  sitesExplored,
  sitesOf,
  type Outside,
} from './explored-sites.test.helper.js';
import { violationText } from './violation-text.js';
import { World } from './world.js';

/** Options of an exploration with one step. */
const explored = (operator: (manager: Manager, outside: Outside) => unknown) => ({
  ...sitesExplored(correct),
  operator,
  workload: {
    create: ({ server }: { readonly server: FakeTransport }) =>
      sitesOf(server).create({ metadata: { name: 'shop' }, spec: { html: 'a' } }),
  },
});

/** An operator that runs a task 5 s after each start. */
const withTask =
  (run: (outside: Outside) => Promise<void>) =>
  (manager: Manager, outside: Outside): void => {
    correct(manager, outside);
    manager.task('zone', async ({ signal }) => {
      await sleep(5_000, { clock: manager.clock, signal });
      await run(outside);
    });
  };

test('an operator that ends because of a fault is started again, and is no violation', async () => {
  const operator = withTask(({ dns }) => dns.set('zone', ADDRESS));
  const { violations, effects, notTested } = await explore({
    ...explored(operator),
    faults: ['lost before'],
  });
  assert.deepEqual(violations.map(violationText), []);
  assert.deepEqual(notTested, []);
  assert.deepEqual(effects['create']?.at(-1), { name: 'dns.set zone 10.0.0.1', occurrence: 1 });
});

test('an operator that ends without faults breaks a promise', async () => {
  const failing = withTask(async () => {
    throw new Error('there is no zone');
  });
  await assert.rejects(
    explore(explored(failing)),
    /no fault\n {2}the operator ends with an error: there is no zone\n(.*\n)* +5\.000 operator 1 ends: there is no zone\n +15\.000 operator 2 starts\n/,
  );
  const throwing = (): never => {
    throw new Error('there is no controller');
  };
  await assert.rejects(
    explore(explored(throwing)),
    /the operator ends with an error: there is no controller\n/,
  );
});

test('an operator that ends again and again after a fault is a violation', async () => {
  const operator = withTask(async ({ dns }) => {
    if (dns.records.includes('zone')) throw new Error('the zone exists');
    await dns.set('zone', ADDRESS);
  });
  const { violations } = await explore({
    ...explored(operator),
    faults: ['crash after'],
    stopsAtFirst: true,
  });
  assert.equal(
    violations.map(violationText).join('\n'),
    `step "create", lost after: dns.set zone 10.0.0.1
  the operator ends with an error again and again: the zone exists
      0.000 user       create
      0.000 operator 1 patch sites default/shop: 200
      0.000 operator 1 apply configmaps default/shop: 201
      0.000 operator 1 dns.set shop 10.0.0.1: done
      0.000 operator 1 patch sites/status default/shop: 200
      0.000 operator 1 dns.set shop 10.0.0.1: done
      0.000 operator 1 dns.set shop 10.0.0.1: done
      5.000 operator 1 dns.set zone 10.0.0.1: executed, and the connection is lost
      5.000 operator 1 ends: socket hang up
     15.000 operator 2 starts
     15.000 operator 2 dns.set shop 10.0.0.1: done
     20.000 operator 2 ends: the zone exists
     30.000 operator 3 starts
     30.000 operator 3 dns.set shop 10.0.0.1: done
     35.000 operator 3 ends: the zone exists
     45.000 operator 4 starts
     45.000 operator 4 dns.set shop 10.0.0.1: done
     50.000 operator 4 ends: the zone exists
  replay: VMGEN_PLAN='{"step":"create","faults":[{"name":"dns.set zone 10.0.0.1","occurrence":1,"fault":"lost after"}]}'`,
  );
});

test('an operator that reconciles an object again and again without an effect is not at rest', async () => {
  const polling = (requeueAfterMs: number) =>
    explored(
      operatorOf(async (site, { applyPage }) => {
        await applyPage(site);
        return { requeueAfterMs };
      }),
    );
  await assert.rejects(
    explore(polling(100)),
    /no fault\n {2}the operator does not come to rest: it reconciles default\/shop by sites \d{3} times in a minute\n/,
  );
  const { violations } = await explore(polling(1_000));
  assert.deepEqual(violations.map(violationText), []);
});

test('after the end of all processes, one that has ended with an error is not started again', async () => {
  const { server, outside = { dns: () => assert.fail() } } = sitesExplored(correct);
  const world = new World<FakeTransport, Outside>({
    operator: () => {
      throw new Error('there is no controller');
    },
    ...{ server, outside, fakeOf: (fake) => fake, roles: undefined },
    ...{ reads: new Set(), recreates: [], replicas: 1, seed: 1 },
  });
  await world.start();
  await world.settled();
  world.stop();
  await world.advance(60_000);
  await world.close();
  assert.deepEqual(
    world.timeline.map(({ who, what }) => `${who} ${what}`),
    ['operator 1 starts', 'operator 1 ends: there is no controller'],
  );
});
