import { recognizeCopies, VmgenError } from '../errors/vmgen-error.js';
import { wellFormed, type ApiStatus } from './api-status.js';

export type { ApiStatus, ApiStatusCause, ApiStatusDetails } from './api-status.js';

/** An error response of the API server. */
export class ApiError extends VmgenError {
  /** `ApiError`, for checks without the class. */
  override readonly name = 'ApiError';

  static {
    recognizeCopies(this, 'ApiError');
  }
  /** The Status of the response. */
  readonly status: ApiStatus;

  constructor(status: ApiStatus, options?: ErrorOptions) {
    const formed = wellFormed(status);
    const { message, reason, code } = formed;
    super(
      'ERR_VMGEN_API',
      message ?? reason ?? `the API server responded with status ${code}`,
      options,
    );
    this.status = formed;
  }

  /** The HTTP status code, or 0 if it is missing. */
  get statusCode(): number {
    return this.status.code ?? 0;
  }

  /** A CamelCase word for programs, such as `NotFound`. Empty if it is missing. */
  get reason(): string {
    return this.status.reason ?? '';
  }

  /**
   * The delay before a retry that the server requests, in milliseconds. Undefined if it requests
   * none.
   */
  get retryAfterMs(): number | undefined {
    const seconds = this.status.details?.retryAfterSeconds;
    return seconds === undefined || seconds <= 0 ? undefined : seconds * 1000;
  }
}

/**
 * The reasons that API machinery defines. Responses with other reasons are classified by status
 * code.
 */
const KNOWN_REASONS: ReadonlySet<string> = new Set([
  'Unauthorized',
  'Forbidden',
  'NotFound',
  'AlreadyExists',
  'Conflict',
  'Gone',
  'Invalid',
  'ServerTimeout',
  'StoreReadError',
  'Timeout',
  'TooManyRequests',
  'BadRequest',
  'MethodNotAllowed',
  'NotAcceptable',
  'RequestEntityTooLarge',
  'UnsupportedMediaType',
  'InternalError',
  'Expired',
  'ServiceUnavailable',
]);

function isApiError(error: unknown, reason: string, code?: number): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  if (error.reason === reason) return true;
  return code !== undefined && error.statusCode === code && !KNOWN_REASONS.has(error.reason);
}

/** Returns whether the object does not exist or its kind is not served. */
export const isNotFound = (error: unknown): error is ApiError => isApiError(error, 'NotFound', 404);
/** Returns whether the object was changed since it was read, or a precondition failed. */
export const isConflict = (error: unknown): error is ApiError => isApiError(error, 'Conflict', 409);
/** Returns whether an object with this name already exists. */
export const isAlreadyExists = (error: unknown): error is ApiError =>
  isApiError(error, 'AlreadyExists');
/** Returns whether the requested resource version is too old (`Gone` or `Expired`). */
export const isGone = (error: unknown): error is ApiError =>
  isApiError(error, 'Gone', 410) || isApiError(error, 'Expired');
/**
 * Returns whether the object violates its schema or a rule. `status.details.causes` contains the
 * fields.
 */
export const isInvalid = (error: unknown): error is ApiError => isApiError(error, 'Invalid', 422);
/** Returns whether the caller is authenticated but not authorized. */
export const isForbidden = (error: unknown): error is ApiError =>
  isApiError(error, 'Forbidden', 403);
/** Returns whether the caller is not authenticated: credentials are missing, wrong or expired. */
export const isUnauthorized = (error: unknown): error is ApiError =>
  isApiError(error, 'Unauthorized', 401);
/** Returns whether the request is malformed. */
export const isBadRequest = (error: unknown): error is ApiError =>
  isApiError(error, 'BadRequest', 400);
/** Returns whether the server timed out. It is unknown whether the request took effect. */
export const isTimeout = (error: unknown): error is ApiError =>
  isApiError(error, 'Timeout', 504) || isApiError(error, 'ServerTimeout');
/** Returns whether the server is temporarily unavailable, such as during its start. */
export const isServiceUnavailable = (error: unknown): error is ApiError =>
  isApiError(error, 'ServiceUnavailable', 503);
/** Returns whether the server had an unexpected error. */
export const isInternalError = (error: unknown): error is ApiError =>
  isApiError(error, 'InternalError', 500);
/**
 * Returns whether the server is overloaded or limits the caller. `retryAfterMs` of the error is the
 * delay before a retry.
 */
export const isTooManyRequests = (error: unknown): error is ApiError =>
  isApiError(error, 'TooManyRequests') || (error instanceof ApiError && error.statusCode === 429);

/** The start of the message of an apply whose configuration does not fit the type (fieldmanager.go). */
const MALFORMED_APPLY = 'failed to create typed patch object';

/**
 * Returns whether the server rejected the content of a write, so that the same request fails again:
 * Invalid (422), BadRequest (400), MethodNotAllowed (405), NotAcceptable (406),
 * RequestEntityTooLarge (413), UnsupportedMediaType (415), and an apply whose configuration does not
 * fit the type, such as a list with a duplicate key, for which servers return 500. Forbidden,
 * NotFound and Conflict are not included: another change can fix them.
 *
 * @example
 * try {
 *   await client.apply(vm, { fieldManager: 'vm-controller' });
 * } catch (error) {
 *   if (!isInvalidRequest(error)) throw error;
 *   throw new TerminalError('the server rejected the object', { cause: error });
 * }
 */
export const isInvalidRequest = (error: unknown): error is ApiError =>
  isInvalid(error) ||
  isBadRequest(error) ||
  isApiError(error, 'MethodNotAllowed', 405) ||
  isApiError(error, 'NotAcceptable', 406) ||
  isApiError(error, 'RequestEntityTooLarge', 413) ||
  isApiError(error, 'UnsupportedMediaType', 415) ||
  (error instanceof ApiError &&
    error.statusCode === 500 &&
    error.message.startsWith(MALFORMED_APPLY));
