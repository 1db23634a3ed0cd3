import type { Clock } from '@vmgen/runtime';
import { heapBytes } from '../json/heap-bytes.js';
import type { JsonObject } from '@vmgen/crd/internal/json';
import { metadataOf, metaString } from '../resource/object-meta.js';
import { keyOf, type Endpoint } from '../resource/endpoint.js';
import { assertStorable } from './object-size.js';

/**
 * Stores an object of the endpoint's version and gives back what the endpoint shows of it.
 *
 * @throws TooLargeError
 */
export function commit(endpoint: Endpoint, object: JsonObject): JsonObject {
  const stored = endpoint.toStored(object);
  // The version is written into the metadata, which a caller may share with another object.
  stored['metadata'] = { ...metadataOf(stored) };
  const bytes = heapBytes(stored);
  assertStorable(stored, bytes);
  const key = storedKey(endpoint, object);
  const revision = endpoint.store.put(key, stored, endpoint.storedSchema, bytes);
  endpoint.strategy.afterWrite?.(revision.object);
  return endpoint.read(revision);
}

/** Removes an object for good. */
export function removeObject(endpoint: Endpoint, object: JsonObject): void {
  endpoint.store.remove(storedKey(endpoint, object));
}

function storedKey(endpoint: Endpoint, object: JsonObject): string {
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
