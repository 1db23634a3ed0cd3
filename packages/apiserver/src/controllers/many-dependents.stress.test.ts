import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { at, machine, mergePatch, testServer, type Send } from '../testing/test-server.js';

const machinesPath = '/apis/test.tw/v1/namespaces/crowd/machines';
const FEW = 2_000;
const TIMES = 5;
/**
 * Other processes increase the CPU time, because they share the caches of the processor. The least of
 * several measurements is closest to the work itself.
 */
const ATTEMPTS = 4;

/**
 * Creates an owner with `count` dependents, and returns the CPU time of `end` in milliseconds, which
 * does not depend on other processes as its duration does.
 */
async function timeOf(
  count: number,
  metadata: { finalizers?: string[] },
  end: (send: Send, count: number) => Promise<void>,
): Promise<number> {
  const { server, send } = testServer({ garbageCollection: true });
  await send('POST', '/api/v1/namespaces', { metadata: { name: 'crowd' } });
  const { body } = await send('POST', machinesPath, machine('owner'));
  const owner = {
    apiVersion: 'test.tw/v1',
    kind: 'Machine',
    name: 'owner',
    uid: String(at(body, 'metadata.uid')),
    blockOwnerDeletion: true,
  };
  server.seed(
    Array.from({ length: count }, (_, index) => ({
      apiVersion: 'test.tw/v1',
      kind: 'Machine',
      metadata: { name: `m${index}`, namespace: 'crowd', ...metadata, ownerReferences: [owner] },
      spec: { image: 'nginx' },
    })),
  );
  const start = process.cpuUsage();
  await end(send, count);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

async function isEmpty(send: Send, left: number): Promise<void> {
  const { body } = await send('GET', `${machinesPath}?limit=1`);
  const items = body['items'];
  assert.equal(Array.isArray(items) && items.length, left);
}

describe('the CPU time is proportional to the number of dependents:', () => {
  const cases: [string, { finalizers?: string[] }, (send: Send, count: number) => Promise<void>][] =
    [
      [
        'a background deletion',
        {},
        async (send) => {
          await send('DELETE', `${machinesPath}/owner`);
          await isEmpty(send, 0);
        },
      ],
      [
        'a foreground deletion',
        {},
        async (send) => {
          await send('DELETE', `${machinesPath}/owner?propagationPolicy=Foreground`);
          await isEmpty(send, 0);
        },
      ],
      [
        'a deletion that orphans its dependents',
        {},
        async (send) => {
          await send('DELETE', `${machinesPath}/owner?propagationPolicy=Orphan`);
          await isEmpty(send, 1);
        },
      ],
      [
        'a foreground deletion whose dependents are released one by one',
        { finalizers: ['x/y'] },
        async (send, count) => {
          await send('DELETE', `${machinesPath}/owner?propagationPolicy=Foreground`);
          const released = { metadata: { finalizers: null } };
          for (let index = 0; index < count; index++) {
            await send('PATCH', `${machinesPath}/m${index}`, released, mergePatch);
          }
          await isEmpty(send, 0);
        },
      ],
      [
        'the deletion of a namespace whose objects are released one by one',
        { finalizers: ['x/y'] },
        async (send, count) => {
          await send('DELETE', '/api/v1/namespaces/crowd');
          const released = { metadata: { finalizers: null } };
          for (let index = 0; index < count; index++) {
            await send('PATCH', `${machinesPath}/m${index}`, released, mergePatch);
          }
          await isEmpty(send, 0);
          assert.equal((await send('GET', '/api/v1/namespaces/crowd')).status, 404);
        },
      ],
    ];
  for (const [title, metadata, end] of cases) {
    test(title, async () => {
      await timeOf(FEW / 10, metadata, end); // Warms up the compiler.
      const [linear, square] = [TIMES, TIMES ** 2];
      let [few, many] = [Infinity, Infinity];
      let isLinear = false;
      for (let attempt = 0; attempt < ATTEMPTS && !isLinear; attempt++) {
        few = Math.min(few, await timeOf(FEW, metadata, end));
        many = Math.min(many, await timeOf(FEW * TIMES, metadata, end));
        isLinear = many / few < (linear + square) / 2;
      }
      const times = `${FEW} in ${few.toFixed(0)} ms, ${FEW * TIMES} in ${many.toFixed(0)} ms`;
      assert.ok(isLinear, times);
      console.log(`${title}: ${times}`);
    });
  }
});
