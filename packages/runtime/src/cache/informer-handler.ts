import type { WaitOptions } from '../async/wait-options.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Cached } from './cached.js';

/** Details of a deletion. */
export interface DeletionInfo {
  /**
   * The deletion event was missed: a later list or event shows that the object no longer exists or
   * was replaced by one with another uid. The reported object is the last state that the informer
   * received, which may be older than the object's final state.
   */
  readonly finalStateUnknown: boolean;
}

/**
 * Receives the changes of objects, one event at a time and in order. If a method returns a promise,
 * the next event of this handler waits until it settles; other handlers continue. If a method
 * throws or rejects, the error is logged and the handler continues with the next event. A handler
 * must not await the end of its own informer, such as `await factory.close()`, because that waits
 * for the handlers.
 *
 * Objects are shared with the store and all other handlers: copy them before changing them.
 * `enqueueObjects` creates handlers that only add keys to a queue.
 *
 * @example
 * informer.addHandler({
 *   onUpdate(before, after) {
 *     if (before.status?.phase !== after.status?.phase) queue.add(objectKey(after));
 *   },
 * });
 */
export interface InformerHandler<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> {
  /**
   * `isInInitialList` is true for objects that existed before the informer or the handler was
   * started.
   */
  onAdd?(object: Cached<T, S>, isInInitialList: boolean): void | Promise<void>;
  /**
   * In a resync, both objects are the same. Unchanged parts of the two versions are the same
   * JavaScript objects, unless the informer has a transform, a custom parser or a custom client:
   * `before.spec === after.spec` is a cheap check, but `false` does not prove that the parts
   * differ.
   */
  onUpdate?(before: Cached<T, S>, after: Cached<T, S>): void | Promise<void>;
  /** Called after a deletion with the last known state of the object. */
  onDelete?(object: Cached<T, S>, info: DeletionInfo): void | Promise<void>;
}

/** Options of `addHandler`. */
export interface HandlerOptions {
  /**
   * The interval, in milliseconds, at which the handler receives all cached objects as updates
   * without a change. Sends no requests. At least 1000; 0 disables resyncs. Defaults to the
   * informer's `resyncMs`.
   */
  readonly resyncMs?: number;
  /**
   * The name of the handler in logs and metrics. Defaults to `handler-1`, `handler-2` and so on.
   */
  readonly name?: string;
  /**
   * Merges the pending events of each object: several updates become one update from the last state
   * that the handler received, and an object that was created and deleted in the meantime is not
   * reported. This limits the memory for a slow handler by the number of objects; otherwise, every
   * pending event takes memory. Defaults to false.
   */
  readonly coalesce?: boolean;
}

/** The registration of a handler with an informer. */
export interface HandlerRegistration {
  /** See {@link HandlerOptions.name}. */
  readonly name: string;
  /** The number of events that the handler has not received or not returned from. */
  readonly pending: number;
  /**
   * The age of the oldest pending event, in milliseconds; 0 if none exists. A warning is logged
   * after 60 s, or after 5 s with more than 10,000 pending events.
   */
  readonly lagMs: number;
  /**
   * Whether the informer has synced and the handler has received all objects that were stored then.
   */
  readonly hasSynced: boolean;
  /**
   * Resolves when {@link hasSynced} becomes true. Rejects with the signal's reason when it aborts,
   * and with an error if the informer stops or the handler is removed first.
   */
  synced(options?: WaitOptions): Promise<void>;
  /**
   * Resolves when the handler was removed or its informer has stopped, and the handler has
   * returned. It receives no events after that. Rejects with the signal's reason when it aborts.
   */
  ended(options?: WaitOptions): Promise<void>;
}
