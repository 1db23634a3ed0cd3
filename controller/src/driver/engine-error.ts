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
  const detail = error instanceof Error ? error.message : String(error);
  if (statusCodeOf(error) === undefined) {
    const message = `cannot ${what}: ${detail}; is the Docker Engine running and DOCKER_HOST right?`;
    return new DriverError('unreachable', 'EngineUnreachable', message, { cause: error });
  }
  return new DriverError('refused', reason, `cannot ${what}: ${detail}`, { cause: error });
}

/** The failure of a call to one container, which somebody may be removing or have removed. */
export function containerError(what: string, error: unknown): DriverError {
  const vanished = statusCodeOf(error) === 404 || statusCodeOf(error) === 409;
  if (!vanished) return engineError(what, error);
  const detail = error instanceof Error ? error.message : String(error);
  return new DriverError('vanished', 'ServerVanished', `cannot ${what}: ${detail}`, {
    cause: error,
  });
}
