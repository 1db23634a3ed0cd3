import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Flat is the kind. */
export interface Flat extends TypeMeta {
  metadata: ObjectMeta;
  spec: FlatSpec;
}

/** FlatSpec is what is wanted. */
export interface FlatSpec extends Base, Extra {
  /** Own is its own. */
  own: string;
  embedded?: Child;
}

/** Base is below. */
// +structType=granular
export interface Base {
  /** Name is from the base. */
  // +kubebuilder:validation:MinLength=1
  name: string;
  size?: Int32;
}

/** Extra has a rule. */
// +kubebuilder:validation:XValidation:rule="!has(self.low) || !has(self.high) || self.low <= self.high",message="low first"
export interface Extra {
  low?: Int32;
  high?: Int32;
}

/** Child goes on. */
// +kubebuilder:validation:XValidation:rule="self.name != 'x'"
export interface Child extends Base {
  more?: string;
}
