import type {
  Condition,
  Duration,
  IntOrString,
  JSONValue,
  LabelSelector,
  MicroTime,
  ObjectMeta,
  Quantity,
  RawExtension,
  ResourceList,
  Time,
  TypeMeta,
} from '@vmgen/runtime';

/** Known is the kind. */
export interface Known extends TypeMeta {
  metadata: ObjectMeta;
  spec: KnownSpec;
}

/** KnownSpec is what is wanted. */
export interface KnownSpec {
  /** Time is a moment. */
  time: Time;
  /** Micro is a finer one. */
  micro?: MicroTime;
  /** Every is a span. */
  every?: Duration;
  /** Size is an amount. */
  size?: Quantity;
  /** Limits are amounts. */
  limits?: ResourceList;
  /** Raw is any object. */
  raw?: RawExtension;
  /** Value is anything. */
  value?: JSONValue;
  /** Port is a number or a name. */
  port?: IntOrString;
  /** Selector selects. */
  selector?: LabelSelector;
  undocumented?: LabelSelector;
  /** Conditions are several. */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
  times?: Time[];
  byName?: Record<string, Duration>;
}
