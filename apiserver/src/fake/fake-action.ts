import type {
  ApiError,
  KubernetesList,
  KubernetesObject,
  ApiStatus,
  WatchEvent,
} from '@vmgen/runtime';
import type { RequestVerb } from '../request/request-info.js';

/** One call that a client made, in the order of arrival. */
export interface FakeAction {
  readonly verb: RequestVerb;
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** The plural name. */
  readonly resource: string;
  /** Undefined: cluster-scoped, or all namespaces. */
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
  /** The body as JSON; undefined: none. */
  readonly body: unknown;
  /** Selectors, limits and options as they stood in the query. */
  readonly query: Readonly<Record<string, string>>;
}

/** What a reactor answers with. */
export type FakeReaction =
  KubernetesObject | KubernetesList<KubernetesObject> | ApiStatus | ApiError;

/**
 * Answers an action in place of the server. Undefined leaves it to the next one. A thrown ApiError
 * is an answer too; anything else that is thrown reaches the client as if there had been no answer.
 */
export type FakeReactor = (
  action: FakeAction,
) => FakeReaction | undefined | Promise<FakeReaction | undefined>;

/** What a watch reactor tells: of the objects only what the test is about has to be there. */
export interface FakeWatchEvent {
  readonly type: WatchEvent<KubernetesObject>['type'];
  readonly object: KubernetesObject | ApiStatus;
}

/** The same for a watch: its events in the order in which the client sees them. */
export type FakeWatchReactor = (
  action: FakeAction,
) => AsyncIterable<FakeWatchEvent> | ApiError | undefined;
