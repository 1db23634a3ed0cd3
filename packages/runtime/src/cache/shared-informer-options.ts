import type { Clock } from '../async/clock.js';
import type { Random } from '../async/random.js';
import type { AnyResourceDefinition } from '../client/resource.js';
import type { Logger } from '../logging/logger.js';
import type { Persisted, ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Metrics } from '../metrics/metrics.js';
import type { DeletionGuardOptions } from './deletion-guard.js';
import type { Indexers } from './index-set.js';

/**
 * Changes an object before it is stored, usually to remove unused fields. May modify it in place.
 * Must return the object synchronously, with the same kind, name, namespace, uid and resource
 * version; otherwise an error is logged and the object is stored unchanged. With a transform, the
 * versions of an object share no parts, because the transform may modify its argument, so a list
 * with many changes takes more memory.
 */
export type ObjectTransform<T extends KubernetesObject, S extends ResourceScope = ResourceScope> = (
  object: Persisted<T, S>,
) => Persisted<T, S>;

/**
 * Called with the error of each failed list or watch, and with the kind of the informer; the
 * informer retries by itself. Errors that the handler throws, or rejects with if it is async, are
 * logged.
 */
export type InformerErrorHandler = (error: unknown, resource: AnyResourceDefinition) => void;

/** Options of {@link createSharedInformer}. */
export interface SharedInformerOptions<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> {
  /** Defaults to {@link systemClock}. */
  readonly clock?: Clock;
  /** Defaults to no logging. */
  readonly logger?: Logger;
  /** Selects objects by labels; see `parseLabelSelector`. Defaults to all objects. */
  readonly labelSelector?: string;
  /**
   * Selects objects by fields, if the server supports these fields for the kind. Defaults to all
   * objects.
   */
  readonly fieldSelector?: string;
  /** The default of {@link HandlerOptions.resyncMs}, in milliseconds. Defaults to 0: no resyncs. */
  readonly resyncMs?: number;
  /** Indexes by name, in addition to the index of namespaces. */
  readonly indexers?: Indexers<T, S>;
  /** See {@link ObjectTransform}. */
  readonly transform?: ObjectTransform<T, S>;
  /**
   * Returns whether to store an object. The others are dropped when they arrive, before the
   * transform: handlers do not receive them. After the answers have changed, call
   * `relist` of the informer. It must not throw. Defaults to all objects.
   */
  readonly stores?: (object: Persisted<T, S>) => boolean;
  /**
   * Called for each failed list or watch; see {@link InformerErrorHandler}. Defaults to a line in the
   * log for each failure.
   */
  readonly onError?: InformerErrorHandler;
  /**
   * Called after the store was replaced by a list that is older than it: the server's store was restored
   * from a backup. Other kinds have changed too, and an informer may not notice it, because the versions
   * of the server have caught up with its own: call `relist` of the others. An informer factory does this
   * for its informers. It must not throw. Defaults to no call.
   */
  readonly onRestored?: () => void;
  /**
   * Whether cached objects have `metadata.managedFields`, which is often half of an object and
   * rarely read from a cache. Defaults to false: the field is removed from responses before they
   * are parsed. `get` of a client always returns it.
   */
  readonly keepManagedFields?: boolean;
  /**
   * Returns the field manager whose applied fields cached objects keep: the one entry of
   * `metadata.managedFields` of its server-side apply, without owner references. Equal field sets
   * share their memory. Called for each request and object. Has no effect with
   * {@link keepManagedFields}. Defaults to none.
   */
  readonly keepFieldsOf?: () => string | undefined;
  /** Parses responses instead of `JSON.parse`; see {@link ListOptions.parse}. */
  readonly parse?: (text: string) => unknown;
  /** The maximum number of objects per page of a list. Defaults to 500. */
  readonly pageSize?: number;
  /**
   * Whether to request lists as the beginning of a watch (WatchList of Kubernetes 1.32), which
   * takes the least memory in the server and in this process. If the server rejects it, lists are
   * paged from then on. Defaults to true.
   */
  readonly watchList?: boolean;
  /**
   * Requires a second list before deletions are reported if more than a share of the known objects
   * is missing in a list. Defaults to no guard, because such a list is correct if many objects were
   * deleted while the watch was interrupted.
   */
  readonly deletionGuard?: DeletionGuardOptions;
  /**
   * The minimum timeout of a watch, in milliseconds. Each watch has a random timeout between this
   * and twice this. Defaults to 300,000.
   */
  readonly minWatchTimeoutMs?: number;
  /**
   * Whether to freeze stored objects, so that code that modifies a shared object throws `TypeError:
   * Cannot assign to read only property 'image' of object '#<Object>'`. To fix such code, copy the
   * object first (`deepCopy…`). Freezing visits all parts of each object. Defaults to the setting
   * of the transport, such as true for the fake transport, or else to whether `NODE_ENV` is `test`.
   */
  readonly freezeObjects?: boolean;
  /**
   * Receives `reflector_lists_total`, `reflector_watches_total` and the other reflector metrics,
   * and, while the informer runs, `informer_objects`, `informer_bytes` (their approximate size as
   * JSON), `informer_pending_writes` and `informer_pending_events` of each handler.
   * The label `name` is the name of the resource. Defaults to no metrics.
   */
  readonly metrics?: Metrics;
  /** Returns a random number in [0, 1), for jitter. Defaults to `Math.random`. */
  readonly random?: Random;
}
