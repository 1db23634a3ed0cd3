import { VmgenError, type VmgenErrorCode } from '../errors/vmgen-error.js';
import { ApiError, isBadRequest, isGone, isInvalid, isTooManyRequests } from '../client/errors.js';

/** The server no longer knows the version that was asked for. */
export function isExpired(error: unknown): boolean {
  return isGone(error) || (error instanceof ApiError && error.statusCode === 410);
}

/** The server does not know the version that was asked for yet: it is behind, or was restored. */
function isVersionTooLarge(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.reason !== 'Timeout') return false;
  const { causes = [] } = error.status.details ?? {};
  return (
    causes.some((cause) => cause.reason === 'ResourceVersionTooLarge') ||
    error.message.includes('Too large resource version')
  );
}

/** The version that was asked for leads nowhere: the server forgot it, is not there yet, or cannot read it. */
export function isVersionUseless(error: unknown): boolean {
  return isExpired(error) || isVersionTooLarge(error) || isBadRequest(error);
}

/** The server does not know streaming lists: their parameters are an error to it. */
export function isStreamRefused(error: unknown): boolean {
  return isInvalid(error) || isBadRequest(error);
}

/**
 * A watch failed in a way that says nothing against its version: the server is busy, or gave no
 * answer at all.
 */
export function isWatchRetriable(error: unknown): boolean {
  return isTooManyRequests(error) || !(error instanceof ApiError);
}

const CONNECTION_CODES: ReadonlySet<VmgenErrorCode> = new Set([
  'ERR_VMGEN_CONNECTION',
  'ERR_VMGEN_TIMEOUT',
]);

/** There was no answer, or it broke off: sockets put a word such as `ECONNRESET` on their errors. */
export function isConnectionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof VmgenError && !CONNECTION_CODES.has(error.code)) {
    return isConnectionFailure(error.cause);
  }
  return 'code' in error || isConnectionFailure(error.cause);
}

/** A server that asks for more is not believed: one wrong number must not end a cache for good. */
const LONGEST_RETRY_AFTER_MS = 600_000;

/** How long to leave the server alone, as it asks; 0 when it does not say. */
export function retryAfterMs(error: unknown): number {
  const askedMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
  return Math.min(askedMs, LONGEST_RETRY_AFTER_MS);
}
