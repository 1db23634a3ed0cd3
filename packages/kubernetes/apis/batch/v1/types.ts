import type {
  Int32,
  Int64,
  LabelSelector,
  ListMeta,
  ObjectMeta,
  Time,
  TypeMeta,
} from '@vmgen/runtime';
import type { ObjectReference, PodTemplateSpec } from '../../core/v1/types.js';
import type {
  WorkloadPodGroupDisruptionMode,
  WorkloadPodGroupResourceClaim,
  WorkloadPodGroupSchedulingConstraints,
  WorkloadPodGroupSchedulingPolicy,
} from '../../scheduling/v1alpha3/types.js';

/**
 * +genclient
 * +kubebuilder:resource:shortName=cj,categories=all
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#cronjob-v1-batch
 */
export interface CronJob extends TypeMeta {
  metadata: ObjectMeta;
  spec: CronJobSpec;
  status?: CronJobStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#cronjobspec-v1-batch
 */
export interface CronJobSpec {
  concurrencyPolicy?: string;
  failedJobsHistoryLimit?: Int32;
  jobTemplate: JobTemplateSpec;
  schedule: string;
  startingDeadlineSeconds?: Int64;
  successfulJobsHistoryLimit?: Int32;
  suspend?: boolean;
  timeZone?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#jobtemplatespec-v1-batch
 */
export interface JobTemplateSpec {
  metadata?: ObjectMeta;
  spec?: JobSpec;
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#jobspec-v1-batch */
export interface JobSpec {
  activeDeadlineSeconds?: Int64;
  backoffLimit?: Int32;
  backoffLimitPerIndex?: Int32;
  completionMode?: string;
  completions?: Int32;
  managedBy?: string;
  manualSelector?: boolean;
  maxFailedIndexes?: Int32;
  parallelism?: Int32;
  podFailurePolicy?: PodFailurePolicy;
  podReplacementPolicy?: string;
  scheduling?: JobSchedulingConfiguration;
  selector?: LabelSelector;
  successPolicy?: SuccessPolicy;
  suspend?: boolean;
  template: PodTemplateSpec;
  ttlSecondsAfterFinished?: Int32;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podfailurepolicy-v1-batch
 */
export interface PodFailurePolicy {
  /** +listType=atomic */
  rules: PodFailurePolicyRule[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podfailurepolicyrule-v1-batch
 */
export interface PodFailurePolicyRule {
  action: string;
  onExitCodes?: PodFailurePolicyOnExitCodesRequirement;
  /** +listType=atomic */
  onPodConditions?: PodFailurePolicyOnPodConditionsPattern[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podfailurepolicyonexitcodesrequirement-v1-batch
 */
export interface PodFailurePolicyOnExitCodesRequirement {
  containerName?: string;
  operator: string;
  /** +listType=set */
  values: Int32[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podfailurepolicyonpodconditionspattern-v1-batch
 */
export interface PodFailurePolicyOnPodConditionsPattern {
  status?: string;
  type: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#jobschedulingconfiguration-v1-batch
 */
export interface JobSchedulingConfiguration {
  disruptionMode?: WorkloadPodGroupDisruptionMode;
  /**
   * +listType=map
   * +listMapKey=name
   */
  resourceClaims?: WorkloadPodGroupResourceClaim[];
  schedulingConstraints?: WorkloadPodGroupSchedulingConstraints;
  schedulingPolicy?: WorkloadPodGroupSchedulingPolicy;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#successpolicy-v1-batch
 */
export interface SuccessPolicy {
  /** +listType=atomic */
  rules: SuccessPolicyRule[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#successpolicyrule-v1-batch
 */
export interface SuccessPolicyRule {
  succeededCount?: Int32;
  succeededIndexes?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#cronjobstatus-v1-batch
 */
export interface CronJobStatus {
  /** +listType=atomic */
  active?: ObjectReference[];
  lastScheduleTime?: Time;
  lastSuccessfulTime?: Time;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#cronjoblist-v1-batch
 */
export interface CronJobList extends TypeMeta {
  metadata: ListMeta;
  items: CronJob[];
}

/**
 * +genclient
 * +kubebuilder:resource:categories=all
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#job-v1-batch
 */
export interface Job extends TypeMeta {
  metadata: ObjectMeta;
  spec?: JobSpec;
  status?: JobStatus;
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#jobstatus-v1-batch */
export interface JobStatus {
  active?: Int32;
  completedIndexes?: string;
  completionTime?: Time;
  /** +listType=atomic */
  conditions?: JobCondition[];
  failed?: Int32;
  failedIndexes?: string;
  ready?: Int32;
  startTime?: Time;
  succeeded?: Int32;
  terminating?: Int32;
  uncountedTerminatedPods?: UncountedTerminatedPods;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#jobcondition-v1-batch
 */
export interface JobCondition {
  lastProbeTime?: Time;
  lastTransitionTime?: Time;
  message?: string;
  reason?: string;
  status: string;
  type: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#uncountedterminatedpods-v1-batch
 */
export interface UncountedTerminatedPods {
  /** +listType=set */
  failed?: string[];
  /** +listType=set */
  succeeded?: string[];
}

/** @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#joblist-v1-batch */
export interface JobList extends TypeMeta {
  metadata: ListMeta;
  items: Job[];
}
