import { deepCopyJson } from '../meta/deep-copy-json.js';
import type { Int32, KubernetesObject, MicroTime, Time } from '../meta/types.js';
import type { ResourceDefinition } from '../client/resource.js';

/** Which object, or part of one, something is about. */
export interface ObjectReference {
  kind?: string;
  namespace?: string;
  name?: string;
  uid?: string;
  apiVersion?: string;
  resourceVersion?: string;
  /** A part of the object, such as `spec.containers{name}`. */
  fieldPath?: string;
}

/** How often an event has repeated itself. */
export interface EventSeries {
  count: Int32;
  lastObservedTime: MicroTime;
}

/** Something that happened to an object, told to people (events.k8s.io/v1). */
export interface KubernetesEvent extends KubernetesObject {
  /** When it was first seen. */
  eventTime: MicroTime | null;
  series?: EventSeries;
  /** The controller that tells it, such as `cloudnative.tw/vm-controller`. */
  reportingController?: string;
  /** Which process of that controller. */
  reportingInstance?: string;
  /** What was done, as one CamelCase word. */
  action?: string;
  /** Why, as one CamelCase word. */
  reason?: string;
  regarding?: ObjectReference;
  /** A second object that took part. */
  related?: ObjectReference;
  /** What happened, for people. At most 1024 bytes. */
  note?: string;
  type?: 'Normal' | 'Warning';
  deprecatedSource?: { component?: string; host?: string };
  deprecatedFirstTimestamp?: Time;
  deprecatedLastTimestamp?: Time;
  deprecatedCount?: Int32;
}

/** What clients and informers know of events (events.k8s.io/v1). */
export const eventResource: ResourceDefinition<KubernetesEvent, true> = {
  group: 'events.k8s.io',
  version: 'v1',
  kind: 'Event',
  listKind: 'EventList',
  plural: 'events',
  singular: 'event',
  namespaced: true,
  deepCopy: deepCopyJson<KubernetesEvent>,
};
