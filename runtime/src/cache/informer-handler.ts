import type { WaitOptions } from '../async/wait-options.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Cached } from './cached.js';

/** What is known of a deletion. */
export interface DeletionInfo {
  /**
   * The deletion itself was not seen, only that the object was gone (or had become another one,
   * by its uid) when the informer looked again: the object is the last state that was seen, which
   * may be older than the last state that it had.
   */
  readonly finalStateUnknown: boolean;
}

/**
 * Who is told of changes. Each handler gets its events one at a time and in order; a method that
 * returns a promise holds back the next event of this handler only, until it settles. A method
 * that throws or rejects is logged, and the handler goes on with its next event. None may wait for the
 * end of its own informer, as by `await factory.close()`: that waits for its handlers.
 *
 * Objects are shared with the store and all other handlers: copy before changing. A handler that only
 * puts keys into a queue is `enqueueObjects`.
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
  /** `isInInitialList`: the object was there before, only the informer or the handler is new. */
  onAdd?(object: Cached<T, S>, isInInitialList: boolean): void | Promise<void>;
  /**
   * A resync gives the same object twice. What did not change is the same part of both, where the
   * informer has no transform and reads by itself what the server sends: `before.spec === after.spec`
   * is a cheap first question, and `false` no proof that they differ.
   */
  onUpdate?(before: Cached<T, S>, after: Cached<T, S>): void | Promise<void>;
  /** Told when the object is gone; it is the last state that is known. */
  onDelete?(object: Cached<T, S>, info: DeletionInfo): void | Promise<void>;
}

/** How one handler wants to be served. */
export interface HandlerOptions {
  /**
   * Tells the handler all objects of the cache anew each so many milliseconds (at least 1000), as
   * updates without a change and without a request to the server. 0 means never.
   */
  readonly resyncMs?: number;
  /** How log lines call the handler; `handler-1` and so on by the order when left out. */
  readonly name?: string;
  /**
   * Tells a handler that is behind where each object has got to, instead of every step: several
   * updates become one from the state that it was told last, and an object that came and went is
   * not told. What waits for it is then never more than the objects are, where every event takes
   * memory until it is told otherwise. False by default.
   */
  readonly coalesce?: boolean;
}

/** One handler's membership in an informer. */
export interface HandlerRegistration {
  /** See {@link HandlerOptions.name}. */
  readonly name: string;
  /** How many events the handler has not been told yet, or has not returned from. */
  readonly pending: number;
  /**
   * For how long the oldest of them has waited, in milliseconds; 0 when there is none. A handler
   * that is far behind is warned of: 60 s, or 10,000 events that wait for more than 5 s.
   */
  readonly lagMs: number;
  /** The informer has synced and the handler has been told of every object of that moment. */
  readonly hasSynced: boolean;
  /**
   * Resolves when {@link hasSynced} becomes true. Rejects with the signal's reason when it aborts,
   * and with an error when the informer ends or the handler is removed first.
   */
  synced(options?: WaitOptions): Promise<void>;
  /**
   * Resolves when the handler was removed, or its informer has ended, and the handler has returned:
   * it is told nothing more. Rejects with the signal's reason when it aborts.
   */
  ended(options?: WaitOptions): Promise<void>;
}
