import assert from 'node:assert/strict';
import { createPodClient, type PodClient } from '@vmgen/kubernetes/core/v1';
import { startApiProxy } from '../support/api-proxy.js';
import { startEmbeddedCluster } from '../support/embedded-cluster.js';
import type { FaultProxy, ProxiedCall } from '../support/fault-proxy.js';
import { MISSING_IMAGE, playKubelet } from '../support/played-kubelet.js';
import { waitFor } from '../support/wait-for.js';
import type { ObservedEngine } from './observer.js';
import { killsOr, randomKills, World } from './world.js';

const UID_LABEL = 'cloudnative.tw/vm-uid';
const KILLS = killsOr(15);

/** A world whose machines are Pods, with the scheduler and the kubelet played, and a proxy before the API server. */
interface PodWorld {
  readonly world: World;
  readonly pods: PodClient;
  readonly proxy: FaultProxy;
}

/** A row of the fault matrix for Pods. */
interface PodRow {
  readonly row: number;
  readonly title: string;
  readonly run: (world: PodWorld) => Promise<void>;
}

/** Runs a row with an embedded API server. */
export async function inPodWorld(run: (world: PodWorld) => Promise<void>): Promise<void> {
  const cluster = await startEmbeddedCluster();
  const { transport } = cluster.server;
  const kubelet = await playKubelet(transport);
  const { proxy, kubeconfig } = await startApiProxy(cluster.kubeconfig);
  const pods = createPodClient(transport, 'default');
  const settings = { args: ['--vm-driver=pod'] };
  const { clientset } = cluster;
  const world = new World({ clientset, kubeconfig }, await observedPods(pods), settings);
  try {
    await world.observer.start();
    await run({ world, pods, proxy });
    await world.finish();
  } finally {
    await world.close();
    await proxy.close();
    await kubelet[Symbol.asyncDispose]();
    await cluster.stop();
  }
}

/** Reads the Pods of machines, and compares the Pod of a stranger. */
async function observedPods(pods: PodClient): Promise<ObservedEngine> {
  const containers = [{ name: 'a', image: 'a' }];
  await pods.create({ metadata: { name: 'stranger' }, spec: { containers } });
  const textOfStranger = async () => {
    const { metadata, spec } = await pods.get('stranger');
    return JSON.stringify([metadata.uid, metadata.labels, metadata.deletionTimestamp, spec]);
  };
  let before: string | undefined;
  return {
    async servers() {
      // Before the first fault, when the played scheduler has bound it.
      before ??= await waitFor('the node of the stranger', 10_000, async () =>
        (await pods.get('stranger')).spec?.nodeName === undefined ? undefined : textOfStranger(),
      );
      const { items } = await pods.list({ labelSelector: UID_LABEL });
      return items
        .filter(({ metadata }) => metadata.ownerReferences !== undefined)
        .map(({ metadata, spec, status }) => ({
          id: metadata.uid,
          uid: metadata.labels?.[UID_LABEL] ?? '',
          isRunning:
            status?.containerStatuses?.[0]?.state?.running !== undefined &&
            metadata.deletionTimestamp === undefined,
          image: spec?.containers[0]?.image ?? '',
        }));
    },
    async violations() {
      return before === undefined || before === (await textOfStranger())
        ? []
        : ['I8: the Pod of a stranger has changed'];
    },
  };
}

const isPod = (method: string) => (call: ProxiedCall) =>
  call.method === method && /\/pods(\/|\?|$)/.test(call.url);
const creates = isPod('POST');
const removes = isPod('DELETE');

async function podOf({ pods }: PodWorld) {
  return waitFor('the Pod', 10_000, async () => {
    const { items } = await pods.list({ labelSelector: UID_LABEL });
    return items[0]?.metadata;
  });
}

