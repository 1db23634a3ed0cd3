import { VmgenError, type VmgenErrorCode } from '../errors/vmgen-error.js';
import {
  ApiError,
  isBadRequest,
  isGone,
  isInvalidRequest,
  isTooManyRequests,
} from '../client/errors.js';

/** Returns whether the requested version has expired. */
export function isExpired(error: unknown): boolean {
  return isGone(error) || (error instanceof ApiError && error.statusCode === 410);
}

/**
 * Returns whether the requested version is newer than the server's: it lags behind, or its store
 * was restored.
 */
function isVersionTooLarge(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.reason !== 'Timeout') return false;
  const { causes = [] } = error.status.details ?? {};
  return (
    causes.some((cause) => cause.reason === 'ResourceVersionTooLarge') ||
    error.message.includes('Too large resource version')
  );
}

/**
 * Returns whether a request with this version cannot succeed: it has expired, is too new, or is
 * malformed.
 */
export function isVersionUnusable(error: unknown): boolean {
  return isExpired(error) || isVersionTooLarge(error) || isBadRequest(error);
}

/**
 * Returns whether the server rejected the parameters of a streaming list because it does not
 * support them.
 */
export function isStreamRejected(error: unknown): boolean {
  return isInvalidRequest(error);
}

/**
 * Returns whether a failed watch can be retried with the same version: the server is overloaded, or
 * did not respond.
 */
export function isWatchRetriable(error: unknown): boolean {
  return isTooManyRequests(error) || !(error instanceof ApiError);
}

const CONNECTION_CODES: ReadonlySet<VmgenErrorCode> = new Set([
  'ERR_VMGEN_CONNECTION',
  'ERR_VMGEN_TIMEOUT',
]);

/**
 * Returns whether there was no complete response. Socket errors have a code such as `ECONNRESET`.
 */
export function isConnectionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof VmgenError && !CONNECTION_CODES.has(error.code)) {
    return isConnectionFailure(error.cause);
  }
  return 'code' in error || isConnectionFailure(error.cause);
}

/** Limits `Retry-After`, so that one wrong number cannot stop a cache for good. */
const MAX_RETRY_AFTER_MS = 600_000;

/** Returns the delay that the server requested, in milliseconds. 0 if it requested none. */
export function retryAfterMs(error: unknown): number {
  const requestedMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
  return Math.min(requestedMs, MAX_RETRY_AFTER_MS);
}
