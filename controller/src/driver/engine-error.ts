import { errorText } from '@vmgen/runtime/observability';
import { DriverError } from './vm-driver.js';

/** Returns the HTTP status of an engine's response, from the error or its causes. */
export function statusCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('statusCode' in error && typeof error.statusCode === 'number') return error.statusCode;
  return statusCodeOf(error.cause);
}

/**
 * Creates the error of a failed call to the engine, with a message for operators. Without a status,
 * the engine did not respond and the effect of the call is unknown.
 */
export function engineError(what: string, error: unknown, reason = 'EngineError'): DriverError {
  if (error instanceof DriverError) return error;
  const detail = errorText(error);
  if (statusCodeOf(error) === undefined) {
    const message = `cannot ${what}: ${detail}; check that the Docker Engine is running and DOCKER_HOST is correct`;
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

/**
 * Creates the error of a failed call to a container, which may have been removed or is being
 * removed.
 */
export function containerError(what: string, error: unknown): DriverError {
  const status = statusCodeOf(error);
  const detail = errorText(error);
  // For a container that is being removed, engines respond with 500 to an update and with 409 to a
  // start.
  const vanished = status === 404 || status === 409 || /marked for removal/.test(detail);
  if (status === undefined || !vanished) return engineError(what, error);
  return new DriverError(`cannot ${what}: ${detail}`, {
    kind: 'vanished',
    reason: 'ServerVanished',
    cause: error,
  });
}

/**
 * Returns an answer if `isComplete` is true of it. Throws if not, or if `isComplete` throws: what
 * answers may be a proxy before the engine, and Docker's client accepts any body.
 */
export function checkAnswer<T>(what: string, answer: T, isComplete: (answer: T) => boolean): T {
  let cause: unknown;
  try {
    if (isComplete(answer)) return answer;
  } catch (error) {
    cause = error;
  }
  throw new Error(`the answer is not ${what}`, { cause });
}