export const POD_ROWS: readonly PodRow[] = [
  {
    row: 32,
    title: 'a missing image is reported, and another image starts at once',
    async run({ world }) {
      world.controller();
      await world.create('a', { image: MISSING_IMAGE });
      await world.reports('a', 'ErrImagePull');
      await world.machines.mergePatch('a', { spec: { image: 'web:1' } });
      await world.observer.holds();
    },
  },
  {
    row: 34,
    title: 'a stranger has the name of the Pod, and keeps it until it is removed',
    async run(podWorld) {
      const { world, pods } = podWorld;
      const first = world.controller();
      await world.active('a');
      const { name } = await podOf(podWorld);
      await first.end('SIGKILL');
      await pods.delete(name);
      await waitFor('the Pod is gone', 10_000, async () =>
        (await pods.find(name)) === undefined ? true : undefined,
      );
      const containers = [{ name: 'a', image: 'a' }];
      const { metadata } = await pods.create({ metadata: { name }, spec: { containers } });
      world.controller();
      await world.reports('a', 'NameConflict');
      assert.equal((await pods.get(name)).metadata.uid, metadata.uid);
      await pods.delete(name);
      await world.observer.holds({ withinMs: 15_000 });
    },
  },
  {
    row: 35,
    title: 'the answers of a creation and a removal are lost',
    async run({ world, proxy }) {
      const lost = new Set<unknown>();
      proxy.fault = (call) => {
        const kind = [creates, removes].find((is) => is(call));
        if (kind === undefined || lost.has(kind)) return 'pass';
        lost.add(kind);
        return 'lose';
      };
      world.controller();
      await world.create('a');
      await world.observer.holds();
      await world.machines.delete('a');
      await world.isGone('a');
      assert.equal(lost.size, 2);
    },
  },
  {
    row: 37,
    title: 'a deleted and an evicted Pod are replaced within 2 s',
    async run(podWorld) {
      const { world, pods } = podWorld;
      world.controller();
      const vm = await world.active('a');
      const replaced = (id: string) =>
        waitFor('another Pod runs', 2_000, async () =>
          (await world.serversOf(vm)).find((server) => server.isRunning && server.id !== id),
        );
      const first = await podOf(podWorld);
      await pods.delete(first.name);
      const { id } = await replaced(first.uid);
      const { name } = await podOf(podWorld);
      const status = { phase: 'Failed', reason: 'Evicted', message: 'the node was low on memory' };
      await pods.mergePatchStatus(name, { status });
      await replaced(id);
      await world.observer.holds();
    },
  },
  {
    row: 39,
    title: 'a Pod whose container exits is reported, and is restarted by the kubelet only',
    async run(podWorld) {
      const { world, pods } = podWorld;
      world.controller();
      await world.active('a');
      const { name, uid } = await podOf(podWorld);
      const { status } = await pods.get(name);
      const [running] = status?.containerStatuses ?? [];
      assert.ok(running !== undefined);
      const state = { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 10s' } };
      const exited = { ...running, ready: false, state };
      await pods.updateStatus({
        ...(await pods.get(name)),
        status: { ...status, containerStatuses: [exited] },
      });
      await world.reports('a', 'CrashLoopBackOff');
      await pods.updateStatus({
        ...(await pods.get(name)),
        status: { ...status, containerStatuses: [running] },
      });
      await world.observer.holds();
      assert.equal((await podOf(podWorld)).uid, uid);
    },
  },
  {
    row: 41,
    title: 'the finalizer stays while another finalizer keeps the Pod',
    async run(podWorld) {
      const { world, pods } = podWorld;
      world.controller();
      await world.active('a');
      const { name } = await podOf(podWorld);
      const finalizers = ['test.example.com/kept'];
      await pods.mergePatch(name, { metadata: { finalizers } });
      await world.machines.delete('a');
      await waitFor('the Pod is being deleted', 10_000, async () =>
        (await pods.get(name)).metadata.deletionTimestamp === undefined ? undefined : true,
      );
      // Longer than the driver waits for a Pod in one call.
      await assert.rejects(world.isGone('a', 12_000), /not within/);
      await pods.mergePatch(name, { metadata: { finalizers: null } });
      await world.isGone('a', 10_000);
    },
  },
  {
    row: 45,
    title: 'SIGTERM during a creation ends the process within 10 s',
    async run({ world, proxy }) {
      proxy.fault = (call) => (creates(call) ? 'hang' : 'pass');
      const first = world.controller();
      await world.create('a');
      await waitFor('the creation', 30_000, () => proxy.calls.find(creates));
      const begun = performance.now();
      assert.equal(await first.end('SIGTERM'), 0, first.stderr());
      assert.ok(performance.now() - begun < 10_000);
      proxy.fault = () => 'pass';
      world.controller();
      await world.observer.holds();
    },
  },
  {
    row: 46,
    title: `the controller is killed ${KILLS} times while machines are created, changed and deleted`,
    async run({ world, pods }) {
      await randomKills(world, KILLS, async ({ uid }) => {
        const { items } = await pods.list({ labelSelector: `${UID_LABEL}=${uid}` });
        for (const { metadata } of items) await pods.delete(metadata.name);
      });
      await world.observer.holds({ withinMs: 30_000 });
    },
  },
];
