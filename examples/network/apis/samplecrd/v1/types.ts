import type { ListMeta, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Network is a network of the provider. */
// +genclient
// +genclient:noStatus
// +kubebuilder:printcolumn:name="CIDR",type=string,JSONPath=`.spec.cidr`
// +kubebuilder:printcolumn:name="Gateway",type=string,JSONPath=`.spec.gateway`
export interface Network extends TypeMeta {
  metadata: ObjectMeta;
  spec: NetworkSpec;
}

/** NetworkSpec is the desired state of a Network. */
export interface NetworkSpec {
  /** The address block, such as 192.168.0.0/16. */
  // +kubebuilder:validation:Pattern=`^[0-9]{1,3}(\.[0-9]{1,3}){3}/[0-9]{1,2}$`
  cidr: string;
  /** The address of the gateway inside the block. */
  // +kubebuilder:validation:Format=ipv4
  gateway: string;
}

/** NetworkList is a list of Networks. */
export interface NetworkList extends TypeMeta {
  metadata: ListMeta;
  items: Network[];
}
