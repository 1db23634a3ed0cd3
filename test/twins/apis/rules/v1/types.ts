import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Rule is the kind. */
// +kubebuilder:validation:XValidation:rule="self.spec.min <= self.spec.max",message="min may not pass max"
// +kubebuilder:validation:XValidation:rule="size(self.metadata.name) < 60"
export interface Rule extends TypeMeta {
  metadata: ObjectMeta;
  spec: RuleSpec;
}

/** RuleSpec is what is wanted. */
export interface RuleSpec {
  /** Min is the lower one. */
  min: Int32;
  /** Max is the upper one. */
  max: Int32;
  /** Name may not change. */
  // +kubebuilder:validation:MaxLength=64
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="name is fixed"
  name?: string;
  /** Mode has every argument. */
  // +kubebuilder:validation:MaxLength=64
  // +kubebuilder:validation:XValidation:rule="self != 'off' || !oldSelf.hasValue()",messageExpression="'not ' + self",reason=FieldValueForbidden,optionalOldSelf=true
  mode?: string;
  /** Inner points at a field. */
  // +kubebuilder:validation:XValidation:rule="self.a != self.b",message="a and b differ",reason=FieldValueInvalid,fieldPath=".b"
  inner?: Inner;
  /** Several has more than one. */
  // +kubebuilder:validation:MaxLength=9
  // +kubebuilder:validation:XValidation:rule="self.startsWith('a')",message="starts with a",reason=FieldValueRequired
  // +kubebuilder:validation:XValidation:rule=`self.endsWith("z")`,message="ends with z",reason="FieldValueDuplicate"
  several?: string;
  /** List is checked as a whole and one by one. */
  // +kubebuilder:validation:MaxItems=10
  // +kubebuilder:validation:XValidation:rule="self.all(x, x.a > 0)",message="all above zero"
  list?: Inner[];
  /** Code has rules of its own and of its type. */
  // +kubebuilder:validation:XValidation:rule="self.size() > 1",message="too short"
  code?: Code;
  // +kubebuilder:validation:MaxLength=9
  // +kubebuilder:validation:XValidation:rule="self.matches(\"^[a-z]\\\\d$\")",message="a letter, a digit"
  escaped?: string;
}

/** Inner has two numbers. */
// +kubebuilder:validation:XValidation:rule="self.a + self.b < 100",message="too much"
export interface Inner {
  a: Int32;
  b: Int32;
}

/** Code is a word. */
// +kubebuilder:validation:MaxLength=20
// +kubebuilder:validation:XValidation:rule="self != 'none'",message="not none"
export type Code = string;
