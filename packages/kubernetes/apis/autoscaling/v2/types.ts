import type {
  Int32,
  Int64,
  LabelSelector,
  ListMeta,
  ObjectMeta,
  Quantity,
  Time,
  TypeMeta,
} from '@vmgen/runtime';

/**
 * +genclient
 * +kubebuilder:resource:shortName=hpa,categories=all
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#horizontalpodautoscaler-v2-autoscaling
 */
export interface HorizontalPodAutoscaler extends TypeMeta {
  metadata: ObjectMeta;
  spec: HorizontalPodAutoscalerSpec;
  status?: HorizontalPodAutoscalerStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#horizontalpodautoscalerspec-v2-autoscaling
 */
export interface HorizontalPodAutoscalerSpec {
  behavior?: HorizontalPodAutoscalerBehavior;
  maxReplicas: Int32;
  /** +listType=atomic */
  metrics?: MetricSpec[];
  minReplicas?: Int32;
  scaleTargetRef: CrossVersionObjectReference;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#horizontalpodautoscalerbehavior-v2-autoscaling
 */
export interface HorizontalPodAutoscalerBehavior {
  scaleDown?: HPAScalingRules;
  scaleUp?: HPAScalingRules;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#hpascalingrules-v2-autoscaling
 */
export interface HPAScalingRules {
  /** +listType=atomic */
  policies?: HPAScalingPolicy[];
  selectPolicy?: string;
  stabilizationWindowSeconds?: Int32;
  tolerance?: Quantity;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#hpascalingpolicy-v2-autoscaling
 */
export interface HPAScalingPolicy {
  periodSeconds: Int32;
  type: string;
  value: Int32;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#metricspec-v2-autoscaling
 */
export interface MetricSpec {
  containerResource?: ContainerResourceMetricSource;
  external?: ExternalMetricSource;
  object?: ObjectMetricSource;
  pods?: PodsMetricSource;
  resource?: ResourceMetricSource;
  type: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#containerresourcemetricsource-v2-autoscaling
 */
export interface ContainerResourceMetricSource {
  container: string;
  name: string;
  target: MetricTarget;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#metrictarget-v2-autoscaling
 */
export interface MetricTarget {
  averageUtilization?: Int32;
  averageValue?: Quantity;
  type: string;
  value?: Quantity;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#externalmetricsource-v2-autoscaling
 */
export interface ExternalMetricSource {
  metric: MetricIdentifier;
  target: MetricTarget;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#metricidentifier-v2-autoscaling
 */
export interface MetricIdentifier {
  name: string;
  selector?: LabelSelector;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#objectmetricsource-v2-autoscaling
 */
export interface ObjectMetricSource {
  describedObject: CrossVersionObjectReference;
  metric: MetricIdentifier;
  target: MetricTarget;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#crossversionobjectreference-v2-autoscaling
 */
export interface CrossVersionObjectReference {
  apiVersion?: string;
  kind: string;
  name: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podsmetricsource-v2-autoscaling
 */
export interface PodsMetricSource {
  metric: MetricIdentifier;
  target: MetricTarget;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourcemetricsource-v2-autoscaling
 */
export interface ResourceMetricSource {
  name: string;
  target: MetricTarget;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#horizontalpodautoscalerstatus-v2-autoscaling
 */
export interface HorizontalPodAutoscalerStatus {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: HorizontalPodAutoscalerCondition[];
  /** +listType=atomic */
  currentMetrics?: MetricStatus[];
  currentReplicas?: Int32;
  desiredReplicas: Int32;
  lastScaleTime?: Time;
  observedGeneration?: Int64;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#horizontalpodautoscalercondition-v2-autoscaling
 */
export interface HorizontalPodAutoscalerCondition {
  lastTransitionTime?: Time;
  message?: string;
  observedGeneration?: Int64;
  reason?: string;
  status: string;
  type: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#metricstatus-v2-autoscaling
 */
export interface MetricStatus {
  containerResource?: ContainerResourceMetricStatus;
  external?: ExternalMetricStatus;
  object?: ObjectMetricStatus;
  pods?: PodsMetricStatus;
  resource?: ResourceMetricStatus;
  type: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#containerresourcemetricstatus-v2-autoscaling
 */
export interface ContainerResourceMetricStatus {
  container: string;
  current: MetricValueStatus;
  name: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#metricvaluestatus-v2-autoscaling
 */
export interface MetricValueStatus {
  averageUtilization?: Int32;
  averageValue?: Quantity;
  value?: Quantity;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#externalmetricstatus-v2-autoscaling
 */
export interface ExternalMetricStatus {
  current: MetricValueStatus;
  metric: MetricIdentifier;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#objectmetricstatus-v2-autoscaling
 */
export interface ObjectMetricStatus {
  current: MetricValueStatus;
  describedObject: CrossVersionObjectReference;
  metric: MetricIdentifier;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podsmetricstatus-v2-autoscaling
 */
export interface PodsMetricStatus {
  current: MetricValueStatus;
  metric: MetricIdentifier;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourcemetricstatus-v2-autoscaling
 */
export interface ResourceMetricStatus {
  current: MetricValueStatus;
  name: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#horizontalpodautoscalerlist-v2-autoscaling
 */
export interface HorizontalPodAutoscalerList extends TypeMeta {
  metadata: ListMeta;
  items: HorizontalPodAutoscaler[];
}
