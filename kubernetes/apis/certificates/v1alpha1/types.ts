import type { ListMeta, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/**
 * +genclient
 * +kubebuilder:resource:scope=Cluster
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#clustertrustbundle-v1alpha1-certificates-k8s-io
 */
export interface ClusterTrustBundle extends TypeMeta {
  metadata: ObjectMeta;
  spec: ClusterTrustBundleSpec;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#clustertrustbundlespec-v1alpha1-certificates-k8s-io
 */
export interface ClusterTrustBundleSpec {
  signerName?: string;
  trustBundle: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#clustertrustbundlelist-v1alpha1-certificates-k8s-io
 */
export interface ClusterTrustBundleList extends TypeMeta {
  metadata: ListMeta;
  items: ClusterTrustBundle[];
}
