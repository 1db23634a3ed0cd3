import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { isNotFound, type Persisted, type ResourceList } from '@vmgen/runtime';
import type { VirtualMachine } from '../../apis/cloudnative/v1alpha1/types.js';
import type { Child } from '../support/child.js';
import { startController } from '../support/controller-process.js';
import { allContainers, containersOf, docker, type Container } from '../support/docker.js';
import { startEmbeddedCluster, type EmbeddedCluster } from '../support/embedded-cluster.js';
import { waitFor } from '../support/wait-for.js';

let cluster: EmbeddedCluster;
let controllers: Child[];

const machines = (namespace = 'default') =>
  cluster.clientset.cloudnativeV1alpha1.virtualMachines(namespace);

before(async () => {
  const version = await docker(
    'version',
    '--format',
    '{{.Server.Version}} (API {{.Server.APIVersion}})',
  );
  console.log(`Docker Engine ${version.trim()}`);
});

beforeEach(async () => {
  cluster = await startEmbeddedCluster();
  controllers = [];
});

afterEach(async () => {
  for (const controller of controllers) await controller.end('SIGKILL');
  await cluster.stop();
  const left = (await allContainers()).map(({ Id }) => Id);
  if (left.length > 0) await docker('rm', '--force', ...left);
});

after(async () => assert.deepEqual(await allContainers(), []));

function controller(...args: string[]): Child {
  const started = startController(cluster.kubeconfig, ...args);
  controllers.push(started);
  return started;
}

function machine(name: string, spec: Partial<VirtualMachine['spec']> = {}): VirtualMachine {
  const resource: ResourceList = { cpu: '500m', memory: '64Mi' };
  return { metadata: { name }, spec: { resource, ...spec } };
}

function reaches(
  name: string,
  phase: string,
  { namespace = 'default', withinMs = 30_000 } = {},
): Promise<Persisted<VirtualMachine, 'Namespaced'>> {
  return waitFor(`${namespace}/${name} is ${phase}`, withinMs, async () => {
    const vm = await machines(namespace).get(name);
    return vm.status?.phase === phase ? vm : undefined;
  });
}

async function onlyContainer(vm: Persisted<VirtualMachine, 'Namespaced'>): Promise<Container> {
  const containers = await containersOf(vm.metadata.uid);
  assert.equal(containers.length, 1);
  return containers[0]!;
}

function isGone(name: string, withinMs = 30_000): Promise<true> {
  return waitFor(`${name} is gone`, withinMs, async () => {
    try {
      await machines().get(name);
      return undefined;
    } catch (error) {
      if (isNotFound(error)) return true;
      throw error;
    }
  });
}

