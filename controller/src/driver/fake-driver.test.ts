import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeDriver } from './fake-driver.js';
import type { ServerSpec } from './vm-driver.js';

const owner = { namespace: 'default', name: 'vm', uid: 'u1' };
const spec: ServerSpec = { image: 'nginx', nanoCpus: 0, memoryBytes: 0, running: true };

test('a watch yields pending events and ends with the reason of its signal', async () => {
  const driver = createFakeDriver();
  await driver.createServer(owner, spec);
  const stop = new AbortController();
  const reason = new Error('enough');
  const seen: string[] = [];
  const follow = async (): Promise<void> => {
    for await (const event of driver.watchServers({ signal: stop.signal })) {
      seen.push(event.type);
      if (event.type === 'resync') driver.removeFromOutside(owner.uid);
      else stop.abort(reason);
    }
  };
  await assert.rejects(follow(), reason);
  assert.deepEqual(seen, ['resync', 'changed']);
});

test('close() ends watches, and further calls reject', async () => {
  const driver = createFakeDriver();
  const watch = driver.watchServers()[Symbol.asyncIterator]();
  assert.deepEqual(await watch.next(), { done: false, value: { type: 'resync' } });
  const next = watch.next();
  await driver.close();
  await driver[Symbol.asyncDispose]();
  await assert.rejects(next, /the fake driver was closed/);
  await assert.rejects(driver.listServers(), /the fake driver was closed/);
});
