import type { Clock } from '@vmgen/runtime';
import { heapBytes } from '../json/heap-bytes.js';
import { copyMembers } from '../json/key-order.js';
import type { JsonObject } from '@vmgen/base/json';
import { metadataOf, metaString } from '../resource/object-meta.js';
import { keyOf, type Endpoint } from '../resource/endpoint.js';
import type { Revision } from '../storage/revision.js';
import { assertStorable } from './object-size.js';

/**
 * Stores an object of the endpoint's version.
 *
 * @throws TooLargeError
 */
export function commit(endpoint: Endpoint, object: JsonObject): Revision {
  // The version is written into the metadata, which another object may share.
  const metadata = copyMembers(metadataOf(object));
  return commitOwned(endpoint, { ...object, metadata }, storedKey(endpoint, object));
}

/**
 * Stores an object that nothing else refers to, which saves copies.
 *
 * @throws TooLargeError
 */
export function commitOwned(endpoint: Endpoint, object: JsonObject, key: string): Revision {
  const metadata = metadataOf(object);
  metadata['resourceVersion'] ??= '';
  // Only a dry run returns the `selfLink` that a client sent.
  if (metadata['selfLink'] !== undefined) delete metadata['selfLink'];
  const stored = endpoint.toStored(endpoint.inOrder(object));
  const bytes = heapBytes(stored);
  assertStorable(stored, bytes);
  const preparedBy = isComplete(endpoint, object) ? endpoint.storedSchema : undefined;
  const revision = endpoint.store.put(key, stored, preparedBy, bytes);
  endpoint.strategy.afterWrite?.(revision.object);
  return revision;
}

/**
 * Whether the schema of the storage version has set all defaults. Another version has different
 * defaults, and a create removes the status after defaulting.
 */
function isComplete(endpoint: Endpoint, object: JsonObject): boolean {
  if (!endpoint.conventions.defaultsOnRead) return true;
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

/** Returns an object of a custom kind as reads show it: with the default status if it has none. */
function withDefaultStatus(endpoint: Endpoint, object: JsonObject): JsonObject {
  if (!endpoint.conventions.defaultsOnRead || !lacksStatus(endpoint, object)) return object;
  const shown = { ...object };
  endpoint.schema.default(shown);
  return shown;
}

/** Returns an object as a dry run shows it. Nothing is stored. */
export function dryRunObject(endpoint: Endpoint, object: JsonObject): JsonObject {
  return endpoint.inOrder(withDefaultStatus(endpoint, object));
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
