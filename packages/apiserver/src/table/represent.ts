import type { ApiError } from '@vmgen/runtime';
import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import type { ServedResource } from '../resource/served-resource.js';
import { plainServerError, statusError } from '../errors/status-error.js';
import type { Representation } from './negotiate-representation.js';
import { toListMeta, toPartialObjectMetadata } from './partial-object-metadata.js';
import { isScale } from './table-columns.js';
import { toTable, type TableOptions } from './to-table.js';

/**
 * Converts an object or list to the representation that the client accepts. A Status does not
 * change.
 *
 * @throws ApiError NotAcceptable for PartialObjectMetadata of a list, and the reverse
 */
export function represent(
  resource: ServedResource,
  objectOrList: JsonObject,
  representation: Representation,
  options: TableOptions,
): JsonObject {
  const { as, version } = representation;
  if (as === undefined || objectOrList['kind'] === 'Status') return objectOrList;
  if (as === 'Table') return toTable(resource, objectOrList, version, options);
  const items = objectOrList['items'];
  if (as === 'PartialObjectMetadata') {
    if (Array.isArray(items)) {
      throw notAcceptable(
        `you requested PartialObjectMetadata, but the requested object is a list (${goType(resource)}List)`,
      );
    }
    return toPartialObjectMetadata(objectOrList, version);
  }
  if (!Array.isArray(items)) {
    const isOfScale = isScale(objectOrList);
    if (resource.isCustom && !isOfScale) throw plainServerError('content is not a list');
    const scaleType = resource.isCustom ? '*v1.Scale' : '*autoscaling.Scale';
    throw notAcceptable(
      `you requested PartialObjectMetadataList, but the requested object is not a list (${isOfScale ? scaleType : goType(resource)})`,
    );
  }
  return {
    kind: 'PartialObjectMetadataList',
    apiVersion: `meta.k8s.io/${version}`,
    metadata: toListMeta(objectOrList['metadata']),
    items:
      // Go prints a nil list.
      items.length === 0
        ? null
        : items.filter(isJsonObject).map((item) => toPartialObjectMetadata(item, version)),
  };
}

/** Returns the Go type of a kind's objects in kube-apiserver. */
function goType({ isCustom, group, kind }: ServedResource): string {
  if (isCustom) return '*unstructured.Unstructured';
  return `*${group === '' ? 'core' : (group.split('.')[0] ?? '')}.${kind}`;
}

function notAcceptable(message: string): ApiError {
  return statusError(406, 'NotAcceptable', message);
}
