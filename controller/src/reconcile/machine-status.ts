import { formatTime, type Condition, type DeepReadonly } from '@vmgen/runtime';
import type {
  ServerStatus,
  VirtualMachine,
  VirtualMachineStatus,
} from '../../../apis/cloudnative/v1alpha1/types.js';
import { boundedFinding } from './bounded-finding.js';
import type { Finding } from './findings.js';

/**
 * The status that says what was found of `vm`, or undefined where the present one says the same: times
 * alone are no reason to write.
 */
export function nextStatus(
  vm: DeepReadonly<VirtualMachine>,
  found: Finding,
  now: Date,
): VirtualMachineStatus | undefined {
  const finding = boundedFinding(found);
  const previous = vm.status;
  const ready = previous?.conditions?.find(({ type }) => type === 'Ready');
  if (previous !== undefined && ready !== undefined && says(previous, ready, vm, finding)) {
    return undefined;
  }
  const time = formatTime(now);
  const observedGeneration = vm.metadata.generation;
  return {
    phase: finding.phase,
    ...(finding.ready !== 'True' && { reason: finding.message }),
    ...(finding.server && { server: finding.server }),
    lastUpdateTime: time,
    ...(observedGeneration !== undefined && { observedGeneration }),
    conditions: [
      {
        type: 'Ready',
        status: finding.ready,
        ...(observedGeneration !== undefined && { observedGeneration }),
        lastTransitionTime:
          ready !== undefined && ready.status === finding.ready ? ready.lastTransitionTime : time,
        reason: finding.reason,
        message: finding.message,
      },
    ],
  };
}

function says(
  status: DeepReadonly<VirtualMachineStatus>,
  ready: DeepReadonly<Condition>,
  vm: DeepReadonly<VirtualMachine>,
  finding: Finding,
): boolean {
  return (
    status.phase === finding.phase &&
    status.observedGeneration === vm.metadata.generation &&
    // A reason that others set on a status without one is theirs: an apply does not take it away.
    (finding.ready === 'True' || status.reason === finding.message) &&
    ready.status === finding.ready &&
    ready.reason === finding.reason &&
    ready.message === finding.message &&
    sameServer(status.server, finding.server)
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
