import { formatTime, type Condition, type DeepReadonly } from '@vmgen/runtime';
import type {
  ServerStatus,
  VirtualMachine,
  VirtualMachineStatus,
} from '../../../apis/cloudnative/v1alpha1/types.js';
import { boundedObservation } from './bounded-observation.js';
import type { Observation } from './observations.js';

/**
 * The status that says what was found of `vm`, or undefined where the present one says the same: times
 * alone are no reason to write.
 */
export function nextStatus(
  vm: DeepReadonly<VirtualMachine>,
  found: Observation,
  now: Date,
): VirtualMachineStatus | undefined {
  const observation = boundedObservation(found);
  const previous = vm.status;
  const ready = previous?.conditions?.find(({ type }) => type === 'Ready');
  if (previous !== undefined && ready !== undefined && says(previous, ready, vm, observation)) {
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

function says(
  status: DeepReadonly<VirtualMachineStatus>,
  ready: DeepReadonly<Condition>,
  vm: DeepReadonly<VirtualMachine>,
  observation: Observation,
): boolean {
  return (
    status.phase === observation.phase &&
    status.observedGeneration === vm.metadata.generation &&
    // A reason that others set on a status without one is theirs: an apply does not take it away.
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
