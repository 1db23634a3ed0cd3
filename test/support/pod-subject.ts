import { createPodDriver } from '@vmgen/controller';
import {
  formatTime,
  interceptTransport,
  type Transport,
  type TransportResponse,
} from '@vmgen/runtime';
import { createPodClient } from '@vmgen/kubernetes/core/v1';
import type { DriverSubject } from './driver-behaviours.js';
import { MISSING_IMAGE, playKubelet } from './played-kubelet.js';
import { waitFor } from './wait-for.js';

const METRICS = /^\/apis\/metrics\.k8s\.io\/v1beta1\/namespaces\/([^/]+)\/pods\/([^/?]+)/;

/**
 * The driver of pods on an API server, with the scheduler, kubelet and metrics API played. `admin`
 * may write all pods; `transport` has the permissions of the driver.
 */
export async function podSubject(
  admin: Transport,
  transport: Transport = admin,
): Promise<DriverSubject> {
  const kubelet = await playKubelet(admin);
  const pods = createPodClient(admin, 'default');
  let isConnected = true;
  const played = interceptTransport(transport, [
    async (request, next) => {
      if (!isConnected) throw new Error('connect ECONNREFUSED 127.0.0.1:6443');
      const [, namespace, name] = METRICS.exec(request.path) ?? [];
      return name === undefined ? next(request) : metricsOf(namespace, name);
    },
  ]);
  const podOf = (uid: string) =>
    waitFor('the pod', 10_000, async () => {
      const { items } = await pods.list({ labelSelector: `cloudnative.tw/vm-uid=${uid}` });
      return items[0];
    });
  return {
    open: (fence) => createPodDriver(played, fence && { fence }),
    spec: { image: 'web:1', nanoCpus: 500e6, memoryBytes: 64 << 20, running: true },
    badImage: MISSING_IMAGE,
    withinMs: 20_000,
    isUsage: ({ cpu, memory }) => cpu === 12.5 && memory === 25,
    async crash({ uid }) {
      const status = { phase: 'Failed', reason: 'Evicted', message: 'the node was low on memory' };
      await pods.mergePatchStatus((await podOf(uid)).metadata.name, { status });
    },
    async disconnect() {
      isConnected = false;
      return async () => void (isConnected = true);
    },
    async createForeign({ namespace, name, uid }) {
      // Has the label, but no owner.
      const labels = { 'cloudnative.tw/vm-uid': uid };
      const spec = {
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        containers: [
          {
            ...{ name: 'a', image: 'a' },
            securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
          },
        ],
      };
      const { metadata } = await pods.create({ metadata: { name, namespace, labels }, spec });
      return async () => {
        const now = await pods.get(name);
        await pods.delete(name, { gracePeriodSeconds: 0 });
        return now.metadata.uid === metadata.uid && now.metadata.deletionTimestamp === undefined;
      };
    },
    close: async () => kubelet[Symbol.asyncDispose](),
  };
}

/** 125m of a CPU and 16 MiB. */
function metricsOf(namespace: string | undefined, name: string): TransportResponse {
  const text = JSON.stringify({
    apiVersion: 'metrics.k8s.io/v1beta1',
    kind: 'PodMetrics',
    metadata: { name, namespace },
    timestamp: formatTime(new Date()),
    window: '15s',
    containers: [{ name: 'machine', usage: { cpu: '125000000n', memory: '16384Ki' } }],
  });
  const bytes = new TextEncoder().encode(text);
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: (async function* () {
      yield bytes;
    })(),
    text: async () => text,
  };
}
