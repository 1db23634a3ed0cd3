import type {
  Condition,
  Int32,
  Int64,
  IntOrString,
  LabelSelector,
  ListMeta,
  ObjectMeta,
  Time,
  TypeMeta,
} from '@vmgen/runtime';
import type { DeleteOptions } from '../../meta/v1/types.js';

/**
 * +k8s:isSubresource="/eviction"
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#eviction-v1-policy
 */
export interface Eviction extends TypeMeta {
  metadata: ObjectMeta;
  deleteOptions?: DeleteOptions;
}

/**
 * +genclient
 * +kubebuilder:resource:shortName=pdb
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#poddisruptionbudget-v1-policy
 */
export interface PodDisruptionBudget extends TypeMeta {
  metadata: ObjectMeta;
  spec?: PodDisruptionBudgetSpec;
  status?: PodDisruptionBudgetStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#poddisruptionbudgetspec-v1-policy
 */
export interface PodDisruptionBudgetSpec {
  maxUnavailable?: IntOrString;
  minAvailable?: IntOrString;
  selector?: LabelSelector;
  unhealthyPodEvictionPolicy?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#poddisruptionbudgetstatus-v1-policy
 */
export interface PodDisruptionBudgetStatus {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
  /** +kubebuilder:default=0 */
  currentHealthy?: Int32;
  /** +kubebuilder:default=0 */
  desiredHealthy?: Int32;
  disruptedPods?: Record<string, Time>;
  /** +kubebuilder:default=0 */
  disruptionsAllowed?: Int32;
  /** +kubebuilder:default=0 */
  expectedPods?: Int32;
  observedGeneration?: Int64;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#poddisruptionbudgetlist-v1-policy
 */
export interface PodDisruptionBudgetList extends TypeMeta {
  metadata: ListMeta;
  items: PodDisruptionBudget[];
}
