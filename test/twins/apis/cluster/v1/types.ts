import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

/**
 * Cluster is the kind.
 * +kubebuilder:resource:scope=Cluster,shortName=tcl;tclu,categories=twins
 */
export interface Cluster extends TypeMeta {
  metadata: ObjectMeta;
  spec: ClusterSpec;
}

/** ClusterSpec is what is wanted. */
export interface ClusterSpec {
  a?: string;
}
