import type { CustomResourceDefinitionVersion } from '@vmgen/crd';
import { canonical } from './canonical.js';
import type { ReportVersionChange } from './compare-subresources.js';

type Version = CustomResourceDefinitionVersion;

/** What kubectl shows, and what clients select by. */
export function compareTables(old: Version, next: Version, report: ReportVersionChange): void {
  const [before, after] = [columnsOf(old), columnsOf(next)];
  if (canonical(before) !== canonical(after)) {
    const names = (columns: typeof before): string =>
      columns.map(({ name }) => name).join(', ') || 'none';
    const message =
      names(before) === names(after) ? 'other contents' : `${names(before)} -> ${names(after)}`;
    report('columns-changed', `columns: ${message}`, 'additionalPrinterColumns');
  }
  const paths = ({ selectableFields = [] }: Version): string[] =>
    selectableFields.map(({ jsonPath }) => jsonPath);
  for (const path of paths(old)) {
    if (!paths(next).includes(path)) {
      report('selectable-field-removed', `field selector ${path} is gone`, 'selectableFields');
    }
  }
  for (const [index, path] of paths(next).entries()) {
    if (!paths(old).includes(path)) {
      report('selectable-field-added', `field selector ${path}`, 'selectableFields', index);
    }
  }
}

/** A description is for people; an empty format is none. */
const columnsOf = ({ additionalPrinterColumns: columns = [] }: Version) =>
  columns.map(({ description: _, ...column }) => ({
    ...column,
    format: column.format ?? '',
    priority: column.priority ?? 0,
  }));
