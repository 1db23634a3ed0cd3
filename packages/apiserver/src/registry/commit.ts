import type { Clock } from '@vmgen/runtime';
import { heapBytes } from '../json/heap-bytes.js';
import { copyMembers } from '../json/copy-members.js';
import { cloneJson, TooLargeError, type JsonObject } from '@vmgen/base/json';
import { unknownResource } from '../errors/status-error.js';
import { managedFieldsOf, withManagedFields } from '../managed-fields/object-managers.js';
import { metadataOf, metaString } from '../resource/object-meta.js';
import { keyOf, readStored, type Endpoint } from '../resource/endpoint.js';
import type { Revision } from '../storage/revision.js';
import { waitFor, type Steps } from '../request/steps.js';
import { assertStorable } from './object-size.js';
import type { RequestContext } from './request-context.js';
import { notUpdatable, unreadable } from './undecodable.js';

/**
 * Stores an object of the endpoint's version.
 *
 * @param converted the object in the storage version, for an endpoint with a conversion
 * @throws TooLargeError
 */
export function commit(endpoint: Endpoint, object: JsonObject, converted?: JsonObject): Revision {
  const own = converted === undefined ? withOwnMetadata(object) : object;
  return commitOwned(endpoint, own, storedKey(endpoint, object), converted);
}

/** The version is written into the metadata, which another object may share. */
const withOwnMetadata = (object: JsonObject): JsonObject => ({
  ...object,
  metadata: copyMembers(metadataOf(object)),
});

/**
 * Stores an object that nothing else refers to, which saves copies.
 *
 * @param converted the object in the storage version, for an endpoint with a conversion
 * @throws ApiError 404 if the kind is no longer served
 * @throws TooLargeError
 */
export function commitOwned(
  endpoint: Endpoint,
  object: JsonObject,
  key: string,
  converted?: JsonObject,
): Revision {
  // While the request waited, the definition of its kind was deleted.
  if (endpoint.store.isClosed) throw unknownResource();
  const stored = converted ?? endpoint.toStored(storable(object));
  const bytes = heapBytes(stored);
  assertStorable(stored, bytes);
  const preparedBy = isComplete(endpoint, object) ? endpoint.storedSchema : undefined;
  const revision = endpoint.store.put(key, stored, preparedBy, bytes);
  endpoint.strategy.afterWrite?.(revision.object);
  return revision;
}

/**
 * Stores an object whose managed fields the request has updated. If it is too large, they are removed,
 * as in kube-apiserver: they are often larger than the rest, and no client depends on them.
 *
 * @param store stores the object and its form in the storage version
 * @throws TooLargeError if it is too large without managed fields too
 */
export function storeFitting(
  object: JsonObject,
  converted: JsonObject | undefined,
  store: (object: JsonObject, converted: JsonObject | undefined) => Revision,
): Revision {
  try {
    return store(object, converted);
  } catch (error) {
    if (!(error instanceof TooLargeError) || managedFieldsOf(object) === undefined) throw error;
    return store(withManagedFields(object, []), converted && withManagedFields(converted, []));
  }
}

function storable(object: JsonObject): JsonObject {
  const own = withoutSelfLink(object);
  metadataOf(own)['resourceVersion'] ??= '';
  return own;
}

/** Returns an object as it is stored. Only a dry run returns the `selfLink` that a client sent. */
export function withoutSelfLink(object: JsonObject): JsonObject {
  if (metadataOf(object)['selfLink'] === undefined) return object;
  const { selfLink: _, ...metadata } = metadataOf(object);
  return { ...object, metadata };
}

/**
 * Returns an object after its validation as reads show it: without the unknown fields that webhooks
 * and policies may have added to a custom resource. As in kube-apiserver, they see these fields
 * until the object is stored.
 */
export function prunedForStorage(
  { admission, endpoint }: RequestContext,
  object: JsonObject,
): JsonObject {
  if (admission === undefined || endpoint.decode !== undefined) return object;
  // Webhooks in this process may hold the object.
  const pruned = cloneJson(object);
  endpoint.schema.prune(pruned);
  endpoint.schema.default(pruned);
  return pruned;
}

/**
 * Converts an object to the storage version. Undefined if `commit` does it.
 *
 * @throws ApiError 500
 */
