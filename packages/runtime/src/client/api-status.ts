import { isMapping } from '../meta/is-mapping.js';
import type { Int32, ListMeta, TypeMeta } from '../meta/types.js';

/** The reason why a field was rejected. */
export interface ApiStatusCause {
  /** The CamelCase word for programs, such as `FieldValueRequired`. */
  reason?: string;
  /** A human-readable description. */
  message?: string;
  /**
   * The path of the field, such as `spec.replicas` or `items[0].name`. Absent for causes without a
   * field.
   */
  field?: string;
}

/** Details of an error. */
export interface ApiStatusDetails {
  /** The name of the object. */
  name?: string;
  /** The API group of the kind. */
  group?: string;
  /** The kind, or the plural name of the resource, that the failure concerns. */
  kind?: string;
  /** The UID of the object. */
  uid?: string;
  /** The causes of the failure, such as one per invalid field. */
  causes?: ApiStatusCause[];
  /** The delay before a retry, in seconds. */
  retryAfterSeconds?: Int32;
}

/** A response of the API that is not an object, usually an error. */
export interface ApiStatus extends TypeMeta {
  /** The metadata of the response, which is usually empty. */
  metadata?: ListMeta;
  /** `Success` or `Failure`. */
  status?: 'Success' | 'Failure';
  /** A human-readable description of the failure. May be absent. */
  message?: string;
  /** A CamelCase word for programs, such as `NotFound`. */
  reason?: string;
  /** More about the failure, such as the object that it concerns. May be absent. */
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
  if (Array.isArray(formed.causes)) formed.causes = formed.causes.filter(isMapping);
  else delete formed.causes;
  return formed;
}
