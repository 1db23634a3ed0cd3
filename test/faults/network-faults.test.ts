// What networks do, by the rows of the fault matrix; by a proxy, as far as one can do it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startFaultyCluster } from './support/faulty-cluster.js';
import { follow, linger } from './support/followed.js';
import { seeded } from '../support/seeded.js';

describe('an informer', () => {
  test('row 14: takes a list that needs 5 s, and reports nothing', async (t) => {
    const { proxy, create } = await startFaultyCluster(t);
    await create('one');
    proxy.decide(({ isWatch }) => (isWatch ? undefined : { do: 'hold' }));
    const { clock, state, errors, eventually } = follow(t, proxy.url);
    await eventually('the list', () => proxy.lists.length === 1);
    await clock.advance(5000);
    proxy.lists[0]?.release();
    await eventually('the state', () => state().length === 1);
    await eventually('the watch', () => proxy.watches[0]?.isOpen === true);
    assert.deepEqual(errors, []);
    assert.equal(proxy.lists.length, 1);
  });

  test('row 15: gets through within 30 s where one request of five is lost', async (t) => {
    const { proxy, create } = await startFaultyCluster(t);
    const random = seeded(15);
    const { clock, state, eventually } = follow(t, proxy.url);
    proxy.decide(() => (random() < 0.2 ? { do: 'refuse' } : undefined));
    for (let round = 1; round <= 8; round++) {
      await create(`w${round}`);
      proxy.cutAll('rst');
      for (let second = 0; second < 30 && state().length < round; second++) {
        await linger();
        await clock.advance(1000);
      }
      await eventually(`the object of round ${round}`, () => state().length === round);
    }
  });

  test('row 16: reads what comes in drops, as long as it comes', async (t) => {
    const { proxy, create } = await startFaultyCluster(t);
    await create(...Array.from({ length: 40 }, (_, index) => `w${index}`));
    proxy.decide(({ isWatch }) => (isWatch ? undefined : { do: 'drip', bytes: 50 }));
    const { state, errors, eventually } = follow(t, proxy.url);
    await eventually('the state', () => state().length === 40);
    assert.deepEqual(errors, []);
  });

  for (const [how, fault] of [
    ['refuses', 'refuse'],
    ['swallows', 'hold'],
  ] as const) {
    test(`row 17: is where the server is 15 s after 10 minutes in which the network ${how} all`, async (t) => {
      const { proxy, create, widgets } = await startFaultyCluster(t);
      await create('kept', 'gone');
      const { clock, state, told, eventually } = follow(t, proxy.url);
      await eventually('the first watch', () => proxy.watches[0]?.isOpen === true);
      const before = state();
      proxy.decide(() => ({ do: fault }));
      proxy.cutAll(fault === 'hold' ? 'silence' : 'rst');
      await widgets.delete('gone');
      await create('new');
      for (let passed = 0; passed < 600; passed += 5) {
        await linger();
        await clock.advance(5000);
      }
      assert.deepEqual(state(), before, 'nothing changes while nothing is known');
      proxy.heal();
      // What was swallowed is sent again by TCP; the first watch was forgotten on the way.
      for (const held of proxy.exchanges) held.release();
      for (let second = 0; second < 15 && told.length < 4; second++) {
        await linger();
        await clock.advance(1000);
      }
      await eventually('the delete and the new one', () => told.length === 4);
    });
  }

  test('row 23: goes on within 15 s of the return of a server that was killed', async (t) => {
    const { proxy, create } = await startFaultyCluster(t);
    await create('one');
    const { clock, state, told, eventually } = follow(t, proxy.url);
    await eventually('the first watch', () => proxy.watches[0]?.isOpen === true);
    await proxy.kill();
    await create('two');
    for (let second = 0; second < 60; second++) {
      await linger();
      await clock.advance(1000);
    }
    assert.equal(state().length, 1);
    await proxy.revive();
    for (let second = 0; second < 15 && state().length < 2; second++) {
      await linger();
      await clock.advance(1000);
    }
    await eventually('the new one', () => state().length === 2);
    assert.equal(told.length, 2);
  });
});
