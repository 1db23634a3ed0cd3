import {
  mutatingAdmissionPolicyStrategy,
  mutatingPolicyBindingStrategy,
  validatingAdmissionPolicyStrategy,
  validatingPolicyBindingStrategy,
} from './admission-policy.js';
import { autoscalerV1Strategy } from './autoscaler-v1.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { certificateSigningRequestStrategy } from './certificate-signing-request.js';
import {
  csiNodeStrategy,
  flowSchemaStrategy,
  priorityLevelStrategy,
  volumeAttributesClassStrategy,
} from './component-kinds.js';
import { configMapStrategy } from './config-map.js';
import { cronJobStrategy } from './cron-job.js';
import { csiDriverStrategy } from './csi-driver.js';
import { daemonSetStrategy } from './daemon-set.js';
import { deploymentStrategy } from './deployment.js';
import { endpointSliceStrategy } from './endpoint-slice.js';
import { endpointsStrategy } from './endpoints.js';
import { coreEventStrategy, eventStrategy } from './event.js';
import { horizontalPodAutoscalerStrategy } from './horizontal-pod-autoscaler.js';
import { ingressStrategy } from './ingress.js';
import { ingressClassStrategy } from './ingress-class.js';
import { jobStrategy } from './job.js';
import { leaseStrategy } from './lease.js';
import { limitRangeStrategy } from './limit-range.js';
import { namespaceStrategy } from './namespace.js';
import { apiServiceStrategy, PATH_SEGMENT } from './named-by-rules.js';
import { networkPolicyStrategy } from './network-policy.js';
import { nodeStrategy } from './node.js';
import { persistentVolumeClaimStrategy } from './persistent-volume-claim.js';
import { persistentVolumeStrategy } from './persistent-volume.js';
import {
  podCertificateRequestBetaStrategy,
  podCertificateRequestStrategy,
} from './pod-certificate-request.js';
import { podDisruptionBudgetStrategy } from './pod-disruption-budget.js';
import { podStrategy } from './pod.js';
import { podTemplateStrategy } from './pod-template.js';
import { priorityClassStrategy } from './priority-class.js';
import {
  clusterRoleBindingStrategy,
  clusterRoleStrategy,
  roleBindingStrategy,
  roleStrategy,
} from './rbac.js';
import { replicaSetStrategy } from './replica-set.js';
import { resourceClaimStrategy, resourceClaimTemplateStrategy } from './resource-claim.js';
import { replicationControllerStrategy } from './replication-controller.js';
import { runtimeClassStrategy } from './runtime-class.js';
import { secretStrategy } from './secret.js';
import { serviceCidrStrategy } from './service-cidr.js';
import { serviceStrategy } from './service.js';
import { statefulSetStrategy } from './stateful-set.js';
import { storageClassStrategy } from './storage-class.js';
import { mutatingWebhookStrategy, validatingWebhookStrategy } from './webhook-configuration.js';
import { isJsonObject } from '@vmgen/base/json';
import { selectorIn } from '../../resource/label-selector.js';

/** Kinds whose scale subresource shows `spec.replicas` and `spec.selector`. */
const SCALED: BuiltInStrategy = {
  scale: {
    specReplicasPath: '.spec.replicas',
    statusReplicasPath: '.status.replicas',
    selectorOf: ({ spec }) =>
      selectorIn(isJsonObject(spec) ? spec['selector'] : undefined)?.toString() ?? '',
  },
};

