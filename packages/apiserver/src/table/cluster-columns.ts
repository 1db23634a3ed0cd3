import type { JsonObject } from '@vmgen/base/json';
import {
  AGE_COLUMN,
  CREATED_AT,
  CREATED_DESCRIPTION,
  NAME_COLUMN,
  type TableColumn,
  column,
  countColumn,
  hasCondition,
  orNone,
  sizeAt,
  stringAt,
  wideColumn,
  columnOr,
  wideColumnOr,
} from './column.js';
import { getObjects, getStrings, getValue } from '../built-in/strategies/fields.js';

const MIGRATION_STATES: ReadonlySet<unknown> = new Set(['Running', 'Succeeded', 'Failed']);

const ROLE_LABEL = 'node-role.kubernetes.io/';

function nodeStatus(object: JsonObject): string {
  const ready = getObjects(object, 'status', 'conditions').find((it) => it['type'] === 'Ready');
  const state = ready === undefined ? 'Unknown' : ready['status'] === 'True' ? 'Ready' : 'NotReady';
  const isCordoned = getValue(object, 'spec', 'unschedulable') === true;
  return isCordoned ? `${state},SchedulingDisabled` : state;
}

function nodeAddress(object: JsonObject, type: string): string {
  const found = getObjects(object, 'status', 'addresses').find((it) => it['type'] === type);
  return orNone(found === undefined ? '' : stringAt(found, 'address'));
}

const ACCESS_MODES: Readonly<Record<string, string>> = {
  ReadWriteOnce: 'RWO',
  ReadOnlyMany: 'ROX',
  ReadWriteMany: 'RWX',
  ReadWriteOncePod: 'RWOP',
};

const modesText = (modes: readonly string[]): string =>
  Object.entries(ACCESS_MODES)
    .flatMap(([mode, short]) => (modes.includes(mode) ? short : []))
    .join(',');

const VOLUME_MODE = wideColumnOr('<unset>', 'VolumeMode', 'spec.volumeMode');
const ATTRIBUTES_CLASS = columnOr(
  '<unset>',
  'VolumeAttributesClass',
  'spec.volumeAttributesClassName',
);

/** An object that is being deleted is `Terminating`. */
const phaseOf = (object: JsonObject): string =>
  stringAt(object, 'metadata', 'deletionTimestamp') === ''
    ? stringAt(object, 'status', 'phase')
    : 'Terminating';

/** The capacity of a claim is known after a volume is bound. */
const isPlaced = (object: JsonObject): boolean => stringAt(object, 'spec', 'volumeName') !== '';

function quotaText(object: JsonObject, isShown: (name: string) => boolean): string {
  return Object.keys(getValue(object, 'status', 'hard') ?? {})
    .sort()
    .filter(isShown)
    .map((name) => {
      const used = stringAt(object, 'status', 'used', name) || '0';
      return `${name}: ${used}/${stringAt(object, 'status', 'hard', name)}`;
    })
    .join(', ');
}

/** rbac RoleBinding and ClusterRoleBinding. */
const BINDING_COLUMNS: readonly TableColumn[] = [
  NAME_COLUMN,
  column(
    'Role',
    (object) => `${stringAt(object, 'roleRef', 'kind')}/${stringAt(object, 'roleRef', 'name')}`,
  ),
  AGE_COLUMN,
  wideColumn('Users', (object) => subjectsText(object, 'User')),
  wideColumn('Groups', (object) => subjectsText(object, 'Group')),
  wideColumn('ServiceAccounts', (object) => subjectsText(object, 'ServiceAccount')),
];

const subjectsText = (object: JsonObject, kind: string): string =>
  getObjects(object, 'subjects')
    .filter((subject) => subject['kind'] === kind)
    .map((subject) => {
      const name = stringAt(subject, 'name');
      return kind === 'ServiceAccount' ? `${stringAt(subject, 'namespace')}/${name}` : name;
    })
    .join(', ');

/** The columns of kinds for which kube-apiserver has no specific ones. */
const CREATED: readonly TableColumn[] = [NAME_COLUMN, CREATED_AT];

