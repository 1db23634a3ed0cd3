import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';

/** Returns only the metadata of an object (meta.k8s.io PartialObjectMetadata). */
export function toPartialObjectMetadata(object: JsonObject, version: 'v1' | 'v1beta1'): JsonObject {
  const { metadata = {} } = object;
  return {
    kind: 'PartialObjectMetadata',
    apiVersion: `meta.k8s.io/${version}`,
    metadata,
  };
}

/** Returns the metadata of a list. Go omits empty values. */
export function toListMeta(metadata: JsonValue | undefined): JsonObject {
  const result: JsonObject = {};
  if (!isJsonObject(metadata)) return result;
  for (const key of ['resourceVersion', 'continue', 'remainingItemCount']) {
    const value = metadata[key];
    if (value !== undefined && value !== '') result[key] = value;
  }
  return result;
}
