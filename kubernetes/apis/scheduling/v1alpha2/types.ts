import type { Condition, Int32, ListMeta, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/**
 * +genclient
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#podgroup-v1alpha2-scheduling-k8s-io
 */
export interface PodGroup extends TypeMeta {
  metadata: ObjectMeta;
  spec: PodGroupSpec;
  status?: PodGroupStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#podgroupspec-v1alpha2-scheduling-k8s-io
 */
export interface PodGroupSpec {
  /** +kubebuilder:default=Pod */
  disruptionMode?: string;
  podGroupTemplateRef?: PodGroupTemplateReference;
  priority?: Int32;
  priorityClassName?: string;
  /**
   * +listType=map
   * +listMapKey=name
   */
  resourceClaims?: PodGroupResourceClaim[];
  schedulingConstraints?: PodGroupSchedulingConstraints;
  schedulingPolicy: PodGroupSchedulingPolicy;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#podgrouptemplatereference-v1alpha2-scheduling-k8s-io
 */
export interface PodGroupTemplateReference {
  workload?: WorkloadPodGroupTemplateReference;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#workloadpodgrouptemplatereference-v1alpha2-scheduling-k8s-io
 */
export interface WorkloadPodGroupTemplateReference {
  podGroupTemplateName: string;
  workloadName: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#podgroupresourceclaim-v1alpha2-scheduling-k8s-io
 */
export interface PodGroupResourceClaim {
  name: string;
  resourceClaimName?: string;
  resourceClaimTemplateName?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#podgroupschedulingconstraints-v1alpha2-scheduling-k8s-io
 */
export interface PodGroupSchedulingConstraints {
  /** +listType=atomic */
  topology?: TopologyConstraint[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#topologyconstraint-v1alpha2-scheduling-k8s-io
 */
export interface TopologyConstraint {
  key: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#podgroupschedulingpolicy-v1alpha2-scheduling-k8s-io
 */
export interface PodGroupSchedulingPolicy {
  basic?: BasicSchedulingPolicy;
  gang?: GangSchedulingPolicy;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#basicschedulingpolicy-v1alpha2-scheduling-k8s-io
 */
export interface BasicSchedulingPolicy {}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#gangschedulingpolicy-v1alpha2-scheduling-k8s-io
 */
export interface GangSchedulingPolicy {
  minCount: Int32;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#podgroupstatus-v1alpha2-scheduling-k8s-io
 */
export interface PodGroupStatus {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
  /**
   * +listType=map
   * +listMapKey=name
   */
  resourceClaimStatuses?: PodGroupResourceClaimStatus[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#podgroupresourceclaimstatus-v1alpha2-scheduling-k8s-io
 */
export interface PodGroupResourceClaimStatus {
  name: string;
  resourceClaimName?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#podgrouplist-v1alpha2-scheduling-k8s-io
 */
export interface PodGroupList extends TypeMeta {
  metadata: ListMeta;
  items: PodGroup[];
}

/**
 * +genclient
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#workload-v1alpha2-scheduling-k8s-io
 */
export interface Workload extends TypeMeta {
  metadata: ObjectMeta;
  spec: WorkloadSpec;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#workloadspec-v1alpha2-scheduling-k8s-io
 */
export interface WorkloadSpec {
  controllerRef?: TypedLocalObjectReference;
  /**
   * +listType=map
   * +listMapKey=name
   */
  podGroupTemplates: PodGroupTemplate[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#typedlocalobjectreference-v1alpha2-scheduling-k8s-io
 */
export interface TypedLocalObjectReference {
  apiGroup?: string;
  kind: string;
  name: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#podgrouptemplate-v1alpha2-scheduling-k8s-io
 */
export interface PodGroupTemplate {
  disruptionMode?: string;
  name: string;
  priority?: Int32;
  priorityClassName?: string;
  /**
   * +listType=map
   * +listMapKey=name
   */
  resourceClaims?: PodGroupResourceClaim[];
  schedulingConstraints?: PodGroupSchedulingConstraints;
  schedulingPolicy: PodGroupSchedulingPolicy;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#workloadlist-v1alpha2-scheduling-k8s-io
 */
export interface WorkloadList extends TypeMeta {
  metadata: ListMeta;
  items: Workload[];
}
