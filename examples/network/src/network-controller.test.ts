import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { test } from 'node:test';
import { silentLogger } from '@vmgen/runtime';
import { createFakeClientset } from '../generated/testing/fake-clientset.js';
import { runNetworkController } from './network-controller.js';
import { MemoryNetworkDriver } from './network-driver.js';

const home = { cidr: '192.168.0.0/16', gateway: '192.168.0.1' };

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries++) {
    assert.ok(tries < 500, 'the condition was not met within 5 s');
    await wait(10);
  }
}

test('creates, updates and deletes networks with their objects', async (t) => {
  const clientset = createFakeClientset();
  const driver = new MemoryNetworkDriver();
  const stop = new AbortController();
  const running = runNetworkController({
    clientset,
    driver,
    logger: silentLogger,
    workers: 2,
    signal: stop.signal,
  });
  // Also after a failure: a running controller would keep the process alive.
  t.after(async () => {
    stop.abort();
    await running;
  });
  const networks = clientset.samplecrdV1.networks('default');

  await networks.create({ metadata: { name: 'home' }, spec: home });
  await until(() => driver.networks.has('default/home'));
  assert.deepEqual(driver.networks.get('default/home'), home);

  const spec = { ...home, gateway: '192.168.0.254' };
  await networks.mergePatch('home', { spec });
  await until(() => driver.networks.get('default/home')?.gateway === spec.gateway);

  await networks.delete('home');
  await until(() => driver.networks.size === 0);
});

test('rejects a network with an invalid address block', async () => {
  const networks = createFakeClientset().samplecrdV1.networks('default');
  await assert.rejects(
    networks.create({ metadata: { name: 'bad' }, spec: { ...home, cidr: 'everything' } }),
    /spec\.cidr in body should match/,
  );
});
