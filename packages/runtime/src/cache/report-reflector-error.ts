import { isNotFound } from '../client/errors.js';
import { isPending, settled } from '../async/settled.js';
import type { Logger } from '../logging/logger.js';
import { isExpired } from './api-failure.js';

/**
 * Passes the error of a failed list or watch to the user's handler, or logs it if none exists.
 * Never throws.
 */
export function reportReflectorError(
  error: unknown,
  handler: ((error: unknown) => void) | undefined,
  logger: Logger,
): void {
  if (handler === undefined) {
    logFailure(logger, error);
    return;
  }
  const logThrown = (thrown: unknown): void =>
    logger.error('the error handler threw', { error: thrown, cause: error });
  try {
    // An async function is assignable to the handler's type although that returns nothing.
    const result: unknown = handler(error);
    if (isPending(result)) void settled(result, logThrown);
  } catch (thrown) {
    logThrown(thrown);
  }
}

const FAILED = 'a list or watch failed; retrying';
const NOT_SERVED = 'the server does not serve the kind; apply its CustomResourceDefinition';

/** Returns how to fix an error whose message does not contain that. */
export function failureHint(error: unknown): string | undefined {
  return isNotFound(error) ? NOT_SERVED : undefined;
}

/** An expired version is normal after a long disconnection; other errors are not. */
function logFailure(logger: Logger, error: unknown): void {
  const hint = failureHint(error);
  if (isExpired(error)) logger.verbose(2, 'the last version has expired; listing again', { error });
  else logger.warn(FAILED, hint === undefined ? { error } : { error, hint });
}
