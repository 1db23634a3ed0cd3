import type { JSONValue, ObjectMeta, RawExtension, TypeMeta } from '@vmgen/runtime';

/** Preserved is the kind. */
export interface Preserved extends TypeMeta {
  metadata: ObjectMeta;
  spec: PreservedSpec;
}

/** PreservedSpec is what is wanted. */
export interface PreservedSpec {
  /** Json is anything. */
  json?: JSONValue;
  jsonMap?: Record<string, JSONValue>;
  /** Raw is an object. */
  raw?: RawExtension;
  /** Open keeps what it does not know. */
  open?: Open;
  /** Pruned keeps here what it does not know. */
  // +kubebuilder:pruning:PreserveUnknownFields
  pruned?: Closed;
  // +kubebuilder:validation:XPreserveUnknownFields
  kept?: Closed;
  /** Closed drops what it does not know. */
  closed?: Closed;
  /** Anything has no schema. */
  // +kubebuilder:validation:Schemaless
  // +kubebuilder:pruning:PreserveUnknownFields
  anything?: unknown;
  /** Typed has no schema but a type. */
  // +kubebuilder:validation:Schemaless
  // +kubebuilder:validation:Type=object
  // +kubebuilder:pruning:PreserveUnknownFields
  typed?: Closed;
  old?: Old;
}

/** Open is an open object. */
// +kubebuilder:validation:XPreserveUnknownFields
export interface Open {
  name?: string;
}

/** Old has the older marker. */
// +kubebuilder:pruning:PreserveUnknownFields
export interface Old {
  name?: string;
}

/** Closed is a closed object. */
export interface Closed {
  name?: string;
}
