import type { ListMeta, ObjectMeta, ResourceList, TypeMeta } from '@vmgen/runtime';
import type { Toleration } from '../../core/v1/types.js';

/**
 * +genclient
 * +kubebuilder:resource:scope=Cluster
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#runtimeclass-v1-node-k8s-io
 */
export interface RuntimeClass extends TypeMeta {
  metadata: ObjectMeta;
  handler: string;
  overhead?: Overhead;
  scheduling?: Scheduling;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#overhead-v1-node-k8s-io
 */
export interface Overhead {
  podFixed?: ResourceList;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#scheduling-v1-node-k8s-io
 */
export interface Scheduling {
  /** +mapType=atomic */
  nodeSelector?: Record<string, string>;
  /** +listType=atomic */
  tolerations?: Toleration[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#runtimeclasslist-v1-node-k8s-io
 */
export interface RuntimeClassList extends TypeMeta {
  metadata: ListMeta;
  items: RuntimeClass[];
}
