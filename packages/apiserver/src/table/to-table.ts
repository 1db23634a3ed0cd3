import { isJsonObject, type JsonObject, type JsonValue, type WorkBudget } from '@vmgen/base/json';
import type { ServedResource } from '../resource/served-resource.js';
import { toListMeta, toPartialObjectMetadata } from './partial-object-metadata.js';
import type { TableColumn } from './column.js';
import { isScale, scaleColumns, tableColumns } from './table-columns.js';

/** The part of each object that a row contains (query parameter `includeObject`). */
type IncludeObject = 'None' | 'Metadata' | 'Object';

export interface TableOptions {
  /** Defaults to Metadata. */
  readonly includeObject?: IncludeObject;
  /** The time to which ages are computed, in epoch milliseconds. */
  readonly now: number;
  /** The work budget of the request. Each value that a column reads is a step. */
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
 * Converts an object or list to a meta.k8s.io Table, which kubectl prints.
 *
 * @throws WorkLimitError if the columns of the objects cost too much
 */
export function toTable(
  resource: ServedResource,
  objectOrList: JsonObject,
  version: 'v1' | 'v1beta1',
  options: TableOptions,
): JsonObject {
  const { includeObject = 'Metadata', withColumns = true } = options;
  const columns = isScale(objectOrList)
    ? scaleColumns(resource)
    : (options.columns ?? tableColumns(resource));
  const items = objectOrList['items'];
  const objects = Array.isArray(items) ? items.filter(isJsonObject) : [objectOrList];
  return {
    kind: 'Table',
    apiVersion: `meta.k8s.io/${version}`,
    metadata: toListMeta(objectOrList['metadata']),
    columnDefinitions: withColumns
      ? columns.map(({ name, type, format, description, priority }) => ({
          name,
          type,
          format,
          description,
          priority,
        }))
      : null,
    rows: objects.map((object) => ({
      cells: columns.map((column) => column.cell(object, options.now, options.work)),
      object: rowObject(object, includeObject, version),
    })),
  };
}

function rowObject(object: JsonObject, part: IncludeObject, version: 'v1' | 'v1beta1'): JsonValue {
  switch (part) {
    case 'None':
      return null;
    case 'Object':
      return object;
    case 'Metadata':
      return toPartialObjectMetadata(object, version);
  }
}
