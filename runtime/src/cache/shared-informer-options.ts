import type { Clock } from '../async/clock.js';
import type { Logger } from '../logging/logger.js';
import type { Persisted, ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Metrics } from '../metrics/metrics.js';
import type { DeletionGuardOptions } from './deletion-guard.js';
import type { Indexers } from './index-set.js';

/**
 * Changes an object before it is stored: mostly drops what nobody reads. May change it in place.
 * Returns the object, at once, with its kind, name, namespace, uid and resource version: what fails
 * to is logged, and the object kept as it came. With a transform, the versions of an object share no
 * parts, for it may change what it is given: a list in which all has changed takes more memory.
 */
export type ObjectTransform<T extends KubernetesObject, S extends ResourceScope = ResourceScope> = (
  object: Persisted<T, S>,
) => Persisted<T, S>;

/**
 * Told of every list or watch that failed; the informer goes on by itself. What it throws is logged,
 * as is what it rejects with where it is an async function.
 */
export type ReflectorErrorHandler = (error: unknown) => void;

/** What an informer asks for, and how it keeps it. */
export interface SharedInformerOptions<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> {
  /** The system's when left out. */
  readonly clock?: Clock;
  /** Silent when left out. */
  readonly logger?: Logger;
  /** Only objects with such labels; see `parseLabelSelector`. */
  readonly labelSelector?: string;
  /** Only objects with such fields, as far as the server knows fields of the kind. */
  readonly fieldSelector?: string;
  /** The resync of handlers that do not say their own. 0, the default, means never. */
  readonly resyncMs?: number;
  /** Indices from the start, by their names, beside that of namespaces. */
  readonly indexers?: Indexers<T, S>;
  /** See {@link ObjectTransform}. */
  readonly transform?: ObjectTransform<T, S>;
  /**
   * Keeps who owns which field, `metadata.managedFields`. It is often half of an object, and cached
   * ones are hardly ever asked for it: by default it is cut out of what the server sends before
   * anything is made of it, and undefined. A `get` by the client has it in any case.
   */
  readonly keepManagedFields?: boolean;
  /** Reads the server's answers in place of `JSON.parse`; see {@link ListOptions.parse}. */
  readonly parse?: (text: string) => unknown;
  /** The most objects of one page of a list. 500 by default. */
  readonly pageSize?: number;
  /**
   * Asks for lists as the beginning of a watch (WatchList of Kubernetes 1.32), which costs the server
   * and this process least, and falls back to pages for good where the server refuses. True by default.
   */
  readonly streamingLists?: boolean;
  /**
   * Asks again when a list lacks more than a share of what is known, and tells no deletion until the
   * second one says so too. Off by default: such a list is the truth where many objects were deleted
   * while the watch was cut off.
   */
  readonly deletionGuard?: DeletionGuardOptions;
  /** The shortest time after which the server is asked to end a watch; drawn up to twice this. */
  readonly minWatchTimeoutMs?: number;
  /**
   * Freezes what the store holds, so that code which changes a shared object throws where it does
   * so: `TypeError: Cannot assign to read only property 'image' of object '#<Object>'`. The mend is
   * to copy first (`deepCopy…`). Costs a walk over each object. By default true over a transport
   * that says so, as the fake one does, and where `NODE_ENV` is `test`.
   */
  readonly freezeObjects?: boolean;
  /**
   * Where `reflector_lists_total`, `reflector_watches_total` and their like go, and, while the informer
   * runs, `informer_objects` and `informer_pending_events` of each handler. With the name of the
   * resource.
   */
  readonly metrics?: Metrics;
  /** Draws from [0, 1), for jitter. */
  readonly random?: () => number;
}
