import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Versioned is the kind. */
// +kubebuilder:skipversion
export interface Versioned extends TypeMeta {
  metadata: ObjectMeta;
  spec: VersionedSpec;
}

/** VersionedSpec is what is wanted. */
export interface VersionedSpec {
  /** Later is not there yet. */
  later?: string;
}
