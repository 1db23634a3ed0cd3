import { SCALE_VERSION } from '../managed-fields/scale-managers.js';
import type { ServedResource } from '../resource/served-resource.js';
import { ADMISSION_COLUMNS } from './admission-columns.js';
import { CLUSTER_COLUMNS } from './cluster-columns.js';
import { EVENT_COLUMNS } from './event-columns.js';
import { NETWORK_COLUMNS } from './network-columns.js';
import { POD_COLUMNS } from './pod-columns.js';
import { SCALE_COLUMNS, WORKLOAD_COLUMNS } from './workload-columns.js';
import { CREATED_DESCRIPTION, NAME_COLUMN, type TableColumn } from './column.js';
import { parseJsonPath } from '@vmgen/crd/internal';
import { type JsonObject, type JsonValue, goJson, goNumber } from '@vmgen/base/json';
import { humanAge } from '@vmgen/base/text';

/** The columns of the built-in kinds, by plural and group (pkg/printers/internalversion). */
const BUILT_IN: Readonly<Record<string, readonly TableColumn[]>> = {
  ...ADMISSION_COLUMNS,
  ...CLUSTER_COLUMNS,
  ...NETWORK_COLUMNS,
  ...WORKLOAD_COLUMNS,
  'pods.': POD_COLUMNS,
  'events.': EVENT_COLUMNS,
  'events.events.k8s.io': EVENT_COLUMNS,
};

/**
 * Returns the columns of a resource: kube-apiserver's for built-in kinds, otherwise those of the
 * CRD.
 */
export function tableColumns(resource: ServedResource): readonly TableColumn[] {
  const builtIn = BUILT_IN[`${resource.plural}.${resource.group}`];
  if (builtIn !== undefined) return builtIn;
  const defined = resource.columns ?? [];
  const columns = defined.length > 0 ? defined : [AGE];
  return [NAME_COLUMN, ...columns.map(definedColumn)];
}

/** Whether an object is a Scale, which the scale subresource of any kind returns. */
export const isScale = ({ kind, apiVersion }: JsonObject): boolean =>
  kind === 'Scale' && apiVersion === SCALE_VERSION;

/** Returns the columns of the Scale of a resource. */
export function scaleColumns({ isCustom }: ServedResource): readonly TableColumn[] {
  if (!isCustom) return SCALE_COLUMNS;
  const columns = [['Desired', 'spec'] as const, ['Available', 'status'] as const].map(
    ([name, part]) => ({
      name,
      type: 'integer',
      description: `Number of ${part === 'spec' ? 'desired' : 'actual'} replicas`,
      jsonPath: `.${part}.replicas`,
    }),
  );
  return [NAME_COLUMN, ...[...columns, AGE].map(definedColumn)];
}

const AGE = {
  name: 'Age',
  type: 'date',
  description: CREATED_DESCRIPTION,
  jsonPath: '.metadata.creationTimestamp',
};

function definedColumn(column: NonNullable<ServedResource['columns']>[number]): TableColumn {
  const path = parseJsonPath(column.jsonPath);
  return {
    name: column.name,
    type: column.type,
    format: column.format ?? '',
    description:
      column.description ||
      `Custom resource definition column (in JSONPath format): ${column.jsonPath}`,
    priority: column.priority ?? 0,
    cell: (object, now, budget) => {
      const cell = columnCell(column.type, path?.find(object, budget) ?? [], now);
      if (typeof cell === 'string') budget.spend(cell.length);
      return cell;
    },
  };
}

/**
 * Converts the values at a column's path to a cell: only the first match, null if it does not have
 * the column's type (apiextensions' table convertor). A date becomes an age.
 */
export function columnCell(type: string, found: readonly JsonValue[], now: number): JsonValue {
  const value = found[0];
  if (value === undefined || value === null) return null;
  switch (type) {
    case 'string':
      return goText(value);
    case 'integer':
      return integerCell(value);
    case 'number':
      return typeof value === 'number' ? value : typeof value === 'bigint' ? Number(value) : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      return typeof value === 'string' ? humanAge(value, now) : null;
    default:
      return null;
  }
}

function integerCell(value: JsonValue): JsonValue {
  if (typeof value === 'bigint') return value;
  return typeof value === 'number' ? Math.trunc(value) : null;
}

/** Formats a value for a cell: scalars as Go's `%v`, objects and lists as JSON. */
function goText(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return goNumber(value);
  if (value === null || typeof value !== 'object') return String(value);
  return goJson(value);
}