export function* convertToStored(
  endpoint: Endpoint,
  object: JsonObject,
): Steps<JsonObject | undefined> {
  if (endpoint.conversion === undefined) return undefined;
  const own = storable(withOwnMetadata(object));
  const converting = endpoint.conversion.toStored(own);
  return converting && (yield* waitFor(converting));
}

/**
 * As {@link readStored}, of an object that was written.
 *
 * @throws ApiError 500
 */
export function* readWritten(endpoint: Endpoint, revision: Revision): Steps<JsonObject> {
  try {
    return yield* readStored(endpoint, revision);
  } catch (error) {
    throw notUpdatable(revision, error);
  }
}

/**
 * As {@link readStored}, of an object that will be written.
 *
 * @param purpose `read` for a deletion and for a dry run, as in kube-apiserver
 * @throws OutdatedError if the object changes in the meantime
 */
export function* readLive(
  endpoint: Endpoint,
  revision: Revision,
  purpose: 'update' | 'read',
): Steps<JsonObject> {
  if (endpoint.conversion === undefined) return endpoint.read(revision);
  let live: JsonObject;
  try {
    live = yield* readStored(endpoint, revision);
  } catch (error) {
    throw purpose === 'update'
      ? notUpdatable(revision, error)
      : unreadable(endpoint, revision, error);
  }
  checkCurrent(endpoint, revision);
  return live;
}

/**
 * Thrown if another request changed the object while a request waited. The request then starts again, as
 * kube-apiserver's GuaranteedUpdate does.
 */
export class OutdatedError extends Error {
  override readonly name = 'OutdatedError';
}

/** @throws OutdatedError if an object is not stored any more */
export function checkCurrent({ store }: Endpoint, revision: Revision): void {
  if (store.get(revision.key) !== revision) throw new OutdatedError();
}

/**
 * Whether the schema of the storage version has set all defaults. Another version has different
 * defaults, and a create removes the status after defaulting.
 */
function isComplete(endpoint: Endpoint, object: JsonObject): boolean {
  return endpoint.schema === endpoint.storedSchema && !lacksStatus(endpoint, object);
}

/** Whether an object has no status although its schema has a default for it. */
function lacksStatus({ hasStatus, schema }: Endpoint, object: JsonObject): boolean {
  return (
    hasStatus &&
    object['status'] === undefined &&
    schema.props.properties?.['status']?.default !== undefined
  );
}

/** Returns an object as reads show it: with the default status if it has none. */
function withDefaultStatus(endpoint: Endpoint, object: JsonObject): JsonObject {
  if (!lacksStatus(endpoint, object)) return object;
  const shown = { ...object };
  endpoint.schema.default(shown);
  return shown;
}

/**
 * Returns an object as a dry run shows it: converted there and back, so without what the storage
 * version would lose. Nothing is stored.
 */
export function* dryRunObject(endpoint: Endpoint, object: JsonObject): Steps<JsonObject> {
  const { resource, schema, storedSchema, conversion } = endpoint;
  const isOtherVersion = resource.isCustom && conversion === undefined && schema !== storedSchema;
  const converted = isOtherVersion
    ? endpoint.toStored(storable(withOwnMetadata(object)))
    : yield* convertToStored(endpoint, object);
  if (converted === undefined) return withDefaultStatus(endpoint, object);
  const unstored = { key: '', version: 0, bytes: 0, preparedBy: undefined, text: undefined };
  const shown = yield* readStored(endpoint, { ...unstored, object: converted });
  const { resourceVersion, ...metadata } = metadataOf(shown);
  return resourceVersion === '' ? { ...shown, metadata } : shown;
}

/** Removes an object permanently. */
export function removeObject(endpoint: Endpoint, object: JsonObject): void {
  endpoint.store.remove(storedKey(endpoint, object));
}

/** Returns the key under which an object of the endpoint is stored. */
export function storedKey(endpoint: Endpoint, object: JsonObject): string {
  const namespace = endpoint.resource.namespaced ? metaString(object, 'namespace') : undefined;
  return keyOf(namespace, metaString(object, 'name'));
}

/** Returns the current time in the format of metadata: RFC 3339 with whole seconds. */
export function timestamp(clock: Clock): string {
  return timeText(clock.date());
}

/** Formats a time as {@link timestamp} does. */
export function timeText(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
