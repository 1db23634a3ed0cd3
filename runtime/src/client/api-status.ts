import type { Int32, ListMeta, TypeMeta } from '../meta/types.js';

/** The reason why a field was rejected. */
export interface ApiStatusCause {
  reason?: string;
  message?: string;
  field?: string;
}

/** Details of an error. */
export interface ApiStatusDetails {
  name?: string;
  group?: string;
  kind?: string;
  uid?: string;
  causes?: ApiStatusCause[];
  retryAfterSeconds?: Int32;
}

/** A response of the API that is not an object, usually an error. */
export interface ApiStatus extends TypeMeta {
  metadata?: ListMeta;
  status?: 'Success' | 'Failure';
  message?: string;
  /** A CamelCase word for programs, such as `NotFound`. */
  reason?: string;
  details?: ApiStatusDetails;
  /** The HTTP status code. */
  code?: Int32;
}

/**
 * Returns a Status without fields of wrong types. The Status is untrusted JSON, and callers rely on
 * it: for example, an invalid retry delay would cause a loop without a pause.
 */
export function wellFormed(status: ApiStatus): ApiStatus {
  const formed = { ...status };
  if (typeof formed.message !== 'string') delete formed.message;
  if (typeof formed.reason !== 'string') delete formed.reason;
  if (!Number.isFinite(formed.code)) delete formed.code;
  if (typeof formed.details === 'object') formed.details = wellFormedDetails(formed.details);
  else delete formed.details;
  return formed;
}

function wellFormedDetails(details: ApiStatusDetails | null): ApiStatusDetails {
  const formed = { ...details };
  if (!Number.isFinite(formed.retryAfterSeconds)) delete formed.retryAfterSeconds;
  if (Array.isArray(formed.causes)) formed.causes = formed.causes.filter(isFields);
  else delete formed.causes;
  return formed;
}

function isFields(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
