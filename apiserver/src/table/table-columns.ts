import type { ServedResource } from '../resource/served-resource.js';
import { builtInColumns } from './built-in-columns.js';
import { columnCell } from './column-cell.js';
import { CREATED_DESCRIPTION, NAME_COLUMN } from './common-columns.js';
import { parseJsonPath } from '@vmgen/crd/internal';
import type { TableColumn } from './table-column.js';

/**
 * Returns the columns of a resource: kube-apiserver's for built-in kinds, otherwise those of the
 * CRD.
 */
export function tableColumns(resource: ServedResource): readonly TableColumn[] {
  const builtIn = builtInColumns(resource);
  if (builtIn !== undefined) return builtIn;
  const defined = resource.columns ?? [];
  const columns = defined.length > 0 ? defined : [AGE];
  return [NAME_COLUMN, ...columns.map(definedColumn)];
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
    description: column.description ?? `What is at ${column.jsonPath}.`,
    priority: column.priority ?? 0,
    cell: (object, now, budget) => {
      const cell = columnCell(column.type, path?.find(object, budget) ?? [], now);
      if (typeof cell === 'string') budget.spend(cell.length);
      return cell;
    },
  };
}
