import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Free is the kind. */
export interface Free extends TypeMeta {
  metadata: ObjectMeta;
  spec: FreeSpec;
}

/** FreeSpec is what is wanted. */
export interface FreeSpec {
  /** A may be left out, as all here. */
  a?: string;
  /** B is required. */
  // +kubebuilder:validation:Required
  b: string;
  /** C may be left out. */
  c?: string;
  /** D is required. */
  // +required
  d: Inner;
}

/** Inner is an object. */
export interface Inner {
  a?: string;
  // +k8s:required
  b: Int32;
}
