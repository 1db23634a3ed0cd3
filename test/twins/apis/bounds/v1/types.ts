import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Bounded is the kind. */
export interface Bounded extends TypeMeta {
  metadata: ObjectMeta;
  spec: BoundedSpec;
}

/** BoundedSpec is what is wanted. */
export interface BoundedSpec {
  /** Port is narrower than its type. */
  // +kubebuilder:validation:Minimum=1024
  // +kubebuilder:validation:Maximum=70000
  port: Port;
  // +kubebuilder:validation:MaxLength=10
  // +kubebuilder:validation:Pattern=`^[a-z]+$`
  name?: Name;
  // +kubebuilder:validation:MaxItems=3
  // +kubebuilder:validation:MinItems=2
  list?: Names;
  /** Same says the same. */
  // +kubebuilder:validation:Minimum=1
  same?: Port;
}

/** Port is a TCP port. */
// +kubebuilder:validation:Minimum=1
// +kubebuilder:validation:Maximum=65535
export type Port = Int32;

/** Name is a name. */
// +kubebuilder:validation:MinLength=1
// +kubebuilder:validation:MaxLength=63
export type Name = string;

/** Names are several. */
// +kubebuilder:validation:MinItems=1
// +kubebuilder:validation:MaxItems=8
export type Names = string[];
