import type { Condition, DeepReadonly } from '@vmgen/runtime';
import type {
  ServerStatus as ServerSummary,
  VirtualMachinePhase,
  VirtualMachineStatus,
} from '../../../apis/cloudnative/v1alpha1/types.js';
import type { DriverError, ServerProblem, ServerState, ServerUsage } from '../driver/vm-driver.js';

/** The result of a reconcile, before it is written as a status. */
export interface Observation {
  readonly phase: VirtualMachinePhase;
  /** The status of the Ready condition. */
  readonly ready: Condition['status'];
  /** The reason, for programs: one CamelCase word. */
  readonly reason: string;
  /** The human-readable message. */
  readonly message: string;
  readonly server?: ServerSummary;
}

export const creating: Observation = {
  phase: 'Creating',
  ready: 'False',
  reason: 'Creating',
  message: 'the server is being created',
};

/** A server that has ended again waits for its next start. */
export function crashLoop({ endReason }: ServerState): Observation {
  const ended = endReason === undefined ? 'exited' : `was ended by the engine (${endReason})`;
  return {
    phase: 'Failed',
    ready: 'False',
    reason: endReason ?? 'CrashLoopBackOff',
    message: `the server ${ended} again; restarting it with a growing delay`,
  };
}

/** The engine works on what the server needs. */
export function pending({ reason, message }: DriverError): Observation {
  return { phase: 'Creating', ready: 'False', reason, message };
}

export function invalidSpec(message: string): Observation {
  return { phase: 'Failed', ready: 'False', reason: 'InvalidSpec', message };
}

/** Without a response of the engine, the state of the server is unknown. */
export function failure({ kind, reason, message }: DriverError): Observation {
  return kind === 'unreachable'
    ? { phase: 'Unknown', ready: 'Unknown', reason, message }
    : { phase: 'Failed', ready: 'False', reason, message };
}

/** The engine starts the server by itself, so the controller only reports the reason of the delay. */
export function notRunning({ id, state }: ServerState, problem: ServerProblem): Observation {
  const { isFailure, reason, message } = problem;
  return {
    phase: isFailure ? 'Failed' : 'Creating',
    ready: 'False',
    reason,
    message,
    server: { id, state, usage: { cpu: 0, memory: 0 } },
  };
}

export function active({ id, state }: ServerState, usage: ServerUsage): Observation {
  return {
    phase: 'Active',
    ready: 'True',
    reason: 'Running',
    message: 'the server is running as specified',
    server: { id, state, usage },
  };
}

/** There is no phase for a stopped machine. Pending means that it is not running yet. */
export function stopped({ id, state }: ServerState): Observation {
  return {
    phase: 'Pending',
    ready: 'True',
    reason: 'Stopped',
    message: 'the server is stopped, as specified by spec.action',
    server: { id, state, usage: { cpu: 0, memory: 0 } },
  };
}

/** Keeps the server in the status until it is deleted. */
export function terminating(status: DeepReadonly<VirtualMachineStatus> | undefined): Observation {
  return {
    phase: 'Terminating',
    ready: 'False',
    reason: 'Terminating',
    message: 'the server is being deleted',
    ...(status?.server && { server: status.server }),
  };
}
