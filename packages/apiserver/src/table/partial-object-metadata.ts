import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { byRank, mapped } from '../json/key-order.js';

/** Returns only the metadata of an object (meta.k8s.io PartialObjectMetadata). */
export function toPartialObjectMetadata(object: JsonObject, version: 'v1' | 'v1beta1'): JsonObject {
  const { metadata = {} } = object;
  return {
    kind: 'PartialObjectMetadata',
    apiVersion: `meta.k8s.io/${version}`,
    metadata: isJsonObject(metadata) ? inStructOrder(metadata) : metadata,
  };
}

const ranks = (...fields: readonly string[]): ReadonlyMap<string, number> =>
  new Map(fields.map((field, rank) => [field, rank]));

const OBJECT_META = ranks(
  'name',
  'generateName',
  'namespace',
  'selfLink',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'labels',
  'annotations',
  'ownerReferences',
  'finalizers',
  'managedFields',
);

/** The structs in the lists of metadata, by the field of the list. */
const ITEMS: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map([
  [
    'ownerReferences',
    ranks('apiVersion', 'kind', 'name', 'uid', 'controller', 'blockOwnerDeletion'),
  ],
  [
    'managedFields',
    ranks('manager', 'operation', 'apiVersion', 'time', 'fieldsType', 'fieldsV1', 'subresource'),
  ],
]);

/**
 * The metadata of custom resources is sorted by name. In this representation it has the order of
 * the struct.
 */
function inStructOrder(metadata: JsonObject): JsonObject {
  const members = mapped(metadata, (value, field) => {
    const struct = ITEMS.get(field);
    if (struct === undefined || !Array.isArray(value)) return value;
    return mapped(value, (item) => (isJsonObject(item) ? sortedBy(item, struct) : item));
  });
  return sortedBy(members, OBJECT_META);
}

const sortedBy = (object: JsonObject, struct: ReadonlyMap<string, number>): JsonObject =>
  byRank(object, (field) => struct.get(field) ?? struct.size);

/** Returns the metadata of a list. Go omits empty values. */
export function toListMeta(metadata: JsonValue | undefined): JsonObject {
  if (!isJsonObject(metadata)) return {};
  const { resourceVersion, continue: token = '', remainingItemCount } = metadata;
  return {
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
    ...(token === '' ? {} : { continue: token }),
    ...(remainingItemCount === undefined ? {} : { remainingItemCount }),
  };
}
