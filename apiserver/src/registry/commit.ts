import type { Clock } from '@vmgen/runtime';
import { heapBytes } from '../json/heap-bytes.js';
import type { JsonObject } from '@vmgen/base/json';
import { metadataOf, metaString } from '../resource/object-meta.js';
import { keyOf, type Endpoint } from '../resource/endpoint.js';
import { assertStorable } from './object-size.js';

/**
 * Stores an object of the endpoint's version and gives back what the endpoint shows of it.
 *
 * @throws TooLargeError
 */
export function commit(endpoint: Endpoint, object: JsonObject): JsonObject {
  // The version is written into the metadata, which a caller may share with another object.
  const metadata = { ...metadataOf(object) };
  metadata['resourceVersion'] ??= '';
  // Only a dry run shows what a client sent.
  delete metadata['selfLink'];
  const stored = endpoint.toStored(endpoint.inOrder({ ...object, metadata }));
  const bytes = heapBytes(stored);
  assertStorable(stored, bytes);
  const key = storedKey(endpoint, object);
  const preparedBy = isComplete(endpoint, object) ? endpoint.storedSchema : undefined;
  const revision = endpoint.store.put(key, stored, preparedBy, bytes);
  endpoint.strategy.afterWrite?.(revision.object);
  return endpoint.read(revision);
}

/**
 * Whether the schema of the storage version filled in all defaults: another version has other ones,
 * and a create drops the status after they were filled in.
 */
function isComplete(endpoint: Endpoint, object: JsonObject): boolean {
  if (!endpoint.strategy.isCustom) return true;
  return endpoint.schema === endpoint.storedSchema && !lacksStatus(endpoint, object);
}

/** Whether an object has no status although its schema has a default for one. */
function lacksStatus({ hasStatus, schema }: Endpoint, object: JsonObject): boolean {
  return (
    hasStatus &&
    object['status'] === undefined &&
    schema.props.properties?.['status']?.default !== undefined
  );
}

/** An object of a custom kind as reads show it: with a default status where it has none. */
function withDefaultStatus(endpoint: Endpoint, object: JsonObject): JsonObject {
  if (!endpoint.strategy.isCustom || !lacksStatus(endpoint, object)) return object;
  const shown = { ...object };
  endpoint.schema.default(shown);
  return shown;
}

/** An object as a dry run shows it, which stores nothing. */
export function dryRunObject(endpoint: Endpoint, object: JsonObject): JsonObject {
  return endpoint.inOrder(withDefaultStatus(endpoint, object));
}

/** Removes an object for good. */
export function removeObject(endpoint: Endpoint, object: JsonObject): void {
  endpoint.store.remove(storedKey(endpoint, object));
}

/** The key under which an object of the endpoint is stored. */
export function storedKey(endpoint: Endpoint, object: JsonObject): string {
  const namespace = endpoint.resource.namespaced ? metaString(object, 'namespace') : undefined;
  return keyOf(namespace, metaString(object, 'name'));
}

/** The time as metadata shows it: RFC 3339 with whole seconds. */
export function timestamp(clock: Clock): string {
  return timeText(clock.date());
}

/** A time in that form. */
export function timeText(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
