import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Strict is the kind. */
export interface Strict extends TypeMeta {
  metadata: ObjectMeta;
  spec: StrictSpec;
}

/** StrictSpec is what is wanted. */
export interface StrictSpec {
  /** A is required. */
  a: string;
  /** B may be left out. */
  // +optional
  b?: string;
  /** C may be left out. */
  // +kubebuilder:validation:Optional
  c?: string;
  /** D says so twice. */
  // +required
  // +kubebuilder:validation:Required
  d: string;
  /** E may be left out. */
  // +k8s:optional
  e?: string;
}
