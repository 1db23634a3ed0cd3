import { deepCopyJson } from '../meta/deep-copy-json.js';
import type { Int32, KubernetesObject, MicroTime, Time } from '../meta/types.js';
import type { ResourceDefinition } from '../client/resource.js';

/** A reference to an object, or to a part of one. */
export interface ObjectReference {
  /** The kind. */
  kind?: string;
  /** The namespace; absent for cluster-scoped kinds. */
  namespace?: string;
  /** The name. */
  name?: string;
  /** The UID. */
  uid?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /** The version of the object that is referred to. */
  resourceVersion?: string;
  /** A part of the object, such as `spec.containers{name}`. */
  fieldPath?: string;
}

/** How often an event was repeated. */
export interface EventSeries {
  /** How many times the event has occurred so far. */
  count: Int32;
  /** When the event occurred last. */
  lastObservedTime: MicroTime;
}

/** A human-readable report about an object (events.k8s.io/v1). */
export interface KubernetesEvent extends KubernetesObject {
  /** When the event was first observed. */
  eventTime: MicroTime | null;
  /** Set once the event was repeated. */
  series?: EventSeries;
  /** The controller that reports the event, such as `cloudnative.tw/vm-controller`. */
  reportingController?: string;
  /** The process of that controller, such as the name of its pod. */
  reportingInstance?: string;
  /** The action that was taken, as one CamelCase word. */
  action?: string;
  /** The reason for the action, as one CamelCase word. */
  reason?: string;
  /** The object that the event is about. */
  regarding?: ObjectReference;
  /** A second object that is involved. */
  related?: ObjectReference;
  /** A human-readable description of what happened. At most 1024 bytes. */
  note?: string;
  /** `Warning` for problems, `Normal` otherwise. */
  type?: 'Normal' | 'Warning';
  /** The source in events of the core/v1 API; set by older clients. */
  deprecatedSource?: { component?: string; host?: string };
  /** The first occurrence, in the older event API. */
  deprecatedFirstTimestamp?: Time;
  /** The last occurrence, in the older event API. */
  deprecatedLastTimestamp?: Time;
  /** The number of occurrences, in the older event API. */
  deprecatedCount?: Int32;
}

/** The resource definition of events (events.k8s.io/v1). */
export const eventResource: ResourceDefinition<KubernetesEvent, 'Namespaced'> = {
  group: 'events.k8s.io',
  version: 'v1',
  kind: 'Event',
  listKind: 'EventList',
  plural: 'events',
  singular: 'event',
  scope: 'Namespaced',
  deepCopy: deepCopyJson<KubernetesEvent>,
};
