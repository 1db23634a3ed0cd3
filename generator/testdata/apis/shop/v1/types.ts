import type {
  Duration,
  Float,
  Int32,
  Int64,
  IntOrString,
  JSONValue,
  LabelSelector,
  ListMeta,
  MicroTime,
  ObjectMeta,
  Quantity,
  RawExtension,
  TypeMeta,
} from '@vmgen/runtime';
import type * as meta from '@vmgen/runtime';
import type { Money } from '../../fleet/v1/types.js';
import type { Currency } from './currency.js';

/**
 * Order is what a customer buys.
 *
 * It has `code`, a {@link Money} price and a path like src/*.ts.
 * TODO: say more.
 * ---
 * Not for readers.
 */
// +genclient
// +kubebuilder:resource:path=orders,shortName=ord,categories={all,shop},scope=Namespaced
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector
// +kubebuilder:storageversion
// +kubebuilder:metadata:annotations="example.com/owner=team a",labels="tier=gold"
// +kubebuilder:selectablefield:JSONPath=`.spec.currency`
// +kubebuilder:printcolumn:name="Price",type=string,JSONPath=`.spec.price.amount`,priority=1
export interface Order extends TypeMeta {
  metadata: ObjectMeta;
  spec: OrderSpec;
  status?: OrderStatus;
}

/** OrderList is a list of orders. */
export interface OrderList extends TypeMeta {
  metadata: ListMeta;
  items: Order[];
}

// +kubebuilder:validation:XValidation:rule="self.replicas < 10 || has(self.note)",
//   message="many need a note",reason=FieldValueInvalid
export interface OrderSpec extends Base {
  currency: Currency;
  price: Money;
  // +kubebuilder:default=1
  // +kubebuilder:validation:Minimum=0
  replicas?: Int32;
  // +kubebuilder:validation:items:MinLength=1
  // +kubebuilder:validation:MaxItems=10
  // +listType=set
  tags?: string[];
  /** Lines of the order. */
  // +listType=map
  // +listMapKey=sku
  lines: Line[];
  size: 1 | 2 | 3;
  /** Not every order has one. */
  color: 'red' | 'green' | null;
  weight?: Float;
  count: Int64;
  // +kubebuilder:validation:Type=integer
  plain: number;
  timeout?: Duration;
  port?: IntOrString;
  limit?: Quantity;
  at?: MicroTime;
  extra?: RawExtension;
  anything?: JSONValue;
  selector?: LabelSelector;
  // +kubebuilder:validation:Schemaless
  // +kubebuilder:pruning:PreserveUnknownFields
  loose?: unknown;
  labels?: Record<string, string>;
  byName?: Record<string, Line>;
  template?: { metadata?: meta.ObjectMeta; spec: { image: string; args?: string[] } };
  steps?: { name: string; when?: { after?: string } }[];
  matrix?: Float[][];
  data?: Uint8Array;
}

/** Base is shared. */
export interface Base {
  /** A note to the seller. */
  note?: string;
}

/** Line is one line of an order. */
export interface Line {
  // +kubebuilder:validation:Pattern=`^[a-z]{1,8}$`
  sku: string;
  amount: Level;
}

/** Level is how much. */
// +kubebuilder:validation:Maximum=100
export type Level = Int32;

export interface OrderStatus {
  replicas?: Int32;
  selector?: string;
}
