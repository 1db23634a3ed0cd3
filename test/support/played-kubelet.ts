import {
  createInformerFactory,
  isConflict,
  isNotFound,
  type Cached,
  type Transport,
} from '@vmgen/runtime';
import { createPodClient, podResource, type Pod } from '@vmgen/kubernetes/core/v1';

/** The image that the node cannot pull. */
export const MISSING_IMAGE = 'registry.invalid/missing:1';

const NODE = 'node-1';

/**
 * Does the work of a scheduler and a kubelet for servers without them: binds pods, writes their
 * status, and removes deleted pods. Containers start at once.
 */
export async function playKubelet(transport: Transport): Promise<AsyncDisposable> {
  const factory = createInformerFactory(transport);
  const informer = factory.informerFor(podResource);
  const work = new Set<Promise<void>>();
  const handle = (pod: Cached<Pod, 'Namespaced'>): void => {
    const handled = handlePod(transport, pod)
      .catch((error: unknown) => {
        // The pod has changed in the meantime, and its next event follows.
        if (!isConflict(error) && !isNotFound(error)) throw error;
      })
      .finally(() => work.delete(handled));
    work.add(handled);
  };
  informer.addHandler({ onAdd: handle, onUpdate: (_before, after) => handle(after) });
  factory.start();
  await informer.synced();
  return {
    async [Symbol.asyncDispose]() {
      await factory.close();
      await Promise.all(work);
    },
  };
}

async function handlePod(
  transport: Transport,
  { metadata, spec, status }: Cached<Pod, 'Namespaced'>,
): Promise<void> {
  const { name, namespace, uid } = metadata;
  const pods = createPodClient(transport, namespace);
  const { nodeName = '', schedulingGates = [], containers = [] } = spec ?? {};
  if (metadata.deletionTimestamp !== undefined) {
    await pods.delete(name, { gracePeriodSeconds: 0, preconditions: { uid } });
  } else if (schedulingGates.length > 0) {
    return;
  } else if (nodeName === '') {
    await pods.bind(name, {
      metadata: { name, uid },
      target: { kind: 'Node', name: NODE },
    });
  } else if (status?.containerStatuses === undefined) {
    await pods.mergePatchStatus(name, statusOf(containers[0]?.image ?? ''));
  }
}

function statusOf(image: string): Pick<Pod, 'status'> {
  const isMissing = image === MISSING_IMAGE;
  const waiting = { reason: 'ErrImagePull', message: `cannot pull image ${image}: not found` };
  const state = isMissing ? { waiting } : { running: { startedAt: '2026-01-01T00:00:00Z' } };
  const common = { image, imageID: '', restartCount: 0, name: 'machine' };
  return {
    status: {
      phase: isMissing ? 'Pending' : 'Running',
      containerStatuses: [{ ...common, ready: !isMissing, state }],
    },
  };
}
