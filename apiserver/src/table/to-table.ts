import { isJsonObject, type JsonObject, type JsonValue, type WorkBudget } from '@vmgen/base/json';
import type { ServedResource } from '../resource/served-resource.js';
import { toPartialObjectMetadata } from './partial-object-metadata.js';
import type { TableColumn } from './table-column.js';
import { tableColumns } from './table-columns.js';
import { SCALE_COLUMNS } from './workload-columns.js';

/** What of each object a row carries (query parameter `includeObject`; default Metadata). */
export type IncludeObject = 'None' | 'Metadata' | 'Object';

export interface TableOptions {
  readonly version: 'v1' | 'v1beta1';
  readonly includeObject: IncludeObject;
  /** Ages are counted to this moment, in epoch milliseconds. */
  readonly now: number;
  /** False on a watch from its second event on. */
  readonly withColumns: boolean;
  /** What the request may cost; each value that a column looks at is a step. */
  readonly work: WorkBudget;
  /** The resource's columns, where many tables are made of them. */
  readonly columns?: readonly TableColumn[];
}

/**
 * One object, or a list, as kubectl prints it (meta.k8s.io Table).
 *
 * @throws WorkLimitError where the columns cost too much for so many objects
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
