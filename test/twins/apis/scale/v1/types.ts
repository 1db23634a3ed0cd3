import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Scaled is the kind. */
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector
export interface Scaled extends TypeMeta {
  metadata: ObjectMeta;
  spec: ScaledSpec;
  status?: ScaledStatus;
}

/** ScaledSpec is what is wanted. */
export interface ScaledSpec {
  // +kubebuilder:validation:Minimum=0
  replicas?: Int32;
}

/** ScaledStatus is what is seen. */
export interface ScaledStatus {
  replicas?: Int32;
  selector?: string;
}
