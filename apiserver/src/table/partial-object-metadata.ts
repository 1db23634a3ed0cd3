import type { JsonObject } from '@vmgen/base/json';

/** An object's metadata alone (meta.k8s.io PartialObjectMetadata). */
export function toPartialObjectMetadata(object: JsonObject, version: 'v1' | 'v1beta1'): JsonObject {
  return {
    kind: 'PartialObjectMetadata',
    apiVersion: `meta.k8s.io/${version}`,
    metadata: object['metadata'] ?? {},
  };
}
