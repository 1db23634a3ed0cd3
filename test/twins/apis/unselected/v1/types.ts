import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/**
 * Unselected is the kind.
 * +kubebuilder:subresource:scale:specpath=`.spec.replicas`,statuspath=".status.replicas"
 */
export interface Unselected extends TypeMeta {
  metadata: ObjectMeta;
  spec: UnselectedSpec;
  status?: UnselectedStatus;
}

/** UnselectedSpec is what is wanted. */
export interface UnselectedSpec {
  replicas?: Int32;
}

/** UnselectedStatus is what is seen. */
export interface UnselectedStatus {
  replicas?: Int32;
}
