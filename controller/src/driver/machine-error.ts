import { errorText } from '@vmgen/runtime/observability';
import { QmpCommandError } from './qmp-client.js';
import { DriverError, type ServerOwner } from './vm-driver.js';

export function commandError({ namespace, name }: ServerOwner, cause: unknown): DriverError {
  const isRejection = cause instanceof QmpCommandError;
  return new DriverError(
    `the machine ${namespace}/${name} ${isRejection ? 'rejected a command' : 'does not respond'}: ${errorText(cause)}`,
    isRejection
      ? { kind: 'refused', reason: 'QemuError', cause }
      : { kind: 'unreachable', reason: 'MachineUnresponsive', cause },
  );
}

export function unkillable({ namespace, name }: ServerOwner, pid: number): DriverError {
  return new DriverError(
    `the process ${pid} of ${namespace}/${name} does not end; check the host`,
    { kind: 'unreachable', reason: 'MachineUnresponsive' },
  );
}

export function notStarted(
  { namespace, name }: ServerOwner,
  detail: string,
  cause: unknown,
): DriverError {
  const message = `cannot start the machine ${namespace}/${name}: ${detail || 'qemu ended'}`;
  return new DriverError(message, { kind: 'refused', reason: 'StartFailed', cause });
}

/** Returns whether an error of the system has one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** Converts errors of the system, such as a full disk. */
export async function asDriverErrors<R>(
  { namespace, name }: ServerOwner,
  signal: AbortSignal,
  work: () => Promise<R>,
): Promise<R> {
  try {
    return await work();
  } catch (cause) {
    signal.throwIfAborted();
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause;
    const message = `cannot access the machine ${namespace}/${name}: ${errorText(cause)}`;
    throw new DriverError(message, { kind: 'refused', reason: 'HostError', cause });
  }
}
