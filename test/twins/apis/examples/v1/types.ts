import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Example is the kind. */
export interface Example extends TypeMeta {
  metadata: ObjectMeta;
  spec: ExampleSpec;
}

/** ExampleSpec is what is wanted. */
export interface ExampleSpec {
  /**
   * Text has an example.
   * +kubebuilder:example=hello
   */
  text: string;
  /**
   * +kubebuilder:example="two words"
   */
  quoted?: string;
  /**
   * +kubebuilder:example=7
   */
  number?: Int32;
  /**
   * +kubebuilder:example=true
   */
  on?: boolean;
  /**
   * +kubebuilder:example={a,b}
   */
  list?: string[];
  /**
   * Object has one.
   * +kubebuilder:example={name: x, size: 3}
   */
  object?: Inner;
  /**
   * +kubebuilder:example={k: v}
   */
  map?: Record<string, string>;
}

/** Inner is an object. */
export interface Inner {
  /**
   * +kubebuilder:example=inner
   */
  name: string;
  size?: Int32;
}
