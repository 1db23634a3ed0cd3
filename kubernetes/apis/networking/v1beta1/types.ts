import type { Condition, ListMeta, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/**
 * +genclient
 * +kubebuilder:resource:shortName=ip,scope=Cluster
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#ipaddress-v1beta1-networking-k8s-io
 */
export interface IPAddress extends TypeMeta {
  metadata: ObjectMeta;
  spec: IPAddressSpec;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#ipaddressspec-v1beta1-networking-k8s-io
 */
export interface IPAddressSpec {
  parentRef: ParentReference;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#parentreference-v1beta1-networking-k8s-io
 */
export interface ParentReference {
  group?: string;
  name: string;
  namespace?: string;
  resource: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#ipaddresslist-v1beta1-networking-k8s-io
 */
export interface IPAddressList extends TypeMeta {
  metadata: ListMeta;
  items: IPAddress[];
}

/**
 * +genclient
 * +kubebuilder:resource:scope=Cluster
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#servicecidr-v1beta1-networking-k8s-io
 */
export interface ServiceCIDR extends TypeMeta {
  metadata: ObjectMeta;
  spec?: ServiceCIDRSpec;
  status?: ServiceCIDRStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#servicecidrspec-v1beta1-networking-k8s-io
 */
export interface ServiceCIDRSpec {
  /** +listType=atomic */
  cidrs?: string[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#servicecidrstatus-v1beta1-networking-k8s-io
 */
export interface ServiceCIDRStatus {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#servicecidrlist-v1beta1-networking-k8s-io
 */
export interface ServiceCIDRList extends TypeMeta {
  metadata: ListMeta;
  items: ServiceCIDR[];
}
