import type { Int32, IntOrString, ObjectMeta, RawExtension, TypeMeta } from '@vmgen/runtime';

/** Typed is the kind. */
export interface Typed extends TypeMeta {
  metadata: ObjectMeta;
  spec: TypedSpec;
}

/** TypedSpec is what is wanted. */
export interface TypedSpec {
  numbers?: Numbers;
  words?: Words;
  choices?: Choices;
  days?: Days;
  kinds?: Kinds;
  maps?: Maps;
  lists?: Lists;
  objects?: Objects;
  texts?: Texts;
  ruled?: Ruled;
  entries?: Entries;
  newEntries?: NewEntries;
  newSet?: NewSet;
  template?: Template;
  loose?: Loose;
  day?: Day;
  open?: Open;
  count?: Count;
  color?: Color;
  mode?: Mode;
}

/** Numbers are bounded each. */
// +kubebuilder:validation:items:Minimum=1
// +kubebuilder:validation:items:Maximum=9
// +kubebuilder:validation:items:ExclusiveMinimum=true
// +kubebuilder:validation:items:ExclusiveMaximum=true
// +kubebuilder:validation:items:MultipleOf=2
export type Numbers = Int32[];

/** Words are bounded each. */
// +kubebuilder:validation:items:MinLength=1
// +kubebuilder:validation:items:Pattern=`^[a-z]+$`
export type Words = string[];

// +kubebuilder:validation:items:Enum=a;b
export type Choices = string[];

// +kubebuilder:validation:items:Format=date
export type Days = string[];

/** Kinds are strings on the wire, whatever Go holds. */
// +kubebuilder:validation:items:Type=string
// +kubebuilder:validation:items:Format=""
export type Kinds = string[];

// +kubebuilder:validation:items:MinProperties=1
// +kubebuilder:validation:items:MaxProperties=3
export type Maps = Record<string, string>[];

// +kubebuilder:validation:UniqueItems=false
// +kubebuilder:validation:items:MinItems=1
// +kubebuilder:validation:items:MaxItems=3
// +kubebuilder:validation:items:UniqueItems=false
export type Lists = string[][];

// +kubebuilder:validation:items:XEmbeddedResource
// +kubebuilder:validation:items:XPreserveUnknownFields
export type Objects = RawExtension[];

// +kubebuilder:validation:items:XIntOrString
export type Texts = IntOrString[];

/** Ruled has a rule for each. */
// +kubebuilder:validation:MaxItems=5
// +listType=map
// +listMapKey=name
// +kubebuilder:validation:items:XValidation:rule="!oldSelf.hasValue() || self.size == oldSelf.value().size",messageExpression="'size of ' + self.name + ' is fixed'",message="size is fixed",reason=FieldValueForbidden,fieldPath=".size",optionalOldSelf=true
export type Ruled = Entry[];

// +kubebuilder:validation:MaxItems=5
// +listType=map
// +listMapKey=name
export type Entries = Entry[];

// +k8s:listType=map
// +k8s:listMapKey=name
export type NewEntries = Entry[];

// +k8s:listType=set
export type NewSet = string[];

/** Entry is one of them. */
export interface Entry {
  // +kubebuilder:validation:MaxLength=9
  name: string;
  size: Int32;
}

/** Template is some resource. */
// +kubebuilder:validation:XEmbeddedResource
// +kubebuilder:validation:XPreserveUnknownFields
export interface Template {
  extra?: string;
}

/** Loose is a number with open ends. */
// +kubebuilder:validation:Minimum=0
// +kubebuilder:validation:ExclusiveMinimum=true
// +kubebuilder:validation:Maximum=9
// +kubebuilder:validation:ExclusiveMaximum=true
export type Loose = Int32;

// +kubebuilder:validation:Format=date
export type Day = string;

/** Open has every argument in its rule. */
// +kubebuilder:validation:XValidation:rule="!oldSelf.hasValue() || self.size == oldSelf.value().size",messageExpression="'size of ' + self.name + ' is fixed'",message="size is fixed",reason=FieldValueForbidden,fieldPath=".size",optionalOldSelf=true
export interface Open {
  // +kubebuilder:validation:MaxLength=9
  name: string;
  size: Int32;
}

/** Count is a Go int. */
// +kubebuilder:validation:Type=integer
// +kubebuilder:validation:Minimum=0
export type Count = number;

// +kubebuilder:validation:Enum=red;green
export type Color = string;

export type Mode = 'on' | 'off';
