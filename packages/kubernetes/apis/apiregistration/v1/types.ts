import type { Int32, ListMeta, ObjectMeta, Time, TypeMeta } from '@vmgen/runtime';

/**
 * +genclient
 * +kubebuilder:resource:categories=api-extensions,scope=Cluster
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#apiservice-v1-apiregistration-k8s-io
 */
export interface APIService extends TypeMeta {
  metadata: ObjectMeta;
  spec?: APIServiceSpec;
  status?: APIServiceStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#apiservicespec-v1-apiregistration-k8s-io
 */
export interface APIServiceSpec {
  /** +kubebuilder:validation:Format=byte */
  caBundle?: string;
  group?: string;
  groupPriorityMinimum: Int32;
  insecureSkipTLSVerify?: boolean;
  service?: ServiceReference;
  version?: string;
  versionPriority: Int32;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#servicereference-v1-apiregistration-k8s-io
 */
export interface ServiceReference {
  name?: string;
  namespace?: string;
  port?: Int32;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#apiservicestatus-v1-apiregistration-k8s-io
 */
export interface APIServiceStatus {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: APIServiceCondition[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#apiservicecondition-v1-apiregistration-k8s-io
 */
export interface APIServiceCondition {
  lastTransitionTime?: Time;
  message?: string;
  reason?: string;
  status: string;
  type: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#apiservicelist-v1-apiregistration-k8s-io
 */
export interface APIServiceList extends TypeMeta {
  metadata: ListMeta;
  items: APIService[];
}
