// Network faults that a proxy can simulate, by the rows of the fault matrix.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startFaultyCluster } from './support/faulty-cluster.js';
import { follow, linger } from './support/followed.js';
import { seeded } from '../support/seeded.js';

describe('an informer', () => {
  test('row 14: accepts a list that takes 5 s without an error', async (t) => {
    const { proxy, create } = await startFaultyCluster(t);
    await create('one');
    proxy.fault = ({ isWatch }) => (isWatch ? 'pass' : 'hang');
    const { clock, state, errors, eventually } = follow(t, proxy.url);
    await eventually('the list', () => proxy.lists.length === 1);
    await clock.advance(5000);
    proxy.lists[0]?.release();
    await eventually('the state', () => state().length === 1);
    await eventually('the watch', () => proxy.watches[0]?.isOpen === true);
    assert.deepEqual(errors, []);
    assert.equal(proxy.lists.length, 1);
  });

  test('row 15: recovers within 30 s if one of five requests is lost', async (t) => {
    const { proxy, create } = await startFaultyCluster(t);
    const random = seeded(15);
    const { clock, state, eventually } = follow(t, proxy.url);
    proxy.fault = () => (random() < 0.2 ? 'cut' : 'pass');
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

  test('row 16: reads a slow response', async (t) => {
    const { proxy, create } = await startFaultyCluster(t);
    await create(...Array.from({ length: 40 }, (_, index) => `w${index}`));
    proxy.fault = ({ isWatch }) => (isWatch ? 'pass' : { dripBytes: 50 });
    const { state, errors, eventually } = follow(t, proxy.url);
    await eventually('the state', () => state().length === 40);
    assert.deepEqual(errors, []);
  });

  for (const [how, fault] of [
    ['refuses', 'cut'],
    ['swallows', 'hang'],
  ] as const) {
    test(`row 17: has the state of the server 15 s after 10 minutes in which the network ${how} all data`, async (t) => {
      const { proxy, create, widgets } = await startFaultyCluster(t);
      await create('kept', 'gone');
      const { clock, state, received, eventually } = follow(t, proxy.url);
      await eventually('the first watch', () => proxy.watches[0]?.isOpen === true);
      const before = state();
      proxy.fault = () => fault;
      proxy.cutAll(fault === 'hang' ? 'silence' : 'rst');
      await widgets.delete('gone');
      await create('new');
      for (let passed = 0; passed < 600; passed += 5) {
        await linger();
        await clock.advance(5000);
      }
      assert.deepEqual(state(), before, 'no changes during the outage');
      proxy.heal();
      // TCP sends lost data again. The network has dropped the first watch.
      for (const held of proxy.calls) held.release();
      for (let second = 0; second < 15 && received.length < 4; second++) {
        await linger();
        await clock.advance(1000);
      }
      await eventually('the delete and the new one', () => received.length === 4);
    });
  }

  test('row 23: recovers within 15 s after a killed server is back', async (t) => {
    const { proxy, create } = await startFaultyCluster(t);
    await create('one');
    const { clock, state, received, eventually } = follow(t, proxy.url);
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
    assert.equal(received.length, 2);
  });
});
