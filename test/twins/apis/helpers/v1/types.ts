/** Reference points at another object. */
// +structType=atomic
export interface Reference {
  /** Name is its name. */
  // +kubebuilder:validation:MinLength=1
  name: string;
  /** Namespace is where it is. */
  namespace?: string;
}

/** Color is one of two. */
export type Color = 'red' | 'green';
