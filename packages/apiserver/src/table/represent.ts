import type { ApiError } from '@vmgen/runtime';
import { isJsonObject, type JsonObject, type WorkBudget } from '@vmgen/base/json';
import type { ServedResource } from '../resource/served-resource.js';
import { plainServerError, statusError } from '../errors/status-error.js';
import type { Representation } from './negotiate-representation.js';
import { toListMeta, toPartialObjectMetadata } from './partial-object-metadata.js';
import type { TableColumn } from './column.js';
import { toTable, type IncludeObject } from './to-table.js';

export interface RepresentOptions {
  /** The query parameter `includeObject`. Defaults to Metadata. */
  readonly includeObject?: IncludeObject;
  /** The time to which ages are computed, in epoch milliseconds. */
  readonly now: number;
  /** The work budget of the request. */
  readonly work: WorkBudget;
  /**
   * Whether to include the column definitions. False for the second and later events of a watch.
   * Defaults to true.
   */
  readonly withColumns?: boolean;
  /** The columns of the resource, if the caller creates many tables. */
  readonly columns?: readonly TableColumn[];
}

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
  options: RepresentOptions,
): JsonObject {
  const { as, version } = representation;
  if (as === undefined || objectOrList['kind'] === 'Status') return objectOrList;
  if (as === 'Table') {
    return toTable(resource, objectOrList, {
      version,
      includeObject: options.includeObject ?? 'Metadata',
      now: options.now,
      work: options.work,
      withColumns: options.withColumns ?? true,
      ...(options.columns === undefined ? {} : { columns: options.columns }),
    });
  }
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
    if (resource.isCustom) throw plainServerError('content is not a list');
    throw notAcceptable(
      `you requested PartialObjectMetadataList, but the requested object is not a list (${goType(resource)})`,
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
