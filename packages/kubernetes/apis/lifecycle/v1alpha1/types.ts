import type { Condition, Int32, Int64, ListMeta, ObjectMeta, Time, TypeMeta } from '@vmgen/runtime';

/**
 * +genclient
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#eviction-v1alpha1-lifecycle-k8s-io
 */
export interface Eviction extends TypeMeta {
  metadata: ObjectMeta;
  spec: EvictionSpec;
  status?: EvictionStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#evictionspec-v1alpha1-lifecycle-k8s-io
 */
export interface EvictionSpec {
  target: EvictionTarget;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#evictiontarget-v1alpha1-lifecycle-k8s-io
 */
export interface EvictionTarget {
  pod?: EvictionPodReference;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#evictionpodreference-v1alpha1-lifecycle-k8s-io
 */
export interface EvictionPodReference {
  name: string;
  uid: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#evictionstatus-v1alpha1-lifecycle-k8s-io
 */
export interface EvictionStatus {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
  observedGeneration?: Int64;
  /**
   * +listType=map
   * +listMapKey=name
   */
  requesters?: Requester[];
  /**
   * +listType=map
   * +listMapKey=name
   */
  responders?: ResponderStatus[];
  /**
   * +listType=map
   * +listMapKey=name
   */
  targetResponders?: TargetResponder[];
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#requester-v1alpha1-lifecycle-k8s-io
 */
export interface Requester {
  intent: string;
  name: string;
}

/**
 * +structType=granular
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#responderstatus-v1alpha1-lifecycle-k8s-io
 */
export interface ResponderStatus {
  completionTime?: Time;
  expectedCompletionTime?: Time;
  heartbeatTime?: Time;
  message?: string;
  name: string;
  startTime?: Time;
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#targetresponder-v1alpha1-lifecycle-k8s-io
 */
export interface TargetResponder {
  name: string;
  priority: Int32;
  state: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#evictionlist-v1alpha1-lifecycle-k8s-io
 */
export interface EvictionList extends TypeMeta {
  metadata: ListMeta;
  items: Eviction[];
}

/**
 * +genclient
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#evictionrequest-v1alpha1-lifecycle-k8s-io
 */
export interface EvictionRequest extends TypeMeta {
  metadata: ObjectMeta;
  spec: EvictionRequestSpec;
  status?: EvictionRequestStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#evictionrequestspec-v1alpha1-lifecycle-k8s-io
 */
export interface EvictionRequestSpec {
  intent: string;
  requester: string;
  target: EvictionRequestTarget;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#evictionrequesttarget-v1alpha1-lifecycle-k8s-io
 */
export interface EvictionRequestTarget {
  pod?: EvictionRequestPodReference;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#evictionrequestpodreference-v1alpha1-lifecycle-k8s-io
 */
export interface EvictionRequestPodReference {
  name: string;
  uid: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#evictionrequeststatus-v1alpha1-lifecycle-k8s-io
 */
export interface EvictionRequestStatus {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
  observedGeneration?: Int64;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#evictionrequestlist-v1alpha1-lifecycle-k8s-io
 */
export interface EvictionRequestList extends TypeMeta {
  metadata: ListMeta;
  items: EvictionRequest[];
}
