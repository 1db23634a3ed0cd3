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
  /** The quantity of a resource, such as `cpu`, `memory` or `nvidia.com/gpu`. */
  [resource: string]: Quantity;
}
/** A number, or a string such as `50%`. */
export type IntOrString = number | string;
/** Any JSON value. */
export type JSONValue =
  null | boolean | number | string | JSONValue[] | { [key: string]: JSONValue };
/** An object of any shape; the API server keeps all its fields. */
export interface RawExtension {
  /** Any field of the object. */
  [key: string]: JSONValue;
}

/** The type of an API object. Clients set it if it is omitted. */
export interface TypeMeta {
  /** The group and version of the kind, such as `apps/v1`, or `v1` for the core group. */
  apiVersion?: string;
  /** The kind, such as `Deployment`. */
  kind?: string;
}

/** A reference from a dependent object to its owner. */
export interface OwnerReference {
  /** The group and version of the owner's kind. */
  apiVersion: string;
  /** The kind of the owner. */
  kind: string;
  /** The name of the owner. */
  name: string;
  /** The UID of the owner. */
  uid: string;
  /** Whether the owner is the controller of this object; at most one is. Defaults to false. */
  controller?: boolean;
  /** Whether a foreground deletion of the owner waits for this object. Defaults to false. */
  blockOwnerDeletion?: boolean;
}

/** The fields that a manager owns (server-side apply). */
export interface ManagedFieldsEntry {
  /** The name of the field manager. */
  manager?: string;
  /** Whether the fields were applied or updated. */
  operation?: 'Apply' | 'Update';
  /** The version that the field names belong to. */
  apiVersion?: string;
  /** When the fields were written last. */
  time?: Time;
  /** The format of `fieldsV1`. */
  fieldsType?: 'FieldsV1';
  /** The fields that the manager owns, as a tree of names. */
  fieldsV1?: RawExtension;
  /** The subresource through which the fields were written; absent for the object itself. */
  subresource?: string;
}

/** The metadata of every persisted object. */
export interface ObjectMeta {
  /** The name, which is unique for the kind in its namespace. */
  name?: string;
  /** A prefix from which the server generates the name if `name` is absent. */
  generateName?: string;
  /** The namespace; absent for cluster-scoped kinds. */
  namespace?: string;
  /** A unique identifier, which no object with the same name gets again. Set by the server. */
  uid?: string;
  /** The version of the stored object, an opaque text. Updates with an older version conflict. */
  resourceVersion?: string;
  /** Increased by the server with each change of the desired state. Absent for some kinds. */
  generation?: Int64;
  /** When the object was created. Set by the server. */
  creationTimestamp?: Time;
  /**
   * When the deletion was requested, plus the grace period. Set by the server; present while
   * finalizers block the deletion.
   */
  deletionTimestamp?: Time;
  /** How many seconds the object may take to stop during its deletion. Set by the server. */
  deletionGracePeriodSeconds?: Int64;
  /** Key-value pairs that selectors match. */
  labels?: { [key: string]: string };
  /** Data of tools, which selectors cannot match. */
  annotations?: { [key: string]: string };
  /** The objects that own this one. It is deleted after all of its owners. */
  ownerReferences?: OwnerReference[];
  /** Keys that block the deletion until they are removed. */
  finalizers?: string[];
  /** Which field manager owns which fields. Set by the server; caches omit it by default. */
  managedFields?: ManagedFieldsEntry[];
}

/** The metadata of a list. */
export interface ListMeta {
  /** The version of the list, from which a watch can start. */
  resourceVersion?: string;
  /** The token of the next page; absent or empty on the last page. */
  continue?: string;
  /** The number of objects on the following pages, if the server knows it. */
  remainingItemCount?: Int64;
}

/** One aspect of an object's current state. */
export interface Condition {
  /** The aspect, in CamelCase, such as `Ready`. */
  type: string;
  /** Whether the condition holds. `Unknown` if the controller could not find out. */
  status: 'True' | 'False' | 'Unknown';
  /** The `metadata.generation` of the object that was observed. */
  observedGeneration?: Int64;
  /** When the status changed last. */
  lastTransitionTime: Time;
  /** The reason for the status, for programs: one CamelCase word. */
  reason: string;
  /** A human-readable reason for the status. */
  message: string;
}

/** One rule of a label selector. */
export interface LabelSelectorRequirement {
  /** The key of the label. */
  key: string;
  /** How the label is compared with the values. */
  operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
  /** The values for `In` and `NotIn`; absent for the other operators. */
  values?: string[];
}

/** A query over labels; all parts must match. */
export interface LabelSelector {
  /** Labels that the object must have with these values. Defaults to none. */
  matchLabels?: { [key: string]: string };
  /** Requirements that all must hold. Defaults to none. */
  matchExpressions?: LabelSelectorRequirement[];
}

/** An API object: the fields that all kinds have. */
export interface KubernetesObject extends TypeMeta {
  /** The name, labels and other metadata of the object. */
  metadata: ObjectMeta;
}

/** A page of objects of one kind. */
export interface KubernetesList<T extends KubernetesObject> extends TypeMeta {
  /** The resource version of the list, and the token of the next page. */
  metadata: ListMeta;
  /** The objects. */
  items: T[];
}
