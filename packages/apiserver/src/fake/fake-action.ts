import type {
  ApiError,
  KubernetesList,
  KubernetesObject,
  ApiStatus,
  WatchEvent,
} from '@vmgen/runtime';
import type { RequestVerb } from '../request/request-info.js';

/** A recorded request, in the order of arrival. */
export interface FakeAction {
  /** The verb of the request: `create`, `list`, `watch`, ... */
  readonly verb: RequestVerb;
  /** Empty for the core group. */
  readonly group: string;
  /** The API version: `v1`. */
  readonly version: string;
  /** The plural name of the resource. */
  readonly resource: string;
  /** Undefined for cluster-scoped resources and for all namespaces. */
  readonly namespace: string | undefined;
  /** The name of the object; undefined for collections. */
  readonly name: string | undefined;
  /** The subresource, such as `status`; undefined for the object itself. */
  readonly subresource: string | undefined;
  /** The parsed body; undefined without a body. */
  readonly body: unknown;
  /** The query parameters: selectors, limits and options. */
  readonly query: Readonly<Record<string, string>>;
}

/** The response of a reactor. */
export type FakeReaction =
  KubernetesObject | KubernetesList<KubernetesObject> | ApiStatus | ApiError;

/**
 * Answers an action instead of the server. If it returns undefined, the next reactor or the server
 * answers. A thrown ApiError is returned as its Status. Any other thrown error reaches the client
 * as a network error.
 */
export type FakeReactor = (
  action: FakeAction,
) => FakeReaction | undefined | Promise<FakeReaction | undefined>;

/** An event of a watch reactor. Its object needs only the fields that the test uses. */
export interface FakeWatchEvent {
  /** The type of the event. */
  readonly type: WatchEvent<KubernetesObject>['type'];
  /** The object, or the Status of an `ERROR` event. */
  readonly object: KubernetesObject | ApiStatus;
}

/**
 * As {@link FakeReactor}, for a watch: returns the events in the order in which the client receives
 * them.
 */
export type FakeWatchReactor = (
  action: FakeAction,
) => AsyncIterable<FakeWatchEvent> | ApiError | undefined;
