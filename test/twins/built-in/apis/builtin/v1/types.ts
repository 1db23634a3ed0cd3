import type { JobTemplateSpec } from '@vmgen/kubernetes/batch/v1';
import type {
  Affinity,
  Container,
  EnvVar,
  EphemeralVolumeSource,
  LocalObjectReference,
  NodeSelector,
  ObjectReference,
  PersistentVolumeClaim,
  PersistentVolumeClaimSpec,
  PodTemplateSpec,
  Probe,
  ResourceRequirements,
  SecretKeySelector,
  SecurityContext,
  ServiceSpec,
  Toleration,
  TopologySpreadConstraint,
  Volume,
} from '@vmgen/kubernetes/core/v1';
import type { LabelSelector, ObjectMeta, TypeMeta } from '@vmgen/runtime';

export interface AnyPodTemplateSpec extends TypeMeta {
  metadata: ObjectMeta;
  value: PodTemplateSpec;
  // +listType=atomic
  list?: PodTemplateSpec[];
}

export interface AnyContainer extends TypeMeta {
  metadata: ObjectMeta;
  value: Container;
  // +listType=atomic
  list?: Container[];
}

export interface AnyVolume extends TypeMeta {
  metadata: ObjectMeta;
  value: Volume;
  // +listType=atomic
  list?: Volume[];
}

export interface AnyProbe extends TypeMeta {
  metadata: ObjectMeta;
  value: Probe;
  // +listType=atomic
  list?: Probe[];
}

export interface AnySecretKeySelector extends TypeMeta {
  metadata: ObjectMeta;
  value: SecretKeySelector;
  // +listType=atomic
  list?: SecretKeySelector[];
}

export interface AnyObjectReference extends TypeMeta {
  metadata: ObjectMeta;
  value: ObjectReference;
  // +listType=atomic
  list?: ObjectReference[];
}

export interface AnyLabelSelector extends TypeMeta {
  metadata: ObjectMeta;
  value: LabelSelector;
  // +listType=atomic
  list?: LabelSelector[];
}

export interface AnyResourceRequirements extends TypeMeta {
  metadata: ObjectMeta;
  value: ResourceRequirements;
  // +listType=atomic
  list?: ResourceRequirements[];
}

export interface AnyAffinity extends TypeMeta {
  metadata: ObjectMeta;
  value: Affinity;
  // +listType=atomic
  list?: Affinity[];
}

export interface AnyPersistentVolumeClaimSpec extends TypeMeta {
  metadata: ObjectMeta;
  value: PersistentVolumeClaimSpec;
  // +listType=atomic
  list?: PersistentVolumeClaimSpec[];
}

export interface AnyServiceSpec extends TypeMeta {
  metadata: ObjectMeta;
  value: ServiceSpec;
  // +listType=atomic
  list?: ServiceSpec[];
}

export interface AnyJobTemplateSpec extends TypeMeta {
  metadata: ObjectMeta;
  value: JobTemplateSpec;
  // +listType=atomic
  list?: JobTemplateSpec[];
}

export interface AnyEnvVar extends TypeMeta {
  metadata: ObjectMeta;
  value: EnvVar;
  // +listType=atomic
  list?: EnvVar[];
}

export interface AnySecurityContext extends TypeMeta {
  metadata: ObjectMeta;
  value: SecurityContext;
  // +listType=atomic
  list?: SecurityContext[];
}

export interface AnyToleration extends TypeMeta {
  metadata: ObjectMeta;
  value: Toleration;
  // +listType=atomic
  list?: Toleration[];
}

export interface AnyTopologySpreadConstraint extends TypeMeta {
  metadata: ObjectMeta;
  value: TopologySpreadConstraint;
  // +listType=atomic
  list?: TopologySpreadConstraint[];
}

export interface AnyLocalObjectReference extends TypeMeta {
  metadata: ObjectMeta;
  value: LocalObjectReference;
  // +listType=atomic
  list?: LocalObjectReference[];
}

export interface AnyEphemeralVolumeSource extends TypeMeta {
  metadata: ObjectMeta;
  value: EphemeralVolumeSource;
  // +listType=atomic
  list?: EphemeralVolumeSource[];
}

export interface AnyPersistentVolumeClaim extends TypeMeta {
  metadata: ObjectMeta;
  value: PersistentVolumeClaim;
  // +listType=atomic
  list?: PersistentVolumeClaim[];
}

export interface AnyNodeSelector extends TypeMeta {
  metadata: ObjectMeta;
  value: NodeSelector;
  // +listType=atomic
  list?: NodeSelector[];
}