/** The columns of the kinds of the cluster, its storage and its configuration, by plural and group. */
export const CLUSTER_COLUMNS: Readonly<Record<string, readonly TableColumn[]>> = {
  'configmaps.': [
    NAME_COLUMN,
    column('Data', (object) => sizeAt(object, 'data') + sizeAt(object, 'binaryData')),
    AGE_COLUMN,
  ],
  'secrets.': [
    NAME_COLUMN,
    column('Type', 'type'),
    column('Data', (object) => sizeAt(object, 'data')),
    AGE_COLUMN,
  ],
  'serviceaccounts.': [NAME_COLUMN, AGE_COLUMN],
  'nodes.': [
    NAME_COLUMN,
    column('Status', nodeStatus),
    column('Roles', (object) => {
      const labels = getValue(object, 'metadata', 'labels') ?? {};
      const roles = Object.keys(labels).flatMap((name) => {
        if (name.startsWith(ROLE_LABEL)) return name.slice(ROLE_LABEL.length) || [];
        return name === 'kubernetes.io/role'
          ? stringAt(object, 'metadata', 'labels', name) || []
          : [];
      });
      return orNone([...new Set(roles)].sort().join(','));
    }),
    AGE_COLUMN,
    column('Version', 'status.nodeInfo.kubeletVersion'),
    wideColumn('Internal-IP', (object) => nodeAddress(object, 'InternalIP')),
    wideColumn('External-IP', (object) => nodeAddress(object, 'ExternalIP')),
    wideColumnOr('<unknown>', 'OS-Image', 'status.nodeInfo.osImage'),
    wideColumnOr('<unknown>', 'Kernel-Version', 'status.nodeInfo.kernelVersion'),
    wideColumnOr('<unknown>', 'Container-Runtime', 'status.nodeInfo.containerRuntimeVersion'),
  ],
  'persistentvolumeclaims.': [
    NAME_COLUMN,
    column('Status', phaseOf),
    column('Volume', 'spec.volumeName'),
    column('Capacity', (object) =>
      isPlaced(object) ? stringAt(object, 'status', 'capacity', 'storage') : '',
    ),
    column('Access Modes', (object) =>
      isPlaced(object) ? modesText(getStrings(object, 'status', 'accessModes')) : '',
    ),
    column('StorageClass', 'spec.storageClassName'),
    ATTRIBUTES_CLASS,
    AGE_COLUMN,
    VOLUME_MODE,
  ],
  'persistentvolumes.': [
    NAME_COLUMN,
    column('Capacity', 'spec.capacity.storage'),
    column('Access Modes', (object) => modesText(getStrings(object, 'spec', 'accessModes'))),
    column('Reclaim Policy', 'spec.persistentVolumeReclaimPolicy'),
    column('Status', phaseOf),
    column('Claim', (object) => {
      const [namespace, name] = ['namespace', 'name'].map((it) =>
        stringAt(object, 'spec', 'claimRef', it),
      );
      const isClaimed = getValue(object, 'spec', 'claimRef') !== undefined;
      return isClaimed ? `${namespace ?? ''}/${name ?? ''}` : '';
    }),
    column('StorageClass', 'spec.storageClassName'),
    ATTRIBUTES_CLASS,
    column('Reason', 'status.reason'),
    AGE_COLUMN,
    VOLUME_MODE,
  ],
  'resourcequotas.': [
    NAME_COLUMN,
    column('Request', (object) => quotaText(object, (name) => !name.startsWith('limits.'))),
    column('Limit', (object) => quotaText(object, (name) => name.startsWith('limits.'))),
    AGE_COLUMN,
  ],
  'storageversionmigrations.storagemigration.k8s.io': [
    { ...NAME_COLUMN, format: '' },
    column('Resource', (object) =>
      ['resource', 'group']
        .map((part) => stringAt(object, 'spec', 'resource', part))
        .filter((part) => part !== '')
        .join('.'),
    ),
    column('Status', (object) => {
      const holding = getObjects(object, 'status', 'conditions').filter(
        (it) => it['status'] === 'True' && MIGRATION_STATES.has(it['type'] ?? ''),
      );
      return holding.at(-1)?.['type'] ?? 'Unknown';
    }),
  ],
  'storageclasses.storage.k8s.io': [
    {
      ...NAME_COLUMN,
      cell: (object) => {
        const key = 'storageclass.kubernetes.io/is-default-class';
        const isDefault = stringAt(object, 'metadata', 'annotations', key) === 'true';
        return stringAt(object, 'metadata', 'name') + (isDefault ? ' (default)' : '');
      },
    },
    column('Provisioner', 'provisioner'),
    columnOr('Delete', 'ReclaimPolicy', 'reclaimPolicy'),
    columnOr('<unset>', 'VolumeBindingMode', 'volumeBindingMode'),
    column('AllowVolumeExpansion', (object) => getValue(object, 'allowVolumeExpansion') === true),
    AGE_COLUMN,
  ],
  'priorityclasses.scheduling.k8s.io': [
    NAME_COLUMN,
    countColumn('Value', 'value'),
    column('Global-Default', (object) => getValue(object, 'globalDefault') === true, {
      type: 'boolean',
    }),
    AGE_COLUMN,
    column('PreemptionPolicy', 'preemptionPolicy'),
  ],
  'clusterrolebindings.rbac.authorization.k8s.io': BINDING_COLUMNS,
  'rolebindings.rbac.authorization.k8s.io': BINDING_COLUMNS,
  'runtimeclasses.node.k8s.io': [NAME_COLUMN, column('Handler', 'handler'), AGE_COLUMN],
  'namespaces.': [
    NAME_COLUMN,
    column('Status', 'status.phase', {
      description: 'Whether the namespace is in use or on its way out.',
    }),
    AGE_COLUMN,
  ],
  'leases.coordination.k8s.io': [
    NAME_COLUMN,
    column('Holder', 'spec.holderIdentity', { description: 'Who holds the lease.' }),
    AGE_COLUMN,
  ],
  'limitranges.': CREATED,
  'clusterroles.rbac.authorization.k8s.io': CREATED,
  'roles.rbac.authorization.k8s.io': CREATED,
  'customresourcedefinitions.apiextensions.k8s.io': [
    NAME_COLUMN,
    column('Scope', 'spec.scope'),
    column('Versions', (object) =>
      getObjects(object, 'spec', 'versions')
        .filter((version) => version['served'] === true)
        .map(
          (version) =>
            `${stringAt(version, 'name')}${version['storage'] === true ? '(storage)' : ''}`,
        )
        .sort()
        .join(','),
    ),
    column('Created At', 'metadata.creationTimestamp', {
      type: 'date',
      description: CREATED_DESCRIPTION,
    }),
    wideColumn('Group', 'spec.group'),
    wideColumn('Kind', 'spec.names.kind'),
    wideColumn('ShortNames', (object) =>
      getStrings(object, 'spec', 'names', 'shortNames').join(','),
    ),
    column('Established', (object) => hasCondition(object, 'Established'), {
      type: 'boolean',
      priority: 1,
    }),
  ],
};
