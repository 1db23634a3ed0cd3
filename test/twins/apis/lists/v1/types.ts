import type { Int32, Int64, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** List is the kind. */
export interface List extends TypeMeta {
  metadata: ObjectMeta;
  spec: ListSpec;
}

/** ListSpec is what is wanted. */
export interface ListSpec {
  /** Tags has bounds. */
  // +kubebuilder:validation:MinItems=1
  // +kubebuilder:validation:MaxItems=8
  tags: string[];
  /** Loose allows repetition. */
  // +kubebuilder:validation:UniqueItems=false
  loose?: string[];
  /** Matrix is a list of lists. */
  // +kubebuilder:validation:MaxItems=3
  matrix?: Int32[][];
  cube?: Array<Array<string[]>>;
  /** Parts are objects. */
  parts?: readonly Part[];
  /** Rows is a list of a named list. */
  rows?: Row[];
  // +kubebuilder:validation:MinItems=2
  row?: Row;
  /** Pointers are values on the wire. */
  pointers?: ReadonlyArray<Part>;
  /** Fixed loses its length, in Go. */
  fixed?: Int32[];
  flags?: boolean[];
}

/** Part is one of them. */
export interface Part {
  name: string;
  /** Size is in bytes. */
  size?: Int64;
}

/** Row is a list of strings. */
// +kubebuilder:validation:MaxItems=4
export type Row = string[];
