import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { createPodDriver, type ServerOwner, type VmDriver } from '@vmgen/controller';
import { createApiServer } from '@vmgen/apiserver';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import { interceptTransport, silentLogger, type Transport } from '@vmgen/runtime';
import { createPodClient, type Pod, type PodClient } from '@vmgen/kubernetes/core/v1';
import type { Child } from '../support/child.js';
import { startController } from '../support/controller-process.js';
import { startEmbeddedCluster } from '../support/embedded-cluster.js';
import { MISSING_IMAGE, playKubelet } from '../support/played-kubelet.js';
import { podSecurityViolations } from '@vmgen/fixtures/pod-security';
import { inRepository } from '../support/repository.js';
import { waitFor } from '../support/wait-for.js';

const owner: ServerOwner = { namespace: 'default', name: 'web.example', uid: 'u1' };
const spec = { image: 'web:1', nanoCpus: 1_500_000, memoryBytes: 64 << 20, running: true };

let transport: Transport;
let pods: PodClient;
let driver: VmDriver;

beforeEach(() => {
  ({ transport } = createApiServer());
  pods = createPodClient(transport, 'default');
  driver = createPodDriver(transport);
});

afterEach(() => driver.close());

async function createdPod() {
  await driver.createServer(owner, spec);
  const [pod] = (await pods.list()).items;
  assert.ok(pod?.spec !== undefined);
  return { metadata: pod.metadata, spec: pod.spec };
}

describe('the pod of a machine', () => {
  test('satisfies the level restricted, and has requests that equal its limits', async () => {
    const pod = await createdPod();
    assert.deepEqual(podSecurityViolations(pod.spec, 'restricted'), []);
    assert.equal(pod.spec.automountServiceAccountToken, false);
    const [container] = pod.spec.containers;
    assert.deepEqual(container?.resources?.limits, { cpu: '1500u', memory: '67108864' });
    assert.deepEqual(container.resources.requests, container.resources.limits);
    // Exactly as specified, so that the reconcile does not replace it.
    assert.deepEqual((await driver.getServerStatus(owner))?.spec, spec);
  });

  test('belongs to its VirtualMachine', async () => {
    const { metadata } = await createdPod();
    assert.match(metadata.name, /^web-example-[0-9a-f]{10}$/);
    assert.deepEqual(metadata.labels, { 'cloudnative.tw/vm-uid': 'u1' });
    const { apiVersion, kind } = { apiVersion: 'cloudnative.tw/v1alpha1', kind: 'VirtualMachine' };
    assert.deepEqual(metadata.ownerReferences, [
      { apiVersion, kind, name: 'web.example', uid: 'u1', controller: true },
    ]);
  });

  test('keeps the scheduling gates of others when it is started', async () => {
    await driver.createServer(owner, { ...spec, running: false });
    const [stopped] = (await pods.list()).items;
    assert.ok(stopped?.spec !== undefined);
    const { name, labels = {}, ownerReferences = [] } = stopped.metadata;
    await pods.delete(name);
    const schedulingGates = [
      { name: 'example.com/queue' },
      ...(stopped.spec.schedulingGates ?? []),
    ];
    const metadata = { name, labels, ownerReferences };
    await pods.create({ metadata, spec: { ...stopped.spec, schedulingGates } });
    await driver.updateServer(owner, spec);
    const started = await pods.get(name);
    assert.deepEqual(started.spec?.schedulingGates, [{ name: 'example.com/queue' }]);
  });

  test('is not created if its name is used by another pod', async () => {
    const { metadata } = await createdPod();
    await driver.deleteServer(owner);
    const containers = [{ name: 'a', image: 'a' }];
    await pods.create({ metadata: { name: metadata.name }, spec: { containers } });
    await assert.rejects(driver.createServer(owner, spec), {
      kind: 'refused',
      reason: 'NameConflict',
    });
  });
});

