import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { createResourceClient } from '@vmgen/runtime';
import { customResourceDefinitionResource, leaseResource } from '@vmgen/runtime/api';
import type { Child } from '../support/child.js';
import { startController } from '../support/controller-process.js';
import { startEmbeddedCluster, type EmbeddedCluster } from '../support/embedded-cluster.js';
import { waitFor } from '../support/wait-for.js';

let cluster: EmbeddedCluster;
let children: Child[];

beforeEach(async () => {
  cluster = await startEmbeddedCluster();
  children = [];
});

afterEach(async () => {
  for (const child of children) await child.end('SIGKILL');
  await cluster.stop();
});

const leases = () =>
  createResourceClient(cluster.server.transport, leaseResource, { namespace: 'default' });

function controller(...args: string[]): Child {
  const child = startController(cluster.kubeconfig, '--vm-driver', 'fake', ...args);
  children.push(child);
  return child;
}

async function works(child: Child): Promise<void> {
  await waitFor('the controller works', 20_000, () =>
    child.stderr().includes('started the controllers') ? true : undefined,
  );
}

/** The URL of the probes, once they are answered. */
function probesOf(child: Child): Promise<string> {
  return waitFor('the health probes', 20_000, () => {
    const port = /serving probes and metrics.*port=(\d+)/.exec(child.stderr())?.[1];
    return port === undefined ? undefined : `http://127.0.0.1:${port}`;
  });
}

describe('the controller as a process', () => {
  test('makes a VirtualMachine Active, and releases its lease on SIGTERM', async () => {
    const child = controller('--holder-identity', 'first');
    await works(child);
    const machines = cluster.clientset.cloudnativeV1alpha1.virtualMachines('default');
    await machines.create({ metadata: { name: 'm' }, spec: { resource: { cpu: 1 } } });
    await waitFor('it is Active', 60_000, async () =>
      (await machines.get('m')).status?.phase === 'Active' ? true : undefined,
    );
    assert.equal((await leases().get('vm-controller')).spec?.holderIdentity, 'first');
    const ended = performance.now();
    assert.equal(await child.end('SIGTERM'), 0);
    // Sampling is due in 30 s: what is planned for later keeps no process alive.
    assert.ok(performance.now() - ended < 15_000);
    assert.equal((await leases().get('vm-controller')).spec?.holderIdentity, '');
  });

  test('exits with 1 and reports the loss of its lease', async () => {
    const child = controller('--holder-identity', 'first');
    await works(child);
    const { spec } = await leases().get('vm-controller');
    await leases().mergePatch('vm-controller', { spec: { ...spec, holderIdentity: 'thief' } });
    assert.equal(await child.exited, 1);
    assert.match(child.stderr(), /lost the lease/);
    assert.equal((await leases().get('vm-controller')).spec?.holderIdentity, 'thief');
  });

  test('works without an election if --leader-elect is false', async () => {
    await works(controller('--leader-elect=false'));
    assert.deepEqual((await leases().list()).items, []);
  });

  test('is ready once its cache has synced, before it leads', async () => {
    const first = controller('--holder-identity', 'first');
    await works(first);
    const second = controller('--holder-identity', 'second', '--health-port', '0');
    const base = await probesOf(second);
    await waitFor('the candidate is ready', 60_000, async () =>
      (await fetch(`${base}/readyz`)).status === 200 ? true : undefined,
    );
    assert.equal((await fetch(`${base}/livez`)).status, 200);
    assert.doesNotMatch(second.stderr(), /started the controllers/);
    assert.equal(await second.end('SIGTERM'), 0);
  });

  test('is not ready while it cannot read VirtualMachines, and does not lead', async () => {
    const crds = createResourceClient(cluster.server.transport, customResourceDefinitionResource);
    await crds.delete('virtualmachines.cloudnative.tw');
    const child = controller('--health-port', '0');
    const base = await probesOf(child);
    await waitFor('a list has failed', 60_000, () =>
      child.stderr().includes('a list or watch failed') ? true : undefined,
    );
    const ready = await fetch(`${base}/readyz`);
    assert.deepEqual([ready.status, await ready.text()], [500, 'failed: caches\n']);
    assert.equal((await fetch(`${base}/livez`)).status, 200);
    assert.deepEqual((await leases().list()).items, []);
    assert.equal(await child.end('SIGTERM'), 0);
  });

  test('exits with 2 for an unknown flag, and mentions --help', async () => {
    const child = controller('--threadz', '2');
    assert.equal(await child.exited, 2);
    assert.match(child.stderr(), /threadz[^]*--help/);
  });

  test('exits with 1 and names the kubeconfig that it cannot read', async () => {
    const child = startController('/nowhere/kubeconfig', '--vm-driver', 'fake');
    children.push(child);
    assert.equal(await child.exited, 1);
    assert.match(child.stderr(), /\/nowhere\/kubeconfig/);
  });
});
