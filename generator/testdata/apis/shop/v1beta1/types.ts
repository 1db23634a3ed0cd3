// +groupName=shop.example.com

import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Order, as it was. */
// +genclient
// +genclient:readonly
// +kubebuilder:resource:path=orders,shortName=ord,categories={all,shop}
// +kubebuilder:deprecatedversion:warning="shop.example.com/v1beta1 Order is deprecated; use v1"
// +vmgen:ignore:code=VMGEN2108,reason="a test of versions that differ"
export interface Order extends TypeMeta {
  metadata: ObjectMeta;
  spec?: { note?: string };
}
