import type { Int32, Int64, ListMeta, ObjectMeta, Time, TypeMeta } from '@vmgen/runtime';

/**
 * +genclient
 * +kubebuilder:resource:shortName=hpa,categories=all
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#horizontalpodautoscaler-v1-autoscaling
 */
export interface HorizontalPodAutoscaler extends TypeMeta {
  metadata: ObjectMeta;
  spec: HorizontalPodAutoscalerSpec;
  status?: HorizontalPodAutoscalerStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#horizontalpodautoscalerspec-v1-autoscaling
 */
export interface HorizontalPodAutoscalerSpec {
  maxReplicas: Int32;
  minReplicas?: Int32;
  scaleTargetRef: CrossVersionObjectReference;
  targetCPUUtilizationPercentage?: Int32;
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#crossversionobjectreference-v1-autoscaling
 */
export interface CrossVersionObjectReference {
  apiVersion?: string;
  kind: string;
  name: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#horizontalpodautoscalerstatus-v1-autoscaling
 */
export interface HorizontalPodAutoscalerStatus {
  currentCPUUtilizationPercentage?: Int32;
  currentReplicas: Int32;
  desiredReplicas: Int32;
  lastScaleTime?: Time;
  observedGeneration?: Int64;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#horizontalpodautoscalerlist-v1-autoscaling
 */
export interface HorizontalPodAutoscalerList extends TypeMeta {
  metadata: ListMeta;
  items: HorizontalPodAutoscaler[];
}

/**
 * +k8s:isSubresource="/scale"
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#scale-v1-autoscaling
 */
export interface Scale extends TypeMeta {
  metadata: ObjectMeta;
  spec?: ScaleSpec;
  status?: ScaleStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#scalespec-v1-autoscaling
 */
export interface ScaleSpec {
  /** +kubebuilder:default=0 */
  replicas?: Int32;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#scalestatus-v1-autoscaling
 */
export interface ScaleStatus {
  replicas: Int32;
  selector?: string;
}
