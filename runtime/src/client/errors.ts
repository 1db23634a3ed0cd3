import { recognizeCopies, VmgenError } from '../errors/vmgen-error.js';
import { wellFormed, type ApiStatus } from './api-status.js';

export type { ApiStatus, ApiStatusCause, ApiStatusDetails } from './api-status.js';

/** An API server's refusal. */
export class ApiError extends VmgenError {
  override readonly name = 'ApiError';

  static {
    recognizeCopies(this, 'ApiError');
  }
  /** The refusal in the API's own words. */
  readonly status: ApiStatus;

  constructor(status: ApiStatus, options?: ErrorOptions) {
    const formed = wellFormed(status);
    const { message, reason, code } = formed;
    super('ERR_VMGEN_API', message ?? reason ?? `the API server answered ${code}`, options);
    this.status = formed;
  }

  /** The HTTP status code; 0 where the refusal names none. */
  get statusCode(): number {
    return this.status.code ?? 0;
  }

  /** A CamelCase word for programs, such as `NotFound`; empty where the refusal names none. */
  get reason(): string {
    return this.status.reason ?? '';
  }

  /** How long the server asks to wait before the call is made again; undefined where it does not. */
  get retryAfterMs(): number | undefined {
    const seconds = this.status.details?.retryAfterSeconds;
    return seconds === undefined || seconds <= 0 ? undefined : seconds * 1000;
  }
}

/** The reasons that the API machinery defines; an answer without one of them is judged by code. */
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

function isRefusal(error: unknown, reason: string, code?: number): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  if (error.reason === reason) return true;
  return code !== undefined && error.statusCode === code && !KNOWN_REASONS.has(error.reason);
}

/** There is no such object, or the server does not serve its kind. */
export const isNotFound = (error: unknown): error is ApiError => isRefusal(error, 'NotFound', 404);
/** The object was changed since it was read, or a precondition does not hold. */
export const isConflict = (error: unknown): error is ApiError => isRefusal(error, 'Conflict', 409);
/** An object of this name is there already. */
export const isAlreadyExists = (error: unknown): error is ApiError =>
  isRefusal(error, 'AlreadyExists');
/** The resource version asked for is too old; servers say `Gone` or `Expired`. */
export const isGone = (error: unknown): error is ApiError =>
  isRefusal(error, 'Gone', 410) || isRefusal(error, 'Expired');
/** The object breaks its schema or a rule; `status.details.causes` names the fields. */
export const isInvalid = (error: unknown): error is ApiError => isRefusal(error, 'Invalid', 422);
/** The caller is known and may not do this. */
export const isForbidden = (error: unknown): error is ApiError =>
  isRefusal(error, 'Forbidden', 403);
/** The server does not know who calls: the credentials are missing, wrong or out of date. */
export const isUnauthorized = (error: unknown): error is ApiError =>
  isRefusal(error, 'Unauthorized', 401);
/** The server could not make sense of the call. */
export const isBadRequest = (error: unknown): error is ApiError =>
  isRefusal(error, 'BadRequest', 400);
/** The server gave up; whether the call took effect is not known. */
export const isTimeout = (error: unknown): error is ApiError =>
  isRefusal(error, 'Timeout', 504) || isRefusal(error, 'ServerTimeout');
/** The server cannot answer at the moment, such as while it starts. */
export const isServiceUnavailable = (error: unknown): error is ApiError =>
  isRefusal(error, 'ServiceUnavailable', 503);
/** The server failed in a way that it did not expect. */
export const isInternalError = (error: unknown): error is ApiError =>
  isRefusal(error, 'InternalError', 500);
/** The server has more to do than it can; `retryAfterMs` of the error says when to come again. */
export const isTooManyRequests = (error: unknown): error is ApiError =>
  isRefusal(error, 'TooManyRequests') || (error instanceof ApiError && error.statusCode === 429);
