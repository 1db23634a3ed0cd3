import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Declared is the kind. */
export interface Declared extends TypeMeta {
  metadata: ObjectMeta;
  spec: DeclaredSpec;
}

/** DeclaredSpec is what is wanted. */
export interface DeclaredSpec {
  /**
   * Name may not be empty.
   * +k8s:required
   */
  name: string;
  /**
   * Tags has one at least.
   * +k8s:required
   * +k8s:maxItems=8
   */
  tags: string[];
  /**
   * +k8s:required
   */
  labels: Record<string, string>;
  /**
   * +k8s:required
   */
  inner: Inner;
  /**
   * +k8s:required
   * +k8s:minimum=1
   * +k8s:maximum=9
   */
  count: Int32;
  /**
   * Bounded says its own least length.
   * +k8s:required
   * +kubebuilder:validation:MinLength=3
   */
  bounded: string;
  /**
   * Free may be left out.
   * +k8s:optional
   */
  free?: string;
  /**
   * Mode is an enum.
   * +k8s:optional
   */
  mode?: Mode;
  /**
   * +k8s:listType=map
   * +k8s:listMapKey=number
   * +k8s:optional
   */
  ports?: Port[];
  /**
   * Note has a remark behind its value.
   * +k8s:maximum=7 # lucky
   */
  note?: Int32;
}

export interface Inner {
  /**
   * +k8s:optional
   */
  a?: string;
}

export interface Port {
  /**
   * +k8s:required
   */
  number: Int32;
}

/**
 * Mode is how.
 * +k8s:enum
 */
export enum Mode {
  Fast = 'fast',
  Slow = 'slow',
}
