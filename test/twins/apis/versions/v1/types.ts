import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Versioned is the kind. */
// +kubebuilder:storageversion
// +kubebuilder:resource:shortName=ver
// +kubebuilder:subresource:status
export interface Versioned extends TypeMeta {
  metadata: ObjectMeta;
  spec: VersionedSpec;
}

/** VersionedSpec is what is wanted. */
export interface VersionedSpec {
  /** Name was old. */
  name?: string;
  added?: Int32;
}
