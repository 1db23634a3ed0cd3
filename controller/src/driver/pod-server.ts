import { createHash } from 'node:crypto';
import { parseQuantity, type DeepReadonly, type Quantity } from '@vmgen/runtime';
import type { StrategicMergePatch } from '@vmgen/runtime/meta';
import type { ContainerStatus, Pod } from '@vmgen/kubernetes/core/v1';
import { UID_LABEL } from './server-identity.js';
import type { ServerOwner, ServerProblem, ServerSpec, ServerState } from './vm-driver.js';

/** The apiVersion and kind of the owner of a pod. */
const OWNER = { apiVersion: 'cloudnative.tw/v1alpha1', kind: 'VirtualMachine' } as const;

/** A pod with this gate is not scheduled: a server that is stopped. */
const STOPPED = 'cloudnative.tw/stopped';
const CONTAINER = 'machine';
/** The time for a graceful stop before the kubelet kills the container, in seconds. */
export const STOP_GRACE_SECONDS = 5;
/** Fits in a DNS label together with the digest, and so in the host name of the pod. */
const MAX_NAME_PART = 50;

/** The reasons of a waiting container that are steps of a normal start. */
const NORMAL_WAITS = ['ContainerCreating', 'PodInitializing'];

/** Returns the name of the pod, which is unique per UID, so that the server rejects a second pod. */
export function podName({ name, uid }: ServerOwner): string {
  const part = name.replaceAll('.', '-').slice(0, MAX_NAME_PART).replace(/-+$/, '');
  return `${part}-${createHash('sha256').update(uid).digest('hex').slice(0, 10)}`;
}

/**
 * Returns the pod of a server. It satisfies the level `restricted` of Pod Security, and has no
 * token of a service account. Requests equal limits, so that machines do not share resources.
 */
export function podOf(owner: ServerOwner, spec: ServerSpec): Pod {
  const resources = {
    ...(spec.nanoCpus > 0 && { cpu: cpuQuantity(spec.nanoCpus) }),
    ...(spec.memoryBytes > 0 && { memory: String(spec.memoryBytes) }),
  };
  return {
    metadata: {
      name: podName(owner),
      namespace: owner.namespace,
      labels: { [UID_LABEL]: owner.uid },
      ownerReferences: [{ ...OWNER, name: owner.name, uid: owner.uid, controller: true }],
    },
    spec: {
      restartPolicy: 'Always',
      terminationGracePeriodSeconds: STOP_GRACE_SECONDS,
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      ...(!spec.running && { schedulingGates: [{ name: STOPPED }] }),
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          name: CONTAINER,
          image: spec.image,
          resources: { limits: resources, requests: resources },
          securityContext: {
            allowPrivilegeEscalation: false,
            capabilities: { drop: ['ALL'] },
          },
        },
      ],
    },
  };
}

/**
 * Returns the owner of a pod, or undefined for pods that the driver did not create: the label and
 * the controlling owner must have the same UID.
 */
export function ownerOfPod({
  metadata,
}: DeepReadonly<Pick<Pod, 'metadata'>>): ServerOwner | undefined {
  const { labels = {}, ownerReferences = [], namespace = '' } = metadata;
  const owner = ownerReferences.find((each) => each.controller === true);
  if (owner?.kind !== OWNER.kind || owner.uid !== labels[UID_LABEL]) return undefined;
  return { namespace, name: owner.name, uid: owner.uid };
}

/** Returns whether the pod is being deleted. */
export function isTerminating({ metadata }: DeepReadonly<Pod>): boolean {
  return metadata.deletionTimestamp !== undefined;
}

/** Returns whether the pod has ended for good, such as after an eviction. */
export function isOver({ status }: DeepReadonly<Pod>): boolean {
  return status?.phase === 'Failed' || status?.phase === 'Succeeded';
}

/** Returns whether the pod represents a stopped server. */
export function isGated({ spec }: DeepReadonly<Pod>): boolean {
  return spec?.schedulingGates?.some(({ name }) => name === STOPPED) === true;
}

/** Returns the patch that starts a stopped server. Others, such as a queue of jobs, may hold the pod too. */
export function withoutGate(uid: string): StrategicMergePatch<Pod> {
  return {
    metadata: { uid },
    spec: { schedulingGates: [{ $patch: 'delete', name: STOPPED }] },
  };
}

/** Returns the state of the server that a pod represents. */
export function stateOfPod(pod: DeepReadonly<Pod>): ServerState {
  const [container] = pod.spec?.containers ?? [];
  const limits = container?.resources?.limits ?? {};
  const running = !isGated(pod) && !isOver(pod);
  const problem = running ? problemOf(pod) : undefined;
  return {
    id: pod.metadata.uid ?? '',
    state: isOver(pod) ? 'failed' : running ? (problem?.reason ?? 'running') : 'stopped',
    spec: {
      image: container?.image ?? '',
      nanoCpus: amount(limits['cpu'], 1e9),
      memoryBytes: amount(limits['memory'], 1),
      running,
    },
    ...(problem && { problem }),
  };
}

/** Returns why the container of a pod does not run; undefined if it runs. */
function problemOf(pod: DeepReadonly<Pod>): ServerProblem | undefined {
  const { status } = pod;
  // For as long as its node does not respond. Its containers may still run.
  if (isTerminating(pod)) {
    const message = 'the pod is being removed; another one is created after it';
    return { isFailure: false, reason: 'ServerTerminating', message };
  }
  const [container] = status?.containerStatuses ?? [];
  if (container?.state?.running !== undefined) {
    return status?.phase === 'Unknown'
      ? failure('NodeLost', 'the node of the pod does not respond')
      : undefined;
  }
  if (container !== undefined) return containerProblem(container);
  const scheduled = status?.conditions?.find(({ type }) => type === 'PodScheduled');
  if (scheduled?.status === 'False') {
    const reason = scheduled.reason ?? 'Unschedulable';
    return failure(reason, scheduled.message ?? 'the pod cannot be scheduled');
  }
  return { isFailure: false, reason: 'Scheduling', message: 'the pod is waiting for a node' };
}

function containerProblem({
  state,
  lastState,
}: DeepReadonly<ContainerStatus>): ServerProblem | undefined {
  const ended = state?.terminated ?? lastState?.terminated;
  const detail =
    ended === undefined
      ? ''
      : `the container ended with exit code ${ended.exitCode} (${ended.reason ?? 'Error'})`;
  if (state?.terminated !== undefined) return failure(state.terminated.reason ?? 'Error', detail);
  const reason = state?.waiting?.reason ?? 'ContainerCreating';
  if (NORMAL_WAITS.includes(reason)) {
    return { isFailure: false, reason, message: 'the container is being created' };
  }
  const message = [state?.waiting?.message ?? 'the container cannot start', detail];
  return failure(reason, message.filter((part) => part !== '').join('; '));
}

function failure(reason: string, message: string): ServerProblem {
  return { isFailure: true, reason, message };
}

function cpuQuantity(nanoCpus: number): string {
  return nanoCpus % 1e6 === 0 ? `${nanoCpus / 1e6}m` : `${nanoCpus}n`;
}

/** Returns an amount in units of `1 / perUnit`; 0 for an absent quantity. */
export function amount(quantity: Quantity | undefined, perUnit: 1 | 1e9): number {
  if (quantity === undefined) return 0;
  const parsed = parseQuantity(quantity);
  return Number(perUnit === 1 ? parsed.toBigInt() : parsed.toNanos());
}
