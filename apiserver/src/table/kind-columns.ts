import { NAME_COLUMN } from './common-columns.js';
import type { TableColumn } from './table-column.js';
import * as cluster from './cluster-columns.js';
import { CREATED_AT } from './column.js';
import * as network from './network-columns.js';
import { POD_COLUMNS } from './pod-columns.js';
import * as workload from './workload-columns.js';

/** The columns of kinds for which kube-apiserver has no specific ones. */
const CREATED: readonly TableColumn[] = [NAME_COLUMN, CREATED_AT];

/** The columns of the built-in kinds, by plural and group (pkg/printers/internalversion). */
export const KIND_COLUMNS: Readonly<Record<string, readonly TableColumn[]>> = {
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
