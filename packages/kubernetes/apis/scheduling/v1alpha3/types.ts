import type { Condition, Int32, ListMeta, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/**
 * +genclient
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#compositepodgroup-v1alpha3-scheduling-k8s-io
 */
export interface CompositePodGroup extends TypeMeta {
  metadata: ObjectMeta;
  spec: CompositePodGroupSpec;
  status?: CompositePodGroupStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#compositepodgroupspec-v1alpha3-scheduling-k8s-io
 */
export interface CompositePodGroupSpec {
  /** +default={"single":{}} */
  disruptionMode?: CompositeDisruptionMode;
  parentCompositePodGroupName?: string;
  preemptionPolicy?: string;
  priority?: Int32;
  priorityClassName?: string;
  schedulingConstraints?: CompositePodGroupSchedulingConstraints;
  schedulingPolicy: CompositePodGroupSchedulingPolicy;
  workloadRef: WorkloadReference;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#compositedisruptionmode-v1alpha3-scheduling-k8s-io
 */
export interface CompositeDisruptionMode {
  all?: AllCompositeDisruptionMode;
  single?: SingleCompositeDisruptionMode;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#allcompositedisruptionmode-v1alpha3-scheduling-k8s-io
 */
export interface AllCompositeDisruptionMode {}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#singlecompositedisruptionmode-v1alpha3-scheduling-k8s-io
 */
export interface SingleCompositeDisruptionMode {}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#compositepodgroupschedulingconstraints-v1alpha3-scheduling-k8s-io
 */
export interface CompositePodGroupSchedulingConstraints {
  /** +listType=atomic */
  topology?: TopologyConstraint[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#topologyconstraint-v1alpha3-scheduling-k8s-io
 */
export interface TopologyConstraint {
  key: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#compositepodgroupschedulingpolicy-v1alpha3-scheduling-k8s-io
 */
export interface CompositePodGroupSchedulingPolicy {
  basic?: CompositeBasicSchedulingPolicy;
  gang?: CompositeGangSchedulingPolicy;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#compositebasicschedulingpolicy-v1alpha3-scheduling-k8s-io
 */
export interface CompositeBasicSchedulingPolicy {}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#compositegangschedulingpolicy-v1alpha3-scheduling-k8s-io
 */
export interface CompositeGangSchedulingPolicy {
  minGroupCount: Int32;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#workloadreference-v1alpha3-scheduling-k8s-io
 */
export interface WorkloadReference {
  templateName: string;
  workloadName: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#compositepodgroupstatus-v1alpha3-scheduling-k8s-io
 */
export interface CompositePodGroupStatus {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#compositepodgrouplist-v1alpha3-scheduling-k8s-io
 */
export interface CompositePodGroupList extends TypeMeta {
  metadata: ListMeta;
  items: CompositePodGroup[];
}

/**
 * +genclient
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podgroup-v1alpha3-scheduling-k8s-io
 */
export interface PodGroup extends TypeMeta {
  metadata: ObjectMeta;
  spec: PodGroupSpec;
  status?: PodGroupStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podgroupspec-v1alpha3-scheduling-k8s-io
 */
export interface PodGroupSpec {
  /** +default={"single":{}} */
  disruptionMode?: DisruptionMode;
  parentCompositePodGroupName?: string;
  preemptionPolicy?: string;
  priority?: Int32;
  priorityClassName?: string;
  /**
   * +listType=map
   * +listMapKey=name
   */
  resourceClaims?: PodGroupResourceClaim[];
  schedulingConstraints?: PodGroupSchedulingConstraints;
  schedulingPolicy: PodGroupSchedulingPolicy;
  workloadRef?: WorkloadReference;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#disruptionmode-v1alpha3-scheduling-k8s-io
 */
export interface DisruptionMode {
  all?: AllDisruptionMode;
  single?: SingleDisruptionMode;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#alldisruptionmode-v1alpha3-scheduling-k8s-io
 */
export interface AllDisruptionMode {}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#singledisruptionmode-v1alpha3-scheduling-k8s-io
 */
export interface SingleDisruptionMode {}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podgroupresourceclaim-v1alpha3-scheduling-k8s-io
 */
export interface PodGroupResourceClaim {
  name: string;
  resourceClaimName?: string;
  resourceClaimTemplateName?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podgroupschedulingconstraints-v1alpha3-scheduling-k8s-io
 */
export interface PodGroupSchedulingConstraints {
  /** +listType=atomic */
  topology?: TopologyConstraint[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podgroupschedulingpolicy-v1alpha3-scheduling-k8s-io
 */
export interface PodGroupSchedulingPolicy {
  basic?: BasicSchedulingPolicy;
  gang?: GangSchedulingPolicy;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#basicschedulingpolicy-v1alpha3-scheduling-k8s-io
 */
export interface BasicSchedulingPolicy {}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#gangschedulingpolicy-v1alpha3-scheduling-k8s-io
 */
export interface GangSchedulingPolicy {
  minCount: Int32;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podgroupstatus-v1alpha3-scheduling-k8s-io
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
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podgroupresourceclaimstatus-v1alpha3-scheduling-k8s-io
 */
export interface PodGroupResourceClaimStatus {
  name: string;
  resourceClaimName?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podgrouplist-v1alpha3-scheduling-k8s-io
 */
export interface PodGroupList extends TypeMeta {
  metadata: ListMeta;
  items: PodGroup[];
}

/**
 * +genclient
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#workload-v1alpha3-scheduling-k8s-io
 */
export interface Workload extends TypeMeta {
  metadata: ObjectMeta;
  spec: WorkloadSpec;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#workloadspec-v1alpha3-scheduling-k8s-io
 */
export interface WorkloadSpec {
  /**
   * +listType=map
   * +listMapKey=name
   */
  compositePodGroupTemplates?: CompositePodGroupTemplate[];
  controllerRef?: TypedLocalObjectReference;
  /**
   * +listType=map
   * +listMapKey=name
   */
  podGroupTemplates?: PodGroupTemplate[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#compositepodgrouptemplate-v1alpha3-scheduling-k8s-io
 */
export interface CompositePodGroupTemplate {
  /**
   * +listType=map
   * +listMapKey=name
   */
  compositePodGroupTemplates?: CompositePodGroupTemplate[];
  disruptionMode?: CompositeDisruptionMode;
  name: string;
  /**
   * +listType=map
   * +listMapKey=name
   */
  podGroupTemplates?: PodGroupTemplate[];
  preemptionPolicy?: string;
  priority?: Int32;
  priorityClassName?: string;
  schedulingConstraints?: CompositePodGroupSchedulingConstraints;
  schedulingPolicy: CompositePodGroupSchedulingPolicy;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podgrouptemplate-v1alpha3-scheduling-k8s-io
 */
export interface PodGroupTemplate {
  disruptionMode?: DisruptionMode;
  name: string;
  preemptionPolicy?: string;
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
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#typedlocalobjectreference-v1alpha3-scheduling-k8s-io
 */
export interface TypedLocalObjectReference {
  apiGroup?: string;
  kind: string;
  name: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#workloadlist-v1alpha3-scheduling-k8s-io
 */
export interface WorkloadList extends TypeMeta {
  metadata: ListMeta;
  items: Workload[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#workloadpodgroupalldisruptionmode-v1alpha3-scheduling-k8s-io
 */
export interface WorkloadPodGroupAllDisruptionMode {}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#workloadpodgroupbasicschedulingpolicy-v1alpha3-scheduling-k8s-io
 */
export interface WorkloadPodGroupBasicSchedulingPolicy {}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#workloadpodgroupdisruptionmode-v1alpha3-scheduling-k8s-io
 */
export interface WorkloadPodGroupDisruptionMode {
  all?: WorkloadPodGroupAllDisruptionMode;
  single?: WorkloadPodGroupSingleDisruptionMode;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#workloadpodgroupsingledisruptionmode-v1alpha3-scheduling-k8s-io
 */
export interface WorkloadPodGroupSingleDisruptionMode {}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#workloadpodgroupgangschedulingpolicy-v1alpha3-scheduling-k8s-io
 */
export interface WorkloadPodGroupGangSchedulingPolicy {
  minCount?: Int32;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#workloadpodgroupresourceclaim-v1alpha3-scheduling-k8s-io
 */
export interface WorkloadPodGroupResourceClaim {
  name: string;
  resourceClaimName?: string;
  resourceClaimTemplateName?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#workloadpodgroupschedulingconstraints-v1alpha3-scheduling-k8s-io
 */
export interface WorkloadPodGroupSchedulingConstraints {
  /** +listType=atomic */
  topology?: TopologyConstraint[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#workloadpodgroupschedulingpolicy-v1alpha3-scheduling-k8s-io
 */
export interface WorkloadPodGroupSchedulingPolicy {
  basic?: WorkloadPodGroupBasicSchedulingPolicy;
  gang?: WorkloadPodGroupGangSchedulingPolicy;
}
