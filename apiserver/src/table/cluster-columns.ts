import type { JsonObject } from '@vmgen/base/json';
import { AGE_COLUMN, NAME_COLUMN } from './common-columns.js';
import type { TableColumn } from './table-column.js';
import {
  column,
  countColumn,
  numberAt,
  objectsAt,
  orNone,
  sizeAt,
  stringAt,
  stringsAt,
  valueAt,
  wideColumn,
} from './column.js';

/** core/v1 ConfigMap. */
export const CONFIG_MAP_COLUMNS: readonly TableColumn[] = [
  NAME_COLUMN,
  column('Data', (object) => sizeAt(object, 'data') + sizeAt(object, 'binaryData')),
  AGE_COLUMN,
];

/** core/v1 Secret. */
export const SECRET_COLUMNS: readonly TableColumn[] = [
  NAME_COLUMN,
  column('Type', (object) => stringAt(object, 'type')),
  column('Data', (object) => sizeAt(object, 'data')),
  AGE_COLUMN,
];

/** core/v1 ServiceAccount, and other kinds with only these columns. */
export const PLAIN_COLUMNS: readonly TableColumn[] = [NAME_COLUMN, AGE_COLUMN];

/** storagemigration.k8s.io StorageVersionMigration. */
export const STORAGE_VERSION_MIGRATION_COLUMNS: readonly TableColumn[] = [
  { ...NAME_COLUMN, format: '' },
  column('Resource', (object) =>
    ['resource', 'group']
      .map((part) => stringAt(object, 'spec', 'resource', part))
      .filter((part) => part !== '')
      .join('.'),
  ),
  column('Status', (object) => {
    const holding = objectsAt(object, 'status', 'conditions').filter(
      (it) => it['status'] === 'True' && MIGRATION_STATES.has(it['type'] ?? ''),
    );
    return holding.at(-1)?.['type'] ?? 'Unknown';
  }),
];

const MIGRATION_STATES: ReadonlySet<unknown> = new Set(['Running', 'Succeeded', 'Failed']);

const ROLE_LABEL = 'node-role.kubernetes.io/';

/** core/v1 Node. */
export const NODE_COLUMNS: readonly TableColumn[] = [
  NAME_COLUMN,
  column('Status', nodeStatus),
  column('Roles', (object) => {
    const labels = valueAt(object, 'metadata', 'labels') ?? {};
    const roles = Object.keys(labels).flatMap((name) => {
      if (name.startsWith(ROLE_LABEL)) return name.slice(ROLE_LABEL.length) || [];
      return name === 'kubernetes.io/role'
        ? stringAt(object, 'metadata', 'labels', name) || []
        : [];
    });
    return orNone([...new Set(roles)].sort().join(','));
  }),
  AGE_COLUMN,
  column('Version', (object) => stringAt(object, 'status', 'nodeInfo', 'kubeletVersion')),
  wideColumn('Internal-IP', (object) => nodeAddress(object, 'InternalIP')),
  wideColumn('External-IP', (object) => nodeAddress(object, 'ExternalIP')),
  ...(
    [
      ['OS-Image', 'osImage'],
      ['Kernel-Version', 'kernelVersion'],
      ['Container-Runtime', 'containerRuntimeVersion'],
    ] as const
  ).map(([name, field]) =>
    wideColumn(name, (object) => stringAt(object, 'status', 'nodeInfo', field) || '<unknown>'),
  ),
];

function nodeStatus(object: JsonObject): string {
  const ready = objectsAt(object, 'status', 'conditions').find((it) => it['type'] === 'Ready');
  const state = ready === undefined ? 'Unknown' : ready['status'] === 'True' ? 'Ready' : 'NotReady';
  const isCordoned = valueAt(object, 'spec', 'unschedulable') === true;
  return isCordoned ? `${state},SchedulingDisabled` : state;
}

