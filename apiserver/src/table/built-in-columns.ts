import * as cluster from './cluster-columns.js';
import * as network from './network-columns.js';
import * as workload from './workload-columns.js';
import type { ServedResource } from '../resource/served-resource.js';
import { column, objectsAt, stringAt, stringsAt, wideColumn, CREATED_AT } from './column.js';
import { AGE_COLUMN, CREATED_DESCRIPTION, NAME_COLUMN } from './common-columns.js';
import { EVENT_COLUMNS } from './event-columns.js';
import type { TableColumn } from './table-column.js';
import { POD_COLUMNS } from './pod-columns.js';

/** The columns of kinds for which kube-apiserver has no specific ones. */
const CREATED: readonly TableColumn[] = [NAME_COLUMN, CREATED_AT];

/** The columns of the built-in kinds, by plural and group (pkg/printers/internalversion). */
const KIND_COLUMNS: Readonly<Record<string, readonly TableColumn[]>> = {
  'configmaps.': cluster.CONFIG_MAP_COLUMNS,
  'endpoints.': network.ENDPOINTS_COLUMNS,
  'limitranges.': CREATED,
  'nodes.': cluster.NODE_COLUMNS,
  'persistentvolumeclaims.': cluster.CLAIM_COLUMNS,
  'persistentvolumes.': cluster.VOLUME_COLUMNS,
  'pods.': POD_COLUMNS,
  'podtemplates.': workload.POD_TEMPLATE_COLUMNS,
  'replicationcontrollers.': workload.REPLICA_SET_COLUMNS,
  'resourcequotas.': cluster.QUOTA_COLUMNS,
  'secrets.': cluster.SECRET_COLUMNS,
  'serviceaccounts.': cluster.PLAIN_COLUMNS,
  'services.': network.SERVICE_COLUMNS,
  'mutatingwebhookconfigurations.admissionregistration.k8s.io': cluster.WEBHOOK_COLUMNS,
  'validatingwebhookconfigurations.admissionregistration.k8s.io': cluster.WEBHOOK_COLUMNS,
  'controllerrevisions.apps': workload.CONTROLLER_REVISION_COLUMNS,
  'daemonsets.apps': workload.DAEMON_SET_COLUMNS,
  'deployments.apps': workload.DEPLOYMENT_COLUMNS,
  'replicasets.apps': workload.REPLICA_SET_COLUMNS,
  'statefulsets.apps': workload.STATEFUL_SET_COLUMNS,
  'horizontalpodautoscalers.autoscaling': workload.AUTOSCALER_COLUMNS,
  'cronjobs.batch': workload.CRON_JOB_COLUMNS,
  'jobs.batch': workload.JOB_COLUMNS,
  'endpointslices.discovery.k8s.io': network.ENDPOINT_SLICE_COLUMNS,
  'ingressclasses.networking.k8s.io': network.INGRESS_CLASS_COLUMNS,
  'ingresses.networking.k8s.io': network.INGRESS_COLUMNS,
  'networkpolicies.networking.k8s.io': network.NETWORK_POLICY_COLUMNS,
  'runtimeclasses.node.k8s.io': cluster.RUNTIME_CLASS_COLUMNS,
  'poddisruptionbudgets.policy': workload.DISRUPTION_BUDGET_COLUMNS,
  'clusterrolebindings.rbac.authorization.k8s.io': cluster.BINDING_COLUMNS,
  'clusterroles.rbac.authorization.k8s.io': CREATED,
  'rolebindings.rbac.authorization.k8s.io': cluster.BINDING_COLUMNS,
  'roles.rbac.authorization.k8s.io': CREATED,
  'priorityclasses.scheduling.k8s.io': cluster.PRIORITY_CLASS_COLUMNS,
  'storageclasses.storage.k8s.io': cluster.STORAGE_CLASS_COLUMNS,
  'storageversionmigrations.storagemigration.k8s.io': cluster.STORAGE_VERSION_MIGRATION_COLUMNS,
};

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
