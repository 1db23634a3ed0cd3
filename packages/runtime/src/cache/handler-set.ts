import type { Clock, ClockTimer } from '../async/clock.js';
import { VmgenError } from '../errors/vmgen-error.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Cached } from './cached.js';
import type { HandlerQueue } from './handler-queue.js';
import type { HandlerRegistration } from './informer-handler.js';
import { ListChanges } from './list-changes.js';
import type { Notification } from './notification.js';
import type { Store } from './store.js';

/** The handlers of one informer. Distributes notifications and schedules resyncs. */
export class HandlerSet<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  readonly #store: Store<T, S>;
  readonly #clock: Clock;
  readonly #queues = new Map<HandlerRegistration, HandlerQueue<T, S>>();
  readonly #resyncTimers = new Map<HandlerQueue<T, S>, ClockTimer>();
  /** Removed handlers that have not returned yet. */
  readonly #closing = new Set<Promise<void>>();
  #isSynced = false;
  #isEnded = false;

  constructor(store: Store<T, S>, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** The registered handlers. */
  get registrations(): Iterable<HandlerRegistration> {
    return this.#queues.keys();
  }

  /** Adds a handler, which first receives all stored objects. Throws after {@link end}. */
  add(queue: HandlerQueue<T, S>): HandlerRegistration {
    if (this.#isEnded)
      throw new VmgenError('ERR_VMGEN_CLOSED', 'the informer has stopped; create a new one');
    this.#queues.set(queue, queue);
    const changes = new ListChanges<T, S>();
    for (const object of this.#store.list()) changes.add(undefined, object);
    this.#notifyListTo([queue], changes, true);
    if (this.#isSynced) this.#begin(queue);
    return queue;
  }

  remove(registration: HandlerRegistration): void {
    const queue = this.#queues.get(registration);
    if (queue === undefined) return;
    this.#queues.delete(registration);
    this.#resyncTimers.get(queue)?.cancel();
    this.#resyncTimers.delete(queue);
    const closing: Promise<void> = queue.close().then(() => void this.#closing.delete(closing));
    this.#closing.add(closing);
  }

  /** Reports a deletion; `object` is the last known state. */
  notifyDeletion(object: Cached<T, S>, finalStateUnknown: boolean): void {
    this.#notify({ type: 'delete', object, finalStateUnknown, atMs: this.#clock.nowMs() });
  }

  /**
   * Reports the new state of a key. An object with another uid is a new object, which is reported
   * as a deletion and an add (client-go reports an update). If the stored object was kept because
   * nothing has changed, only handlers with resyncs are notified.
   */
  notifyChange(before: Cached<T, S> | undefined, object: Cached<T, S>): void {
    const atMs = this.#clock.nowMs();
    if (before === undefined) {
      this.#notify({ type: 'add', object, isInInitialList: false, atMs });
    } else if (before.metadata.uid !== object.metadata.uid) {
      this.#notify({ type: 'delete', object: before, finalStateUnknown: true, atMs });
      this.#notify({ type: 'add', object, isInInitialList: false, atMs });
    } else if (before === object) {
      const update: Notification<T, S> = { type: 'update', before, object, atMs };
      for (const queue of this.#queues.values()) if (queue.resyncMs > 0) queue.push(update);
    } else {
      this.#notify({ type: 'update', before, object, atMs });
    }
  }

  /** Reports the changes of a list, each like {@link notifyChange}. */
  notifyList(changes: ListChanges<T, S>, isInInitialList: boolean): void {
    this.#notifyListTo(this.#queues.values(), changes, isInInitialList);
  }

  /** Called after the first list was reported. */
  notifySynced(): void {
    this.#isSynced = true;
    for (const queue of this.#queues.values()) this.#begin(queue);
  }

  /** Removes all handlers. Resolves when they have returned. */
  async end(): Promise<void> {
    this.#isEnded = true;
    for (const registration of [...this.#queues.keys()]) this.remove(registration);
    await Promise.all(this.#closing);
  }

  #notify(notification: Notification<T, S>): void {
    for (const queue of this.#queues.values()) queue.push(notification);
  }

  #notifyListTo(
    queues: Iterable<HandlerQueue<T, S>>,
    changes: ListChanges<T, S>,
    isInInitialList: boolean,
  ): void {
    const atMs = this.#clock.nowMs();
    for (const queue of queues) {
      const options = { atMs, isInInitialList, includesUnchanged: queue.resyncMs > 0 };
      for (const batch of changes.batches(options)) queue.push(batch);
    }
  }

  #begin(queue: HandlerQueue<T, S>): void {
    queue.push('synced');
    if (queue.resyncMs > 0) this.#scheduleResync(queue);
  }

  #scheduleResync(queue: HandlerQueue<T, S>): void {
    const timer = this.#clock.setTimer(queue.resyncMs, () => {
      this.#resync(queue);
      this.#scheduleResync(queue);
    });
    this.#resyncTimers.set(queue, timer);
  }

  /**
   * Skips the resync if the previous one is pending, so that the buffer of a slow handler does not
   * grow.
   */
  #resync(queue: HandlerQueue<T, S>): void {
    if (queue.isResyncing) return;
    const atMs = this.#clock.nowMs();
    for (const object of this.#store.list()) queue.push({ type: 'resync', object, atMs });
    queue.push('resynced');
  }
}