function nodeAddress(object: JsonObject, type: string): string {
  const found = objectsAt(object, 'status', 'addresses').find((it) => it['type'] === type);
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

const VOLUME_MODE = wideColumn(
  'VolumeMode',
  (object) => stringAt(object, 'spec', 'volumeMode') || '<unset>',
);
const ATTRIBUTES_CLASS = column(
  'VolumeAttributesClass',
  (object) => stringAt(object, 'spec', 'volumeAttributesClassName') || '<unset>',
);

/** An object that is being deleted is `Terminating`. */
const phaseOf = (object: JsonObject): string =>
  stringAt(object, 'metadata', 'deletionTimestamp') === ''
    ? stringAt(object, 'status', 'phase')
    : 'Terminating';

/** core/v1 PersistentVolumeClaim. */
export const CLAIM_COLUMNS: readonly TableColumn[] = [
  NAME_COLUMN,
  column('Status', phaseOf),
  column('Volume', (object) => stringAt(object, 'spec', 'volumeName')),
  column('Capacity', (object) =>
    isPlaced(object) ? stringAt(object, 'status', 'capacity', 'storage') : '',
  ),
  column('Access Modes', (object) =>
    isPlaced(object) ? modesText(stringsAt(object, 'status', 'accessModes')) : '',
  ),
  column('StorageClass', (object) => stringAt(object, 'spec', 'storageClassName')),
  ATTRIBUTES_CLASS,
  AGE_COLUMN,
  VOLUME_MODE,
];

/** The capacity of a claim is known after a volume is bound. */
const isPlaced = (object: JsonObject): boolean => stringAt(object, 'spec', 'volumeName') !== '';

/** core/v1 PersistentVolume. */
export const VOLUME_COLUMNS: readonly TableColumn[] = [
  NAME_COLUMN,
  column('Capacity', (object) => stringAt(object, 'spec', 'capacity', 'storage')),
  column('Access Modes', (object) => modesText(stringsAt(object, 'spec', 'accessModes'))),
  column('Reclaim Policy', (object) => stringAt(object, 'spec', 'persistentVolumeReclaimPolicy')),
  column('Status', phaseOf),
  column('Claim', (object) => {
    const [namespace, name] = ['namespace', 'name'].map((it) =>
      stringAt(object, 'spec', 'claimRef', it),
    );
    const isClaimed = valueAt(object, 'spec', 'claimRef') !== undefined;
    return isClaimed ? `${namespace ?? ''}/${name ?? ''}` : '';
  }),
  column('StorageClass', (object) => stringAt(object, 'spec', 'storageClassName')),
  ATTRIBUTES_CLASS,
  column('Reason', (object) => stringAt(object, 'status', 'reason')),
  AGE_COLUMN,
  VOLUME_MODE,
];

/** storage StorageClass. */
export const STORAGE_CLASS_COLUMNS: readonly TableColumn[] = [
  {
    ...NAME_COLUMN,
    cell: (object) => {
      const key = 'storageclass.kubernetes.io/is-default-class';
      const isDefault = stringAt(object, 'metadata', 'annotations', key) === 'true';
      return stringAt(object, 'metadata', 'name') + (isDefault ? ' (default)' : '');
    },
  },
  column('Provisioner', (object) => stringAt(object, 'provisioner')),
  column('ReclaimPolicy', (object) => stringAt(object, 'reclaimPolicy') || 'Delete'),
  column('VolumeBindingMode', (object) => stringAt(object, 'volumeBindingMode') || '<unset>'),
  column('AllowVolumeExpansion', (object) => valueAt(object, 'allowVolumeExpansion') === true),
  AGE_COLUMN,
];

/** scheduling PriorityClass. */
export const PRIORITY_CLASS_COLUMNS: readonly TableColumn[] = [
  NAME_COLUMN,
  countColumn('Value', (object) => numberAt(object, 'value')),
  column('Global-Default', (object) => valueAt(object, 'globalDefault') === true, {
    type: 'boolean',
  }),
  AGE_COLUMN,
  column('PreemptionPolicy', (object) => stringAt(object, 'preemptionPolicy')),
];

/** core/v1 ResourceQuota. */
export const QUOTA_COLUMNS: readonly TableColumn[] = [
  NAME_COLUMN,
  column('Request', (object) => quotaText(object, (name) => !name.startsWith('limits.'))),
  column('Limit', (object) => quotaText(object, (name) => name.startsWith('limits.'))),
  AGE_COLUMN,
];

function quotaText(object: JsonObject, isShown: (name: string) => boolean): string {
  return Object.keys(valueAt(object, 'status', 'hard') ?? {})
    .sort()
    .filter(isShown)
    .map((name) => {
      const used = stringAt(object, 'status', 'used', name) || '0';
      return `${name}: ${used}/${stringAt(object, 'status', 'hard', name)}`;
    })
    .join(', ');
}

/** rbac RoleBinding and ClusterRoleBinding. */
export const BINDING_COLUMNS: readonly TableColumn[] = [
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
  objectsAt(object, 'subjects')
    .filter((subject) => subject['kind'] === kind)
    .map((subject) => {
      const name = stringAt(subject, 'name');
      return kind === 'ServiceAccount' ? `${stringAt(subject, 'namespace')}/${name}` : name;
    })
    .join(', ');

/** admissionregistration ValidatingWebhookConfiguration and MutatingWebhookConfiguration. */
export const WEBHOOK_COLUMNS: readonly TableColumn[] = [
  NAME_COLUMN,
  countColumn('Webhooks', (object) => sizeAt(object, 'webhooks')),
  AGE_COLUMN,
];

/** node RuntimeClass. */
export const RUNTIME_CLASS_COLUMNS: readonly TableColumn[] = [
  NAME_COLUMN,
  column('Handler', (object) => stringAt(object, 'handler')),
  AGE_COLUMN,
];
