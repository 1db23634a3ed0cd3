import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Labelled is the kind. */
// +kubebuilder:metadata:annotations="twins.dev/one=1",labels="app=twins"
// +kubebuilder:metadata:annotations="twins.dev/two=a=b";"twins.dev/three=c"
// +kubebuilder:metadata:labels={"tier=api","on=yes"}
export interface Labelled extends TypeMeta {
  metadata: ObjectMeta;
  spec: LabelledSpec;
}

/** LabelledSpec is what is wanted. */
export interface LabelledSpec {
  a?: string;
}
