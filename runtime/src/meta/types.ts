/**
 * The types of API machinery in their wire format: a time is a string, a quantity may be a number.
 * vmgen recognizes these names and generates the matching schema in CRDs.
 */

/** A 32-bit signed integer (`type: integer, format: int32`). */
export type Int32 = number;
/** A 64-bit signed integer (`type: integer, format: int64`). Exact up to 2^53. */
export type Int64 = number;
/** A floating point number (`type: number`). */
export type Float = number;
/** An RFC 3339 time with whole seconds, such as `2026-01-02T15:04:05Z`. */
export type Time = string;
/** An RFC 3339 time with exactly six decimals, such as `2026-01-02T15:04:05.000000Z`. */
export type MicroTime = string;
/** A duration in Go's notation, such as `1h30m`. */
export type Duration = string;
/** An amount such as `500m`, `4G` or `1.5Gi`; see {@link parseQuantity}. */
export type Quantity = string | number;
/** Amounts by resource name, such as `cpu` and `memory`. */
export interface ResourceList {
  [resource: string]: Quantity;
}
/** A number, or a string such as `50%`. */
export type IntOrString = number | string;
/** Any JSON value. */
export type JSONValue =
  null | boolean | number | string | JSONValue[] | { [key: string]: JSONValue };
/** An object of any shape; the API server keeps all its fields. */
export interface RawExtension {
  [key: string]: JSONValue;
}

/** The type of an API object. Clients set it if it is omitted. */
export interface TypeMeta {
  apiVersion?: string;
  kind?: string;
}

/** A reference from a dependent object to its owner. */
export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

/** The fields that a manager owns (server-side apply). */
export interface ManagedFieldsEntry {
  manager?: string;
  operation?: 'Apply' | 'Update';
  apiVersion?: string;
  time?: Time;
  fieldsType?: 'FieldsV1';
  fieldsV1?: RawExtension;
  subresource?: string;
}

/** The metadata of every persisted object. */
export interface ObjectMeta {
  name?: string;
  generateName?: string;
  namespace?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: Int64;
  creationTimestamp?: Time;
  deletionTimestamp?: Time;
  deletionGracePeriodSeconds?: Int64;
  labels?: { [key: string]: string };
  annotations?: { [key: string]: string };
  ownerReferences?: OwnerReference[];
  finalizers?: string[];
  managedFields?: ManagedFieldsEntry[];
}

/** The metadata of a list. */
export interface ListMeta {
  resourceVersion?: string;
  continue?: string;
  remainingItemCount?: Int64;
}

/** One aspect of an object's current state. */
export interface Condition {
  /** The aspect, in CamelCase, such as `Ready`. */
  type: string;
  status: 'True' | 'False' | 'Unknown';
  /** The `metadata.generation` of the object that was observed. */
  observedGeneration?: Int64;
  lastTransitionTime: Time;
  /** The reason for the status, for programs: one CamelCase word. */
  reason: string;
  /** The reason for the status, for people. */
  message: string;
}

/** One rule of a label selector. */
export interface LabelSelectorRequirement {
  key: string;
  operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
  values?: string[];
}

/** A query over labels; all parts must match. */
export interface LabelSelector {
  matchLabels?: { [key: string]: string };
  matchExpressions?: LabelSelectorRequirement[];
}

/** An API object: the fields that all kinds have. */
export interface KubernetesObject extends TypeMeta {
  metadata: ObjectMeta;
}

/** A page of objects of one kind. */
export interface KubernetesList<T extends KubernetesObject> extends TypeMeta {
  metadata: ListMeta;
  items: T[];
}
