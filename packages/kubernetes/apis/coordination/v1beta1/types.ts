import type { ListMeta, MicroTime, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/**
 * +genclient
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#leasecandidate-v1beta1-coordination-k8s-io
 */
export interface LeaseCandidate extends TypeMeta {
  metadata: ObjectMeta;
  spec: LeaseCandidateSpec;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#leasecandidatespec-v1beta1-coordination-k8s-io
 */
export interface LeaseCandidateSpec {
  binaryVersion: string;
  emulationVersion?: string;
  leaseName: string;
  pingTime?: MicroTime;
  renewTime?: MicroTime;
  strategy: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#leasecandidatelist-v1beta1-coordination-k8s-io
 */
export interface LeaseCandidateList extends TypeMeta {
  metadata: ListMeta;
  items: LeaseCandidate[];
}
