import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeDriver } from './fake-driver.js';

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
