import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Versioned is the kind. */
// +kubebuilder:resource:shortName=ver
// +kubebuilder:deprecatedversion:warning="versions.twins.dev/v1beta1 Versioned is deprecated; use v1"
// +vmgen:ignore:code=VMGEN2108,reason="The twins compare the CRD that strategy None gives."
// +kubebuilder:printcolumn:name=Old,type=string,JSONPath=.spec.old
export interface Versioned extends TypeMeta {
  metadata: ObjectMeta;
  spec: VersionedSpec;
}

/** VersionedSpec is what is wanted. */
export interface VersionedSpec {
  /** Old was renamed. */
  old?: string;
  added?: Int32;
}
