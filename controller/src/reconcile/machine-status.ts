import { formatTime, type Condition, type DeepReadonly } from '@vmgen/runtime';
import type {
  ServerStatus,
  VirtualMachine,
  VirtualMachineStatus,
} from '../../../apis/cloudnative/v1alpha1/types.js';
import { boundedObservation } from './bounded-observation.js';
import type { Observation } from './observations.js';

/**
 * Returns the status for an observation of `vm`, or undefined if the current status is equal except
 * for times.
 */
export function nextStatus(
  vm: DeepReadonly<VirtualMachine>,
  found: Observation,
  now: Date,
): VirtualMachineStatus | undefined {
  const observation = boundedObservation(found);
  const previous = vm.status;
  const ready = previous?.conditions?.find(({ type }) => type === 'Ready');
  if (
    previous !== undefined &&
    ready !== undefined &&
    isUpToDate(previous, ready, vm, observation)
  ) {
    return undefined;
  }
  const time = formatTime(now);
  const observedGeneration = vm.metadata.generation;
  return {
    phase: observation.phase,
    ...(observation.ready !== 'True' && { reason: observation.message }),
    ...(observation.server && { server: observation.server }),
    lastUpdateTime: time,
    ...(observedGeneration !== undefined && { observedGeneration }),
    conditions: [
      {
        type: 'Ready',
        status: observation.ready,
        ...(observedGeneration !== undefined && { observedGeneration }),
        lastTransitionTime:
          ready !== undefined && ready.status === observation.ready
            ? ready.lastTransitionTime
            : time,
        reason: observation.reason,
        message: observation.message,
      },
    ],
  };
}

function isUpToDate(
  status: DeepReadonly<VirtualMachineStatus>,
  ready: DeepReadonly<Condition>,
  vm: DeepReadonly<VirtualMachine>,
  observation: Observation,
): boolean {
  return (
    status.phase === observation.phase &&
    status.observedGeneration === vm.metadata.generation &&
    // Without a reason of our own, a reason that another manager has set is not removed by an
    // apply.
    (observation.ready === 'True' || status.reason === observation.message) &&
    ready.status === observation.ready &&
    ready.reason === observation.reason &&
    ready.message === observation.message &&
    sameServer(status.server, observation.server)
  );
}

function sameServer(
  a: DeepReadonly<ServerStatus> | undefined,
  b: ServerStatus | undefined,
): boolean {
  if (a === undefined || b === undefined) return a === b;
  return (
    a.id === b.id &&
    a.state === b.state &&
    a.usage.cpu === b.usage.cpu &&
    a.usage.memory === b.usage.memory
  );
}
