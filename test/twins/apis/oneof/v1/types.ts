import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Choice is the kind. */
export interface Choice extends TypeMeta {
  metadata: ObjectMeta;
  spec: ChoiceSpec;
}

/** ChoiceSpec is what is wanted. */
export interface ChoiceSpec {
  /** Source is exactly one. */
  source: Source;
  /** Limit is at most one. */
  limit?: Limit;
  /** Many has two groups. */
  many?: Many;
}

/** Source is one of three. */
// +kubebuilder:validation:ExactlyOneOf=git;http;local
export interface Source {
  git?: string;
  http?: string;
  local?: Local;
}

export interface Local {
  path: string;
}

/** Limit has one of two. */
// +kubebuilder:validation:AtMostOneOf=count;share
export interface Limit {
  count?: Int32;
  share?: Int32;
}

/** Many has several groups. */
// +kubebuilder:validation:XValidation:rule="!has(self.a) || self.a != 'x'",message="a is not x"
// +kubebuilder:validation:AtLeastOneOf=a;b
// +kubebuilder:validation:AtMostOneOf=c;d
// +kubebuilder:validation:AtMostOneOf={e,f}
// +kubebuilder:validation:ExactlyOneOf=b;c
export interface Many {
  a?: string;
  b?: string;
  c?: string;
  d?: string;
  e?: string;
  f?: string;
}