/** The strategies by group and version (`v1` for the core group) and kind. */
const STRATEGIES: Readonly<Record<string, Readonly<Record<string, BuiltInStrategy>>>> = {
  v1: {
    ConfigMap: configMapStrategy,
    Endpoints: endpointsStrategy,
    Event: coreEventStrategy,
    LimitRange: limitRangeStrategy,
    Namespace: namespaceStrategy,
    Node: nodeStrategy,
    PersistentVolume: persistentVolumeStrategy,
    PersistentVolumeClaim: persistentVolumeClaimStrategy,
    Pod: podStrategy,
    PodTemplate: podTemplateStrategy,
    ReplicationController: { ...SCALED, ...replicationControllerStrategy },
    Secret: secretStrategy,
    Service: serviceStrategy,
    ServiceAccount: { returnsDeleted: true },
  },
  'admissionregistration.k8s.io/v1': {
    MutatingAdmissionPolicy: mutatingAdmissionPolicyStrategy,
    MutatingAdmissionPolicyBinding: mutatingPolicyBindingStrategy,
    MutatingWebhookConfiguration: mutatingWebhookStrategy,
    ValidatingAdmissionPolicy: validatingAdmissionPolicyStrategy,
    ValidatingAdmissionPolicyBinding: validatingPolicyBindingStrategy,
    ValidatingWebhookConfiguration: validatingWebhookStrategy,
  },
  'apiregistration.k8s.io/v1': { APIService: apiServiceStrategy },
  'apps/v1': {
    DaemonSet: daemonSetStrategy,
    Deployment: { ...SCALED, ...deploymentStrategy },
    ReplicaSet: { ...SCALED, ...replicaSetStrategy },
    StatefulSet: { ...SCALED, ...statefulSetStrategy },
  },
  'autoscaling/v1': { HorizontalPodAutoscaler: autoscalerV1Strategy },
  'autoscaling/v2': { HorizontalPodAutoscaler: horizontalPodAutoscalerStrategy },
  'batch/v1': { CronJob: cronJobStrategy, Job: jobStrategy },
  'certificates.k8s.io/v1': {
    CertificateSigningRequest: { ...PATH_SEGMENT, ...certificateSigningRequestStrategy },
    ClusterTrustBundle: PATH_SEGMENT,
    PodCertificateRequest: podCertificateRequestStrategy,
  },
  'certificates.k8s.io/v1beta1': {
    ClusterTrustBundle: PATH_SEGMENT,
    PodCertificateRequest: podCertificateRequestBetaStrategy,
  },
  'coordination.k8s.io/v1': { Lease: leaseStrategy },
  'discovery.k8s.io/v1': { EndpointSlice: endpointSliceStrategy },
  'events.k8s.io/v1': { Event: eventStrategy },
  'flowcontrol.apiserver.k8s.io/v1': {
    FlowSchema: flowSchemaStrategy,
    PriorityLevelConfiguration: priorityLevelStrategy,
  },
  'networking.k8s.io/v1': {
    Ingress: ingressStrategy,
    IngressClass: ingressClassStrategy,
    IPAddress: PATH_SEGMENT,
    NetworkPolicy: networkPolicyStrategy,
    ServiceCIDR: serviceCidrStrategy,
  },
  'node.k8s.io/v1': { RuntimeClass: runtimeClassStrategy },
  'policy/v1': { PodDisruptionBudget: { ...PATH_SEGMENT, ...podDisruptionBudgetStrategy } },
  'resource.k8s.io/v1': {
    ResourceClaim: resourceClaimStrategy,
    ResourceClaimTemplate: resourceClaimTemplateStrategy,
  },
  'rbac.authorization.k8s.io/v1': {
    ClusterRole: clusterRoleStrategy,
    ClusterRoleBinding: clusterRoleBindingStrategy,
    Role: roleStrategy,
    RoleBinding: roleBindingStrategy,
  },
  'scheduling.k8s.io/v1': { PriorityClass: priorityClassStrategy },
  // The group of a migration's resource is required, and the core group is empty.
  'storagemigration.k8s.io/v1': { StorageVersionMigration: { validatesSchema: false } },
  'storagemigration.k8s.io/v1beta1': { StorageVersionMigration: { validatesSchema: false } },
  'storage.k8s.io/v1': {
    CSIDriver: csiDriverStrategy,
    CSINode: csiNodeStrategy,
    StorageClass: storageClassStrategy,
    VolumeAttributesClass: volumeAttributesClassStrategy,
  },
};

/** Returns undefined for a kind without a strategy. */
export function strategyOf(
  group: string,
  version: string,
  kind: string,
): BuiltInStrategy | undefined {
  return STRATEGIES[group === '' ? version : `${group}/${version}`]?.[kind];
}