/** A status, and the expected state, reason and message. */
const states: [name: string, status: Pod['status'], state: string, problem?: [string, RegExp]][] = [
  ['without a node', { phase: 'Pending' }, 'Scheduling', ['Scheduling', /is waiting for a node/]],
  [
    'that cannot be scheduled',
    {
      phase: 'Pending',
      conditions: [
        {
          ...{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable' },
          message: '0/3 nodes are available: 3 Insufficient memory.',
        },
      ],
    },
    'Unschedulable',
    ['Unschedulable', /3 Insufficient memory/],
  ],
  [
    'whose container is created',
    waiting({ reason: 'ContainerCreating' }),
    'ContainerCreating',
    ['ContainerCreating', /is being created/],
  ],
  [
    'whose image is missing',
    waiting({ reason: 'ImagePullBackOff', message: 'Back-off pulling image "web:1"' }),
    'ImagePullBackOff',
    ['ImagePullBackOff', /web:1/],
  ],
  [
    'whose container exits again and again',
    {
      phase: 'Running',
      containerStatuses: [
        {
          ...container({ waiting: { reason: 'CrashLoopBackOff', message: 'back-off 10s' } }),
          lastState: { terminated: { exitCode: 137, reason: 'OOMKilled' } },
        },
      ],
    },
    'CrashLoopBackOff',
    ['CrashLoopBackOff', /back-off 10s; the container ended with exit code 137 \(OOMKilled\)/],
  ],
  [
    'whose container has just ended',
    {
      phase: 'Running',
      containerStatuses: [container({ terminated: { exitCode: 1, reason: 'Error' } })],
    },
    'Error',
    ['Error', /exit code 1/],
  ],
  ['that was evicted', { phase: 'Failed', reason: 'Evicted' }, 'failed'],
  ['that runs', { phase: 'Running', containerStatuses: [container({ running: {} })] }, 'running'],
];

type ContainerState = NonNullable<
  NonNullable<NonNullable<Pod['status']>['containerStatuses']>[number]['state']
>;

function container(state: ContainerState) {
  return { name: 'machine', image: 'web:1', imageID: '', ready: false, restartCount: 0, state };
}

function waiting(state: NonNullable<ContainerState['waiting']>): Pod['status'] {
  return { phase: 'Pending', containerStatuses: [container({ waiting: state })] };
}

describe('the state of a pod', () => {
  for (const [name, status, state, problem] of states) {
    test(name, async () => {
      const { metadata } = await createdPod();
      await pods.mergePatchStatus(metadata.name, { status });
      const actual = await driver.getServerStatus(owner);
      assert.equal(actual?.state, state);
      assert.equal(actual.problem?.reason, problem?.[0]);
      if (problem !== undefined) assert.match(actual.problem?.message ?? '', problem[1]);
      assert.equal(actual.spec.running, state !== 'failed');
    });
  }

  test('has no usage and no warning without a metrics API', async () => {
    const warnings: string[] = [];
    const warn = (message: string): void => void warnings.push(message);
    await using other = createPodDriver(transport, { logger: { ...silentLogger, warn } });
    const { metadata } = await createdPod();
    await pods.mergePatchStatus(metadata.name, {
      status: { phase: 'Running', containerStatuses: [container({ running: {} })] },
    });
    assert.equal(await other.getServerUsage(owner), undefined);
    assert.deepEqual(warnings, []);
  });

  test('that is being removed has a problem until it is gone', async () => {
    const { metadata } = await createdPod();
    await pods.mergePatchStatus(metadata.name, {
      status: { phase: 'Running', containerStatuses: [container({ running: {} })] },
    });
    await pods.mergePatch(metadata.name, { metadata: { finalizers: ['example.com/hold'] } });
    await pods.delete(metadata.name);
    const state = await driver.getServerStatus(owner);
    assert.deepEqual([state?.state, state?.spec], ['ServerTerminating', spec]);
    await pods.mergePatch(metadata.name, { metadata: { finalizers: null } });
    assert.equal(await driver.getServerStatus(owner), undefined);
  });

  test('has no usage of a former pod with its name', async () => {
    const { metadata } = await createdPod();
    await pods.mergePatchStatus(metadata.name, {
      status: { phase: 'Running', containerStatuses: [container({ running: {} })] },
    });
    let timestamp = '2020-01-01T00:00:00Z';
    const containers = [{ usage: { cpu: '250m', memory: '16Mi' } }];
    const measured = interceptTransport(transport, [
      async (request, next) => {
        if (!request.path.startsWith('/apis/metrics.k8s.io/')) return next(request);
        const text = JSON.stringify({ metadata: { name: metadata.name }, timestamp, containers });
        const body = (async function* () {})();
        return { status: 200, headers: {}, body, text: async () => text };
      },
    ]);
    await using other = createPodDriver(measured);
    assert.equal(await other.getServerUsage(owner), undefined);
    timestamp = metadata.creationTimestamp ?? '';
    assert.deepEqual(await other.getServerUsage(owner), { cpu: 25, memory: 25 });
  });
});

test('needs all permissions of deploy/rbac-pods.yaml, and no others', async () => {
  await using fake = createFakeTransport();
  await using _kubelet = await playKubelet(fake);
  const permitted = fake.withRole(await readFile(inRepository('deploy/rbac-pods.yaml'), 'utf8'));
  await using restricted = createPodDriver(permitted);
  const becomes = (state: string) =>
    waitFor(`it is ${state}`, 60_000, async () => {
      const status = await restricted.getServerStatus(owner);
      return status?.state === state ? status : undefined;
    });
  const events = restricted.watchServers()[Symbol.asyncIterator]();
  const event = events.next();
  await restricted.createServer(owner, { ...spec, running: false });
  assert.equal((await event).done, false);
  await restricted.updateServer(owner, spec);
  await becomes('running');
  await restricted.getServerUsage(owner);
  assert.equal((await restricted.listServers()).length, 1);
  await restricted.deleteServer(owner);
  await events.return?.();
  assert.deepEqual(permitted.unusedRules(), []);
});

test('the controller with --vm-driver pod reports the states of pods', async () => {
  const cluster = await startEmbeddedCluster();
  await using _kubelet = await playKubelet(cluster.server.transport);
  let controller: Child | undefined;
  try {
    controller = startController(cluster.kubeconfig, '--leader-elect=false', '--vm-driver=pod');
    const machines = cluster.clientset.cloudnativeV1alpha1.virtualMachines('default');
    const resource = { cpu: '500m', memory: '64Mi' };
    await machines.create({ metadata: { name: 'm' }, spec: { resource, image: MISSING_IMAGE } });
    const becomes = (phase: string, reason: string) =>
      waitFor(`it is ${phase}`, 30_000, async () => {
        const { status } = await machines.get('m');
        const [ready] = status?.conditions ?? [];
        return status?.phase === phase && ready?.reason === reason ? ready : undefined;
      });
    const failed = await becomes('Failed', 'ErrImagePull');
    assert.match(failed.message, /cannot pull image registry\.invalid/);
    await machines.mergePatch('m', { spec: { image: 'web:1' } });
    await becomes('Active', 'Running');
    await machines.mergePatch('m', { spec: { action: 'inactive' } });
    await becomes('Pending', 'Stopped');
    const owned = createPodClient(cluster.server.transport, 'default');
    const [pod] = (await owned.list()).items;
    assert.equal(pod?.metadata.ownerReferences?.[0]?.name, 'm');
    await machines.delete('m');
    await waitFor('its pod is gone', 30_000, async () =>
      (await owned.list()).items.length === 0 ? true : undefined,
    );
  } finally {
    await controller?.end('SIGKILL');
    await cluster.stop();
  }
});
