import { type ApiStatusCause, type ApiStatusDetails, ApiError } from '@vmgen/runtime/client';
import { type FieldError } from '@vmgen/crd';
import { formatFieldErrors } from '@vmgen/crd/internal';

/** The resource in an error. */
interface NamedResource {
  readonly group: string;
  readonly plural: string;
}

/** Creates an error that the server returns as a Status. */
export function statusError(
  code: number,
  reason: string | undefined,
  message: string,
  details?: ApiStatusDetails,
): ApiError {
  return new ApiError({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    ...(reason === undefined ? {} : { reason }),
    ...(details === undefined ? {} : { details }),
    code,
  });
}

function detailsOf(
  resource: NamedResource,
  name: string,
  causes?: ApiStatusCause[],
): ApiStatusDetails {
  return {
    ...(name === '' ? {} : { name }),
    ...(resource.group === '' ? {} : { group: resource.group }),
    kind: resource.plural,
    ...(causes === undefined ? {} : { causes }),
  };
}

/** `PLURAL.GROUP`, as in messages. */
function qualifiedPlural(resource: NamedResource): string {
  return resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`;
}

const quoted = (text: string): string => JSON.stringify(text);

export function notFound(resource: NamedResource, name: string): ApiError {
  const message = `${qualifiedPlural(resource)} ${quoted(name)} not found`;
  return statusError(404, 'NotFound', message, detailsOf(resource, name));
}

export function alreadyExists(
  resource: NamedResource,
  name: string,
  isDeleting: boolean,
): ApiError {
  // Clients that wait for the removal of the old object check this prefix.
  const prefix = isDeleting ? 'object is being deleted: ' : '';
  const message = `${prefix}${qualifiedPlural(resource)} ${quoted(name)} already exists`;
  return statusError(409, 'AlreadyExists', message, detailsOf(resource, name));
}

/** An update conflicts with the stored object. */
export function conflict(resource: NamedResource, name: string, why: string): ApiError {
  const message = `Operation cannot be fulfilled on ${qualifiedPlural(resource)} ${quoted(name)}: ${why}`;
  return statusError(409, 'Conflict', message, detailsOf(resource, name));
}

/** An update is based on an older version. */
export function modified(resource: NamedResource, name: string): ApiError {
  return conflict(
    resource,
    name,
    'the object has been modified; please apply your changes to the latest version and try again',
  );
}

export function forbidden(
  resource: NamedResource,
  name: string,
  why: string,
  causes?: ApiStatusCause[],
): ApiError {
  const subject = name === '' ? '' : ` ${quoted(name)}`;
  const message = `${qualifiedPlural(resource)}${subject} is forbidden: ${why}`;
  return statusError(403, 'Forbidden', message, detailsOf(resource, name, causes));
}

export function badRequest(message: string): ApiError {
  return statusError(400, 'BadRequest', message);
}

/** A failure of the generic server, which has no reason. */
export function plainServerError(message: string): ApiError {
  return statusError(500, undefined, message);
}

/** Upstream: aggregatedStorageError in apiserver/pkg/storage/etcd3/corrupt_obj_deleter.go. */
export function storageReadError(
  { group, plural }: NamedResource,
  causes: readonly { readonly field: string; readonly message: string }[],
): ApiError {
  const shown = causes[0]?.message ?? '';
  const more = causes.length > 1 ? ` (and ${causes.length - 1} more)` : '';
  const message = `failed to read one or more ${qualifiedPlural({ group, plural })} from the storage: ${shown}${more}`;
  return statusError(500, 'StorageReadError', message, {
    name: 'list',
    group,
    kind: plural,
    causes: causes.map((cause) => ({ reason: 'UnexpectedServerResponse', ...cause })),
  });
}

export function internalError(message: string): ApiError {
  return statusError(500, 'InternalError', `Internal error occurred: ${message}`, {
    causes: [{ message }],
  });
}

/** A request that takes too long (504). */
export function timedOut({ message }: Error): ApiError {
  return statusError(504, 'Timeout', message, {});
}

/**
 * A request that exceeds its own timeout (504). The Status has no type, because kube-apiserver writes it
 * outside of its encoders; clients then use another message.
 */
export const requestTimedOut = (): ApiError =>
  new ApiError({
    metadata: {},
    status: 'Failure',
    message: 'Timeout: request did not complete within the allotted timeout',
    reason: 'Timeout',
    details: {},
    code: 504,
  });

/** The response to a method that a path does not support. */
export function methodNotAllowed(): ApiError {
  const message = 'the server does not allow this method on the requested resource';
  return statusError(405, 'MethodNotAllowed', message, {});
}

/** As {@link methodNotAllowed}, for a custom resource. */
export function verbNotSupported(resource: NamedResource, verb: string): ApiError {
  const { group, plural } = resource;
  const message = `${verb} is not supported on resources of kind "${qualifiedPlural(resource)}"`;
  return statusError(405, 'MethodNotAllowed', message, { group, kind: plural });
}

/** The response to an unknown path, such as a subresource that a resource does not have. */
export function unknownResource(): ApiError {
  return statusError(404, 'NotFound', 'the server could not find the requested resource', {});
}

export function unsupportedMediaType(accepted: readonly string[]): ApiError {
  const list = accepted.join(', ');
  const message = `the body of the request was in an unknown format - accepted media types include: ${list}`;
  return statusError(415, 'UnsupportedMediaType', message);
}

/** The client accepts none of the response's media types. */
export function notAcceptable(forms: readonly string[]): ApiError {
  const message = `only the following media types are accepted: ${forms.join(', ')}`;
  return statusError(406, 'NotAcceptable', message);
}

/** As {@link notAcceptable}, from the generic router. */
export function notRouted(forms: readonly string[]): ApiError {
  const message = `406: Not Acceptable\n\nAvailable representations: ${forms.join(', ')}`;
  return statusError(406, 'NotAcceptable', message, {});
}

/** The media types of built-in resources in the generic router. */
export const REPRESENTATIONS: readonly string[] = [
  'application/json',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
];

/** The forms of a watch. */
export const STREAMS: readonly string[] = [
  'application/json;stream=watch',
  'application/vnd.kubernetes.protobuf;stream=watch',
];

/** A resource version that was compacted (410). */
export function expired(message: string): ApiError {
  return statusError(410, 'Expired', message);
}

/** A resource version that does not exist yet (504). */
export function tooLargeResourceVersion(asked: number | bigint, current: number): ApiError {
  const message = `Timeout: Too large resource version: ${asked}, current: ${current}`;
  return statusError(504, 'Timeout', message, {
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
    retryAfterSeconds: 1,
  });
}

/** 422 with one cause per field error. */
export function invalid(
  kind: { readonly group: string; readonly kind: string },
  name: string,
  errors: readonly FieldError[],
): ApiError {
  const status = formatFieldErrors(kind, name, errors);
  const { name: refused, ...details } = status.details ?? {};
  return new ApiError({
    ...status,
    details: refused === undefined || refused === '' ? details : { name: refused, ...details },
  });
}
