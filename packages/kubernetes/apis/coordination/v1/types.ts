import type { Int32, ListMeta, MicroTime, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/**
 * +genclient
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#lease-v1-coordination-k8s-io
 */
export interface Lease extends TypeMeta {
  metadata: ObjectMeta;
  spec?: LeaseSpec;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#leasespec-v1-coordination-k8s-io
 */
export interface LeaseSpec {
  acquireTime?: MicroTime;
  holderIdentity?: string;
  leaseDurationSeconds?: Int32;
  leaseTransitions?: Int32;
  preferredHolder?: string;
  renewTime?: MicroTime;
  strategy?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#leaselist-v1-coordination-k8s-io
 */
export interface LeaseList extends TypeMeta {
  metadata: ListMeta;
  items: Lease[];
}
