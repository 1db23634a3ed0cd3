import type { Condition, DeepReadonly } from '@vmgen/runtime';
import type {
  ServerStatus as ServerSummary,
  VirtualMachinePhase,
  VirtualMachineStatus,
} from '../../../apis/cloudnative/v1alpha1/types.js';
import type { DriverError, ServerState, ServerUsage } from '../driver/vm-driver.js';

/** What a reconcile found out, before it is written as a status. */
export interface Observation {
  readonly phase: VirtualMachinePhase;
  /** Of the Ready condition. */
  readonly ready: Condition['status'];
  /** One CamelCase word for programs. */
  readonly reason: string;
  /** For people. */
  readonly message: string;
  readonly server?: ServerSummary;
}

export const creating: Observation = {
  phase: 'Creating',
  ready: 'False',
  reason: 'Creating',
  message: 'the server is being created',
};

export const crashLoop: Observation = {
  phase: 'Failed',
  ready: 'False',
  reason: 'CrashLoopBackOff',
  message: 'the server ended again; waiting longer each time before it is started',
};

export function invalidSpec(message: string): Observation {
  return { phase: 'Failed', ready: 'False', reason: 'InvalidSpec', message };
}

/** Without an answer of the engine nothing is known of the server. */
export function failure({ kind, reason, message }: DriverError): Observation {
  return kind === 'unreachable'
    ? { phase: 'Unknown', ready: 'Unknown', reason, message }
    : { phase: 'Failed', ready: 'False', reason, message };
}

export function active({ id, state }: ServerState, usage: ServerUsage): Observation {
  return {
    phase: 'Active',
    ready: 'True',
    reason: 'Running',
    message: 'the server runs as the spec says',
    server: { id, state, usage },
  };
}

/** The phases have no word for a machine that is off: Pending says that it waits to run. */
export function stopped({ id, state }: ServerState): Observation {
  return {
    phase: 'Pending',
    ready: 'True',
    reason: 'Stopped',
    message: 'the server is stopped, as spec.action says',
    server: { id, state, usage: { cpu: 0, memory: 0 } },
  };
}

/** Keeps telling of the server until it is gone. */
export function terminating(status: DeepReadonly<VirtualMachineStatus> | undefined): Observation {
  return {
    phase: 'Terminating',
    ready: 'False',
    reason: 'Terminating',
    message: 'the server is being deleted',
    ...(status?.server && { server: status.server }),
  };
}
