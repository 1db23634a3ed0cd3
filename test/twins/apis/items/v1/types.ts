import type { Int32, IntOrString, ObjectMeta, RawExtension, TypeMeta } from '@vmgen/runtime';

/** Item is the kind. */
export interface Item extends TypeMeta {
  metadata: ObjectMeta;
  spec: ItemSpec;
}

/** ItemSpec is what is wanted. */
export interface ItemSpec {
  /** Numbers has bounds for each. */
  // +kubebuilder:validation:items:Minimum=1
  // +kubebuilder:validation:items:Maximum=9
  // +kubebuilder:validation:items:ExclusiveMinimum=true
  // +kubebuilder:validation:items:ExclusiveMaximum=true
  // +kubebuilder:validation:items:MultipleOf=2
  numbers: Int32[];
  /** Names has bounds for each. */
  // +kubebuilder:validation:items:MinLength=1
  // +kubebuilder:validation:items:MaxLength=9
  // +kubebuilder:validation:items:Pattern=`^[a-z]+$`
  names?: string[];
  // +kubebuilder:validation:items:Enum=a;b;c
  enums?: string[];
  // +kubebuilder:validation:items:Format=date
  days?: string[];
  /** Kinds are strings on the wire, whatever Go holds. */
  // +kubebuilder:validation:items:Type=string
  // +kubebuilder:validation:items:Format=""
  kinds?: string[];
  // +kubebuilder:validation:items:MinProperties=1
  // +kubebuilder:validation:items:MaxProperties=3
  maps?: Record<string, string>[];
  // +kubebuilder:validation:MaxItems=5
  // +kubebuilder:validation:items:MinItems=1
  // +kubebuilder:validation:items:MaxItems=3
  // +kubebuilder:validation:items:UniqueItems=false
  lists?: string[][];
  // +kubebuilder:validation:items:XEmbeddedResource
  // +kubebuilder:validation:items:XPreserveUnknownFields
  objects?: RawExtension[];
  // +kubebuilder:validation:items:XIntOrString
  texts?: IntOrString[];
  /** Ruled has a rule for each. */
  // +kubebuilder:validation:MaxItems=9
  // +kubebuilder:validation:items:MaxLength=9
  // +kubebuilder:validation:items:XValidation:rule="self != 'x'",message="not x"
  ruled?: string[];
  /** Entries has a rule with every argument. */
  // +kubebuilder:validation:MaxItems=5
  // +listType=map
  // +listMapKey=name
  // +kubebuilder:validation:items:XValidation:rule="!oldSelf.hasValue() || self.size == oldSelf.value().size",messageExpression="'size of ' + self.name + ' is fixed'",message="size is fixed",reason=FieldValueForbidden,fieldPath=".size",optionalOldSelf=true
  entries?: Entry[];
  /** Typed has them on its type. */
  typed?: Names;
}

/** Entry is one of them. */
export interface Entry {
  // +kubebuilder:validation:MaxLength=9
  name: string;
  size: Int32;
}

/** Names are short. */
// +kubebuilder:validation:MinItems=1
// +kubebuilder:validation:items:MaxLength=5
export type Names = string[];
