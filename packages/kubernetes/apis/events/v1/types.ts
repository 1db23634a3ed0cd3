import type { Int32, ListMeta, MicroTime, ObjectMeta, Time, TypeMeta } from '@vmgen/runtime';
import type { EventSource, ObjectReference } from '../../core/v1/types.js';

/**
 * +genclient
 * +kubebuilder:resource:shortName=ev
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#event-v1-events-k8s-io
 */
export interface Event extends TypeMeta {
  metadata: ObjectMeta;
  action?: string;
  deprecatedCount?: Int32;
  deprecatedFirstTimestamp?: Time;
  deprecatedLastTimestamp?: Time;
  deprecatedSource?: EventSource;
  eventTime: MicroTime;
  note?: string;
  reason?: string;
  regarding?: ObjectReference;
  related?: ObjectReference;
  reportingController?: string;
  reportingInstance?: string;
  series?: EventSeries;
  type?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#eventseries-v1-events-k8s-io
 */
export interface EventSeries {
  count: Int32;
  lastObservedTime: MicroTime;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#eventlist-v1-events-k8s-io
 */
export interface EventList extends TypeMeta {
  metadata: ListMeta;
  items: Event[];
}
