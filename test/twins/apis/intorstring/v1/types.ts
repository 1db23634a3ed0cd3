import type { IntOrString, ObjectMeta, Quantity, TypeMeta } from '@vmgen/runtime';

/** IntOrText is the kind. */
export interface IntOrText extends TypeMeta {
  metadata: ObjectMeta;
  spec: IntOrTextSpec;
}

/** IntOrTextSpec is what is wanted. */
export interface IntOrTextSpec {
  /** Port is a number or a name. */
  port: IntOrString;
  /** Named is int-or-string by a marker. */
  named?: Amount;
  /** Percent has a pattern as well. */
  // +kubebuilder:validation:XIntOrString
  // +kubebuilder:validation:Pattern=`^([0-9]+%|[0-9]+)$`
  // +kubebuilder:validation:MaxLength=5
  percent?: IntOrString;
  // +kubebuilder:validation:MaxItems=3
  list?: IntOrString[];
  /** Surge has a default. */
  // +kubebuilder:default="25%"
  surge?: IntOrString;
  // +kubebuilder:default=1
  number?: IntOrString;
  /** Size is a quantity. */
  size?: Quantity;
}

/** Amount is a number or a percentage. */
// +kubebuilder:validation:XIntOrString
// +kubebuilder:validation:Pattern=`^[0-9]+%?$`
export type Amount = IntOrString;
