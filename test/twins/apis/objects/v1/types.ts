import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Object is the kind. */
// +kubebuilder:object:root=true
// +kubebuilder:object:generate=true
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
// +kubebuilder:ac:generate=true
export interface Object extends TypeMeta {
  metadata: ObjectMeta;
  spec: ObjectSpec;
}

/** ObjectSpec is what is wanted. */
export interface ObjectSpec {
  a?: Inner;
}

// +kubebuilder:object:generate=false
// +k8s:deepcopy-gen=false
export interface Inner {
  b?: string;
}
