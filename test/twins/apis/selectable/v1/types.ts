import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Selected is the kind. */
// +kubebuilder:selectablefield:JSONPath=`.spec.color`
// +kubebuilder:selectablefield:JSONPath=".spec.count"
// +kubebuilder:selectablefield:JSONPath=.spec.inner.on
export interface Selected extends TypeMeta {
  metadata: ObjectMeta;
  spec: SelectedSpec;
}

/** SelectedSpec is what is wanted. */
export interface SelectedSpec {
  color: string;
  count?: Int32;
  inner?: Inner;
}

export interface Inner {
  on?: boolean;
}
