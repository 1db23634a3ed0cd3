import { isJsonObject, type JsonObject, type JsonValue, type WorkBudget } from '@vmgen/base/json';
import type { ServedResource } from '../resource/served-resource.js';
import { toPartialObjectMetadata } from './partial-object-metadata.js';
import type { TableColumn } from './column.js';
import { tableColumns } from './table-columns.js';
import { SCALE_COLUMNS } from './workload-columns.js';

/**
 * The part of each object that a row contains (query parameter `includeObject`). Defaults to
 * Metadata.
 */
export type IncludeObject = 'None' | 'Metadata' | 'Object';

export interface TableOptions {
  readonly version: 'v1' | 'v1beta1';
  readonly includeObject: IncludeObject;
  /** The time to which ages are computed, in epoch milliseconds. */
  readonly now: number;
  /** False for the second and later events of a watch. */
  readonly withColumns: boolean;
  /** The work budget of the request. Each value that a column reads is a step. */
  readonly work: WorkBudget;
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
  options: TableOptions,
): JsonObject {
  const isScale = objectOrList['kind'] === 'Scale' && !resource.isCustom;
  const columns = isScale ? SCALE_COLUMNS : (options.columns ?? tableColumns(resource));
  const items = objectOrList['items'];
  const objects = Array.isArray(items) ? items.filter(isJsonObject) : [objectOrList];
  return {
    kind: 'Table',
    apiVersion: `meta.k8s.io/${options.version}`,
    metadata: listMetadata(objectOrList),
    columnDefinitions: options.withColumns
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
      object: rowObject(object, options),
    })),
  };
}

function listMetadata(objectOrList: JsonObject): JsonObject {
  const metadata = objectOrList['metadata'];
  const result: JsonObject = {};
  if (!isJsonObject(metadata)) return result;
  for (const key of ['resourceVersion', 'continue', 'remainingItemCount']) {
    const value = metadata[key];
    if (value !== undefined && value !== '') result[key] = value;
  }
  return result;
}

function rowObject(object: JsonObject, options: TableOptions): JsonValue {
  switch (options.includeObject) {
    case 'None':
      return null;
    case 'Object':
      return object;
    case 'Metadata':
      return toPartialObjectMetadata(object, options.version);
  }
}
