import type {
  Int32,
  Int64,
  IntOrString,
  LabelSelector,
  ListMeta,
  ObjectMeta,
  RawExtension,
  Time,
  TypeMeta,
} from '@vmgen/runtime';
import type { PersistentVolumeClaim, PodTemplateSpec } from '../../core/v1/types.js';

/**
 * +genclient
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#controllerrevision-v1-apps
 */
export interface ControllerRevision extends TypeMeta {
  metadata: ObjectMeta;
  data: RawExtension;
  /** +kubebuilder:default=0 */
  revision?: Int64;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#controllerrevisionlist-v1-apps
 */
export interface ControllerRevisionList extends TypeMeta {
  metadata: ListMeta;
  items: ControllerRevision[];
}

/**
 * +genclient
 * +kubebuilder:resource:shortName=ds,categories=all
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#daemonset-v1-apps
 */
export interface DaemonSet extends TypeMeta {
  metadata: ObjectMeta;
  spec: DaemonSetSpec;
  status?: DaemonSetStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#daemonsetspec-v1-apps
 */
export interface DaemonSetSpec {
  minReadySeconds?: Int32;
  revisionHistoryLimit?: Int32;
  selector: LabelSelector;
  template: PodTemplateSpec;
  updateStrategy?: DaemonSetUpdateStrategy;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#daemonsetupdatestrategy-v1-apps
 */
export interface DaemonSetUpdateStrategy {
  rollingUpdate?: RollingUpdateDaemonSet;
  type?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#rollingupdatedaemonset-v1-apps
 */
export interface RollingUpdateDaemonSet {
  maxSurge?: IntOrString;
  maxUnavailable?: IntOrString;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#daemonsetstatus-v1-apps
 */
export interface DaemonSetStatus {
  collisionCount?: Int32;
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: DaemonSetCondition[];
  currentNumberScheduled: Int32;
  desiredNumberScheduled: Int32;
  numberAvailable?: Int32;
  numberMisscheduled: Int32;
  numberReady: Int32;
  numberUnavailable?: Int32;
  observedGeneration?: Int64;
  updatedNumberScheduled?: Int32;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#daemonsetcondition-v1-apps
 */
export interface DaemonSetCondition {
  lastTransitionTime?: Time;
  message?: string;
  reason?: string;
  /** +kubebuilder:default="" */
  status?: string;
  /** +kubebuilder:default="" */
  type?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#daemonsetlist-v1-apps
 */
export interface DaemonSetList extends TypeMeta {
  metadata: ListMeta;
  items: DaemonSet[];
}

/**
 * +genclient
 * +genclient:method=GetScale,verb=get,subresource=scale,result="autoscaling/v1.Scale"
 * +genclient:method=UpdateScale,verb=update,subresource=scale,input="autoscaling/v1.Scale",result="autoscaling/v1.Scale"
 * +genclient:method=PatchScale,verb=patch,subresource=scale,result="autoscaling/v1.Scale"
 * +genclient:method=ApplyScale,verb=apply,subresource=scale,input="autoscaling/v1.Scale",result="autoscaling/v1.Scale"
 * +kubebuilder:resource:shortName=deploy,categories=all
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#deployment-v1-apps
 */
export interface Deployment extends TypeMeta {
  metadata: ObjectMeta;
  spec: DeploymentSpec;
  status?: DeploymentStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#deploymentspec-v1-apps
 */
export interface DeploymentSpec {
  minReadySeconds?: Int32;
  paused?: boolean;
  progressDeadlineSeconds?: Int32;
  replicas?: Int32;
  revisionHistoryLimit?: Int32;
  selector: LabelSelector;
  strategy?: DeploymentStrategy;
  template: PodTemplateSpec;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#deploymentstrategy-v1-apps
 */
export interface DeploymentStrategy {
  rollingUpdate?: RollingUpdateDeployment;
  type?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#rollingupdatedeployment-v1-apps
 */
export interface RollingUpdateDeployment {
  maxSurge?: IntOrString;
  maxUnavailable?: IntOrString;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#deploymentstatus-v1-apps
 */
export interface DeploymentStatus {
  availableReplicas?: Int32;
  collisionCount?: Int32;
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: DeploymentCondition[];
  observedGeneration?: Int64;
  readyReplicas?: Int32;
  replicas?: Int32;
  terminatingReplicas?: Int32;
  unavailableReplicas?: Int32;
  updatedReplicas?: Int32;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#deploymentcondition-v1-apps
 */
export interface DeploymentCondition {
  lastTransitionTime?: Time;
  lastUpdateTime?: Time;
  message?: string;
  reason?: string;
  /** +kubebuilder:default="" */
  status?: string;
  /** +kubebuilder:default="" */
  type?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#deploymentlist-v1-apps
 */
export interface DeploymentList extends TypeMeta {
  metadata: ListMeta;
  items: Deployment[];
}

/**
 * +genclient
 * +genclient:method=GetScale,verb=get,subresource=scale,result="autoscaling/v1.Scale"
 * +genclient:method=UpdateScale,verb=update,subresource=scale,input="autoscaling/v1.Scale",result="autoscaling/v1.Scale"
 * +genclient:method=PatchScale,verb=patch,subresource=scale,result="autoscaling/v1.Scale"
 * +genclient:method=ApplyScale,verb=apply,subresource=scale,input="autoscaling/v1.Scale",result="autoscaling/v1.Scale"
 * +kubebuilder:resource:shortName=rs,categories=all
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#replicaset-v1-apps
 */
export interface ReplicaSet extends TypeMeta {
  metadata: ObjectMeta;
  spec: ReplicaSetSpec;
  status?: ReplicaSetStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#replicasetspec-v1-apps
 */
export interface ReplicaSetSpec {
  minReadySeconds?: Int32;
  replicas?: Int32;
  selector: LabelSelector;
  template?: PodTemplateSpec;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#replicasetstatus-v1-apps
 */
export interface ReplicaSetStatus {
  availableReplicas?: Int32;
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: ReplicaSetCondition[];
  fullyLabeledReplicas?: Int32;
  observedGeneration?: Int64;
  readyReplicas?: Int32;
  replicas: Int32;
  terminatingReplicas?: Int32;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#replicasetcondition-v1-apps
 */
export interface ReplicaSetCondition {
  lastTransitionTime?: Time;
  message?: string;
  reason?: string;
  /** +kubebuilder:default="" */
  status?: string;
  /** +kubebuilder:default="" */
  type?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#replicasetlist-v1-apps
 */
export interface ReplicaSetList extends TypeMeta {
  metadata: ListMeta;
  items: ReplicaSet[];
}

/**
 * +genclient
 * +genclient:method=GetScale,verb=get,subresource=scale,result="autoscaling/v1.Scale"
 * +genclient:method=UpdateScale,verb=update,subresource=scale,input="autoscaling/v1.Scale",result="autoscaling/v1.Scale"
 * +genclient:method=PatchScale,verb=patch,subresource=scale,result="autoscaling/v1.Scale"
 * +genclient:method=ApplyScale,verb=apply,subresource=scale,input="autoscaling/v1.Scale",result="autoscaling/v1.Scale"
 * +kubebuilder:resource:shortName=sts,categories=all
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#statefulset-v1-apps
 */
export interface StatefulSet extends TypeMeta {
  metadata: ObjectMeta;
  spec: StatefulSetSpec;
  status?: StatefulSetStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#statefulsetspec-v1-apps
 */
export interface StatefulSetSpec {
  minReadySeconds?: Int32;
  ordinals?: StatefulSetOrdinals;
  persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy;
  podManagementPolicy?: string;
  replicas?: Int32;
  revisionHistoryLimit?: Int32;
  selector: LabelSelector;
  /** +kubebuilder:default="" */
  serviceName?: string;
  template: PodTemplateSpec;
  updateStrategy?: StatefulSetUpdateStrategy;
  /** +listType=atomic */
  volumeClaimTemplates?: PersistentVolumeClaim[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#statefulsetordinals-v1-apps
 */
export interface StatefulSetOrdinals {
  /** +kubebuilder:default=0 */
  start?: Int32;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#statefulsetpersistentvolumeclaimretentionpolicy-v1-apps
 */
export interface StatefulSetPersistentVolumeClaimRetentionPolicy {
  whenDeleted?: string;
  whenScaled?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#statefulsetupdatestrategy-v1-apps
 */
export interface StatefulSetUpdateStrategy {
  rollingUpdate?: RollingUpdateStatefulSetStrategy;
  type?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#rollingupdatestatefulsetstrategy-v1-apps
 */
export interface RollingUpdateStatefulSetStrategy {
  maxUnavailable?: IntOrString;
  partition?: Int32;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#statefulsetstatus-v1-apps
 */
export interface StatefulSetStatus {
  /** +kubebuilder:default=0 */
  availableReplicas?: Int32;
  collisionCount?: Int32;
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: StatefulSetCondition[];
  currentReplicas?: Int32;
  currentRevision?: string;
  observedGeneration?: Int64;
  readyReplicas?: Int32;
  replicas: Int32;
  updateRevision?: string;
  updatedReplicas?: Int32;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#statefulsetcondition-v1-apps
 */
export interface StatefulSetCondition {
  lastTransitionTime?: Time;
  message?: string;
  reason?: string;
  /** +kubebuilder:default="" */
  status?: string;
  /** +kubebuilder:default="" */
  type?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#statefulsetlist-v1-apps
 */
export interface StatefulSetList extends TypeMeta {
  metadata: ListMeta;
  items: StatefulSet[];
}
