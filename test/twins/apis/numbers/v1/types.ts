import type { Float, Int32, Int64, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Number is the kind. */
export interface Number extends TypeMeta {
  metadata: ObjectMeta;
  spec: NumberSpec;
}

/** NumberSpec is what is wanted. */
export interface NumberSpec {
  /**
   * Small is an int32.
   * +kubebuilder:validation:Minimum=-5
   * +kubebuilder:validation:Maximum=5
   */
  small: Int32;
  /**
   * Big is an int64.
   * +kubebuilder:validation:Minimum=-9007199254740991
   * +kubebuilder:validation:Maximum=9007199254740991
   */
  big: Int64;
  /**
   * Plain is a Go int, which has no format.
   * +kubebuilder:validation:Type=integer
   * +kubebuilder:validation:Minimum=0
   * +kubebuilder:validation:ExclusiveMinimum=true
   */
  plain?: number;
  /**
   * Below stays under its maximum.
   * +kubebuilder:validation:Maximum=100
   * +kubebuilder:validation:ExclusiveMaximum=true
   */
  below?: Int32;
  /**
   * Even is a multiple.
   * +kubebuilder:validation:MultipleOf=2
   */
  even?: Int32;
  /**
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:validation:ExclusiveMinimum=false
   * +kubebuilder:validation:Maximum=2
   * +kubebuilder:validation:ExclusiveMaximum=false
   */
  inclusive?: Int32;
  /**
   * Ratio is a fraction.
   * +kubebuilder:validation:Minimum=0.25
   * +kubebuilder:validation:Maximum=1e3
   * +kubebuilder:validation:MultipleOf=0.25
   */
  ratio?: Float;
  /**
   * Formatted says how wide it is.
   * +kubebuilder:validation:Format=double
   */
  formatted?: Float;
  /** Port has the bounds of its type. */
  port?: Port;
  ports?: Port[];
  /**
   * +kubebuilder:validation:Minimum=10
   */
  share?: Share;
}

/**
 * Port is a TCP port.
 * +kubebuilder:validation:Minimum=1
 * +kubebuilder:validation:Maximum=65535
 */
export type Port = Int32;

/**
 * Share is a whole percentage.
 * +kubebuilder:validation:Maximum=100
 * +kubebuilder:validation:MultipleOf=5
 */
export type Share = Int32;
