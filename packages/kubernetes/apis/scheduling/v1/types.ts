import type { Int32, ListMeta, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/**
 * +genclient
 * +kubebuilder:resource:shortName=pc,scope=Cluster
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#priorityclass-v1-scheduling-k8s-io
 */
export interface PriorityClass extends TypeMeta {
  metadata: ObjectMeta;
  description?: string;
  globalDefault?: boolean;
  preemptionPolicy?: string;
  /** +kubebuilder:default=0 */
  value?: Int32;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#priorityclasslist-v1-scheduling-k8s-io
 */
export interface PriorityClassList extends TypeMeta {
  metadata: ListMeta;
  items: PriorityClass[];
}
