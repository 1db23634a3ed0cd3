import { errorText } from '@vmgen/runtime/internal';
import { DriverError } from './vm-driver.js';

/** The HTTP status that an engine answered with, wherever in a chain of causes it stands. */
export function statusCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('statusCode' in error && typeof error.statusCode === 'number') return error.statusCode;
  return statusCodeOf(error.cause);
}

/**
 * The failure of a call to the engine in words that tell an operator what to do. Without a status
 * the engine did not answer at all: then nothing is known of what the call did.
 */
export function engineError(what: string, error: unknown, reason = 'EngineError'): DriverError {
  if (error instanceof DriverError) return error;
  const detail = errorText(error);
  if (statusCodeOf(error) === undefined) {
    const message = `cannot ${what}: ${detail}; is the Docker Engine running and DOCKER_HOST right?`;
    return new DriverError(message, {
      kind: 'unreachable',
      reason: 'EngineUnreachable',
      cause: error,
    });
  }
  return new DriverError(`cannot ${what}: ${detail}`, {
    kind: 'refused',
    reason,
    cause: error,
  });
}

/** The failure of a call to one container, which somebody may be removing or have removed. */
export function containerError(what: string, error: unknown): DriverError {
  const status = statusCodeOf(error);
  const detail = errorText(error);
  // Engines answer 500 to an update of a container that is being removed, 409 to a start.
  const vanished = status === 404 || status === 409 || /marked for removal/.test(detail);
  if (status === undefined || !vanished) return engineError(what, error);
  return new DriverError(`cannot ${what}: ${detail}`, {
    kind: 'vanished',
    reason: 'ServerVanished',
    cause: error,
  });
}
