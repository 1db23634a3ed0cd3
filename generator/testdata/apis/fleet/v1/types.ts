import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Order is another group's order. */
// +genclient
// +genclient:nonNamespaced
// +genclient:skipVerbs=deleteCollection,patch
export interface Order extends TypeMeta {
  metadata: ObjectMeta;
  spec: FleetSpec;
}

/** GatewayPolicy rules a gateway. */
// +genclient
// +genclient:onlyVerbs=create,get
export interface GatewayPolicy extends TypeMeta {
  metadata: ObjectMeta;
  // +kubebuilder:pruning:PreserveUnknownFields
  spec: { constructor: string; class?: string };
}

/** Ship has no client. */
export interface Ship extends TypeMeta {
  metadata: ObjectMeta;
  price?: Money;
}

export interface FleetSpec {
  price?: Money;
}

/** Money is an amount in a currency. */
export interface Money {
  amount: string;
  parts?: MoneyPart[];
}

export interface MoneyPart {
  share: string;
}
