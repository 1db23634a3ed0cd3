import { isNotFound } from '../client/errors.js';
import { isPending, settled } from '../async/settled.js';
import type { Logger } from '../logging/logger.js';
import { isExpired } from './api-failure.js';
import type { ReflectorErrorHandler } from './shared-informer-options.js';

/** Tells a user's handler of a list or watch that failed; logs it where there is none. Never throws. */
export function reportReflectorError(
  error: unknown,
  handler: ReflectorErrorHandler | undefined,
  logger: Logger,
): void {
  if (handler === undefined) {
    logFailure(logger, error);
    return;
  }
  const complain = (thrown: unknown): void =>
    logger.error('the error handler threw', { error: thrown, cause: error });
  try {
    // The types say that it gives nothing back; an async function fits them all the same.
    const result: unknown = handler(error);
    if (isPending(result)) void settled(result, complain);
  } catch (thrown) {
    complain(thrown);
  }
}

const FAILED = 'a list or watch failed; trying again';
const NOT_SERVED = 'the server does not serve the kind: apply its CustomResourceDefinition';

/** What to do about a failure whose own words do not say it. */
export function failureHint(error: unknown): string | undefined {
  return isNotFound(error) ? NOT_SERVED : undefined;
}

/** A version that has expired is the normal end of a long disconnection; the rest is not. */
function logFailure(logger: Logger, error: unknown): void {
  const hint = failureHint(error);
  if (isExpired(error)) logger.verbose(2, 'the last version has expired; listing again', { error });
  else logger.warn(FAILED, hint === undefined ? { error } : { error, hint });
}