describe('a VirtualMachine on a Docker Engine', () => {
  test('becomes a running container with its CPU and memory limits and reports usage', async () => {
    controller();
    await machines().create(machine('sized', { resource: { cpu: '500m', memory: '4G' } }));
    const vm = await reaches('sized', 'Active');
    const { HostConfig, State, Name, Id } = await onlyContainer(vm);
    assert.equal(HostConfig.NanoCpus, 500_000_000);
    assert.equal(HostConfig.Memory, 4_000_000_000);
    assert.equal(HostConfig.PidsLimit, 1_024);
    assert.deepEqual(HostConfig.CapDrop, ['ALL']);
    assert.equal(State.Running, true);
    assert.equal(Name, `/vm_default_sized_${vm.metadata.uid}`);
    assert.equal(vm.status?.server?.id, Id);
    assert.equal(vm.status?.server?.state, 'running');
    assert.ok((vm.status?.server?.usage.memory ?? 0) > 0);
    assert.equal(vm.status?.observedGeneration, vm.metadata.generation);
    assert.equal(vm.status?.conditions?.[0]?.status, 'True');
  });

  test('has exactly the listed capabilities', async () => {
    controller();
    await machines().create(machine('confined'));
    const { Id } = await onlyContainer(await reaches('confined', 'Active'));
    await waitFor('nginx answers', 10_000, async () => {
      const args = ['exec', Id, 'busybox', 'wget', '-q', '-O', '-', 'http://127.0.0.1/'];
      const page = await docker(...args).catch(() => '');
      return page === '' ? undefined : true;
    });
    // The worker has given up root: SETUID and SETGID are among what is kept.
    const workers = await docker('exec', Id, 'sh', '-c', 'cat /proc/[0-9]*/status');
    assert.match(workers, /^Uid:\t33\t/m);
    const bounds = [...workers.matchAll(/^CapBnd:\t(\w+)$/gm)].map(([, set]) => set);
    // Bits 0 CHOWN, 5 KILL, 6 SETGID, 7 SETUID, 10 NET_BIND_SERVICE.
    assert.deepEqual([...new Set(bounds)], ['00000000000004e1']);
  });

  test('leaves no container if it is deleted while no controller runs', async () => {
    const first = controller();
    await machines().create(machine('abandoned'));
    const vm = await reaches('abandoned', 'Active');
    assert.equal(await first.end('SIGTERM'), 0);
    const deleted = await machines().delete('abandoned');
    assert.ok('metadata' in deleted);
    assert.equal((await containersOf(vm.metadata.uid)).length, 1);
    controller();
    await isGone('abandoned');
    assert.deepEqual(await containersOf(vm.metadata.uid), []);
  });

  test('does not collide with a VirtualMachine of the same name in another namespace', async () => {
    controller();
    await machines('default').create(machine('twin'));
    await machines('kube-public').create(machine('twin'));
    const one = await reaches('twin', 'Active');
    const other = await reaches('twin', 'Active', { namespace: 'kube-public' });
    await machines('default').delete('twin');
    await isGone('twin');
    assert.deepEqual(await containersOf(one.metadata.uid), []);
    assert.equal((await onlyContainer(other)).State.Running, true);
    await machines('kube-public').delete('twin');
    await waitFor('the twin is gone', 20_000, async () =>
      (await machines('kube-public').list()).items.length === 0 ? true : undefined,
    );
  });

  test('is resized, stopped and started by its spec', async () => {
    controller();
    await machines().create(machine('changing'));
    const before = await onlyContainer(await reaches('changing', 'Active'));
    const patch = (spec: object) => machines().mergePatch('changing', { spec });
    await patch({ resource: { cpu: 1, memory: '128Mi' } });
    const vm = await machines().get('changing');
    await waitFor('the container has the new limits', 10_000, async () => {
      const { HostConfig } = await onlyContainer(vm);
      return HostConfig.NanoCpus === 1e9 && HostConfig.Memory === 2 ** 27 ? true : undefined;
    });
    await patch({ action: 'inactive' });
    await reaches('changing', 'Pending');
    assert.equal((await onlyContainer(vm)).State.Running, false);
    await patch({ action: 'active' });
    await reaches('changing', 'Active');
    assert.equal((await onlyContainer(vm)).Id, before.Id);
  });

  test('reports a missing image, and recovers with another image', async () => {
    controller();
    await machines().create(machine('pictureless', { image: 'vmgen.invalid/nope:1' }));
    const failed = await reaches('pictureless', 'Failed', { withinMs: 60_000 });
    assert.match(failed.status?.reason ?? '', /cannot pull image vmgen\.invalid\/nope:1/);
    await machines().mergePatch('pictureless', { spec: { image: 'nginx' } });
    await reaches('pictureless', 'Active');
  });

  test('is reconciled by one of three controllers, and by another after that one is killed', async () => {
    const three = ['one', 'two', 'three'].map((id) => controller('--holder-identity', id));
    await machines().create(machine('contested'));
    const vm = await reaches('contested', 'Active');
    const leading = () => three.filter((child) => child.stderr().includes('started leading'));
    assert.equal(leading().length, 1);
    const [leader] = leading();
    await leader!.end('SIGKILL');
    await docker('rm', '--force', (await onlyContainer(vm)).Id);
    // 15 s of lease, then a retry every 2 s: no later than 25 s.
    await waitFor('the next leader repaired it', 27_000, async () =>
      (await containersOf(vm.metadata.uid)).find(({ State }) => State.Running),
    );
    assert.equal(leading().length, 2);
  });
});
