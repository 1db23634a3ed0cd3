import type { ServedResource } from '../resource/served-resource.js';
import { column, objectsAt, stringAt, stringsAt, wideColumn } from './column.js';
import { AGE_COLUMN, CREATED_DESCRIPTION, NAME_COLUMN } from './common-columns.js';
import { EVENT_COLUMNS } from './event-columns.js';
import { KIND_COLUMNS } from './kind-columns.js';
import type { TableColumn } from './table-column.js';

/** Returns kube-apiserver's columns of a built-in kind; undefined for custom kinds. */
export function builtInColumns(
  resource: Pick<ServedResource, 'group' | 'plural'>,
): readonly TableColumn[] | undefined {
  switch (`${resource.plural}.${resource.group}`) {
    case 'namespaces.':
      return NAMESPACE_COLUMNS;
    case 'leases.coordination.k8s.io':
      return LEASE_COLUMNS;
    case 'events.':
    case 'events.events.k8s.io':
      return EVENT_COLUMNS;
    case 'customresourcedefinitions.apiextensions.k8s.io':
      return CRD_COLUMNS;
    default:
      return KIND_COLUMNS[`${resource.plural}.${resource.group}`];
  }
}

const NAMESPACE_COLUMNS: readonly TableColumn[] = [
  NAME_COLUMN,
  {
    name: 'Status',
    type: 'string',
    format: '',
    description: 'Whether the namespace is in use or on its way out.',
    priority: 0,
    cell: (object) => stringAt(object, 'status', 'phase'),
  },
  AGE_COLUMN,
];

const LEASE_COLUMNS: readonly TableColumn[] = [
  NAME_COLUMN,
  {
    name: 'Holder',
    type: 'string',
    format: '',
    description: 'Who holds the lease.',
    priority: 0,
    cell: (object) => stringAt(object, 'spec', 'holderIdentity'),
  },
  AGE_COLUMN,
];

const CRD_COLUMNS: readonly TableColumn[] = [
  NAME_COLUMN,
  column('Scope', (object) => stringAt(object, 'spec', 'scope')),
  column('Versions', (object) =>
    objectsAt(object, 'spec', 'versions')
      .filter((version) => version['served'] === true)
      .map(
        (version) =>
          `${stringAt(version, 'name')}${version['storage'] === true ? '(storage)' : ''}`,
      )
      .sort()
      .join(','),
  ),
  {
    name: 'Created At',
    type: 'date',
    format: '',
    description: CREATED_DESCRIPTION,
    priority: 0,
    cell: (object) => stringAt(object, 'metadata', 'creationTimestamp'),
  },
  wideColumn('Group', (object) => stringAt(object, 'spec', 'group')),
  wideColumn('Kind', (object) => stringAt(object, 'spec', 'names', 'kind')),
  wideColumn('ShortNames', (object) => stringsAt(object, 'spec', 'names', 'shortNames').join(',')),
  column(
    'Established',
    (object) =>
      objectsAt(object, 'status', 'conditions').some(
        (condition) => condition['type'] === 'Established' && condition['status'] === 'True',
      ),
    { type: 'boolean', priority: 1 },
  ),
];
