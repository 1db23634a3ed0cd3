import type { ObjectMeta } from '@vmgen/runtime';
import { isJsonObject, type JsonObject } from '@vmgen/base/json';

/**
 * Returns the metadata of an object that {@link decodeObjectMeta} has normalized, or an empty
 * object.
 */
export function metadataOf(object: JsonObject): JsonObject {
  const metadata = object['metadata'];
  return isJsonObject(metadata) ? metadata : {};
}

/** As {@link metadataOf}, with a type: coerceObjectMeta has validated all fields. */
export function typedMetadataOf(object: JsonObject): ObjectMeta {
  return metadataOf(object);
}

/** Returns a string field of the metadata, or an empty string. */
export function metaString(object: JsonObject, field: string): string {
  const value = metadataOf(object)[field];
  return typeof value === 'string' ? value : '';
}

/** Returns a map of strings in the metadata: labels or annotations. */
export function metaMap(object: JsonObject, field: string): Readonly<Record<string, string>> {
  const value = metadataOf(object)[field];
  // coerceObjectMeta has validated that all values are strings.
  return isJsonObject(value) ? (value as Record<string, string>) : {};
}

/** The finalizers of Kubernetes itself, which have no domain. */
export const STANDARD_FINALIZERS: ReadonlySet<string> = new Set([
  'kubernetes',
  'orphan',
  'foregroundDeletion',
]);

export function finalizersOf(object: JsonObject): readonly string[] {
  const value = metadataOf(object)['finalizers'];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

export function isDeleting(object: JsonObject): boolean {
  return metadataOf(object)['deletionTimestamp'] !== undefined;
}

/** Returns the grace period of an object that is being deleted, in seconds. */
export function gracePeriodOf(object: JsonObject): number {
  const value = metadataOf(object)['deletionGracePeriodSeconds'];
  return typeof value === 'number' ? value : 0;
}

export function generationOf(object: JsonObject): number {
  const value = metadataOf(object)['generation'];
  return typeof value === 'number' ? value : 0;
}

/** Removes the namespace of a cluster-scoped object, as kube-apiserver does before and after admission. */
export function dropNamespace(
  resource: { readonly namespaced: boolean },
  object: JsonObject,
): void {
  const metadata = metadataOf(object);
  if (!resource.namespaced && metadata['namespace'] !== undefined) delete metadata['namespace'];
}
