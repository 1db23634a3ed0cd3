import type { ObjectMeta, RawExtension, TypeMeta } from '@vmgen/runtime';

/** Embedded is the kind. */
export interface Embedded extends TypeMeta {
  metadata: ObjectMeta;
  spec: EmbeddedSpec;
}

/** EmbeddedSpec is what is wanted. */
export interface EmbeddedSpec {
  /** Template is any object. */
  // +kubebuilder:validation:EmbeddedResource
  template: RawExtension;
  /** Other is written as the schema has it. */
  // +kubebuilder:validation:XEmbeddedResource
  other?: RawExtension;
  /** Pod has fields of its own. */
  // +kubebuilder:validation:EmbeddedResource
  // +kubebuilder:validation:XPreserveUnknownFields
  pod?: Pod;
  /** List has many. */
  // +kubebuilder:validation:items:XEmbeddedResource
  list?: RawExtension[];
  /** Meta is the metadata of something else. */
  meta?: ObjectMeta;
  templateMeta?: Template;
}

/** Pod is a little of a pod. */
export interface Pod {
  spec?: PodSpec;
}

export interface PodSpec {
  image: string;
}

/** Template is what is made. */
export interface Template {
  // +optional
  metadata?: ObjectMeta;
  image: string;
}
