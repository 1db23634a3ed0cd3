import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Fixed is the kind. */
export interface Fixed extends TypeMeta {
  metadata: ObjectMeta;
  spec: FixedSpec;
}

/** FixedSpec is what is wanted. */
export interface FixedSpec {
  /** Name is required and fixed. */
  // +kubebuilder:validation:MaxLength=63
  // +k8s:immutable
  name: string;
  /** Zone is fixed once set. */
  // +kubebuilder:validation:MaxLength=63
  // +k8s:immutable
  zone?: string;
  // +k8s:immutable
  size?: Int32;
  /** Parts are fixed. */
  // +kubebuilder:validation:MaxItems=4
  // +kubebuilder:validation:items:MaxLength=9
  // +k8s:immutable
  parts?: string[];
  // +k8s:immutable
  inner?: Inner;
}

/** Inner is fixed within. */
export interface Inner {
  // +k8s:immutable
  a?: Int32;
  b?: string;
}
