import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Titled is the kind. */
// +kubebuilder:title="A titled thing"
// +kubebuilder:externalDocs:url="https://example.com/titled",description="all of it"
export interface Titled extends TypeMeta {
  metadata: ObjectMeta;
  spec: TitledSpec;
}

/** TitledSpec is what is wanted. */
export interface TitledSpec {
  /** Bare has a title of one word. */
  // +kubebuilder:title=Bare
  bare: string;
  // +kubebuilder:title="two words"
  // +kubebuilder:externalDocs:url=https://example.com/quoted
  quoted?: string;
  /** Inner takes the title of its type. */
  inner?: Inner;
  /** Other has its own. */
  // +kubebuilder:title=Other
  // +kubebuilder:externalDocs:url="https://example.com/other",description=other
  other?: Inner;
  /** Word takes the title of its type. */
  word?: Word;
}

// +kubebuilder:title=Inner
// +kubebuilder:externalDocs:url="https://example.com/inner"
export interface Inner {
  a?: string;
}

// +kubebuilder:title="A word"
export type Word = string;
