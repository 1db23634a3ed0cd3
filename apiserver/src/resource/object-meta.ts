import type { ObjectMeta } from '@vmgen/runtime';
import { isJsonObject, type JsonObject } from '@vmgen/base/json';

/** The metadata of an object that {@link decodeObjectMeta} went over, or an empty one. */
export function metadataOf(object: JsonObject): JsonObject {
  const metadata = object['metadata'];
  return isJsonObject(metadata) ? metadata : {};
}

/** The same metadata under its type: coerceObjectMeta has judged every field of it. */
export function typedMetadataOf(object: JsonObject): ObjectMeta {
  return metadataOf(object);
}

/** A string field of the metadata; empty where it is absent. */
export function metaString(object: JsonObject, field: string): string {
  const value = metadataOf(object)[field];
  return typeof value === 'string' ? value : '';
}

/** A map of strings in the metadata: labels or annotations. */
export function metaMap(object: JsonObject, field: string): Readonly<Record<string, string>> {
  const value = metadataOf(object)[field];
  // coerceObjectMeta has seen to it that all values are strings.
  return isJsonObject(value) ? (value as Record<string, string>) : {};
}

export function finalizersOf(object: JsonObject): readonly string[] {
  const value = metadataOf(object)['finalizers'];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

export function isDeleting(object: JsonObject): boolean {
  return metadataOf(object)['deletionTimestamp'] !== undefined;
}

/** How many seconds an object that is being deleted has to end. */
export function gracePeriodOf(object: JsonObject): number {
  const value = metadataOf(object)['deletionGracePeriodSeconds'];
  return typeof value === 'number' ? value : 0;
}

export function generationOf(object: JsonObject): number {
  const value = metadataOf(object)['generation'];
  return typeof value === 'number' ? value : 0;
}
