import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Versioned is the kind. */
// +kubebuilder:resource:shortName=ver
// +kubebuilder:unservedversion
// +kubebuilder:deprecatedversion
export interface Versioned extends TypeMeta {
  metadata: ObjectMeta;
  spec: VersionedSpec;
}

/** VersionedSpec is what is wanted. */
export interface VersionedSpec {
  /** Old was renamed. */
  old?: string;
}
