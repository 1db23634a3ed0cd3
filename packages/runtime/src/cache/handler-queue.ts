import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../async/clock.js';
import { isPending, settled } from '../async/settled.js';
import type { WaitOptions } from '../async/wait-options.js';
import { VmgenError } from '../errors/vmgen-error.js';
import type { Logger } from '../logging/logger.js';
import { objectKey } from '../meta/object-key.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import { CoalescingBuffer } from './coalescing-buffer.js';
import { FullBuffer, type EventBuffer } from './event-buffer.js';
import { LagMonitor } from './handler-lag.js';
import type { HandlerRegistration, InformerHandler } from './informer-handler.js';
import { Latch } from './latch.js';
import type { Batch, Mark, Notification } from './notification.js';

/** Options of {@link HandlerQueue}. */
interface HandlerQueueOptions {
  readonly name: string;
  /** 0 for no resync. */
  readonly resyncMs: number;
  readonly coalesce: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Yields to timers and sockets after this number of events without a pause. */
const EVENTS_PER_TURN = 500;

/** Delivers notifications to one handler in order, at its own pace, from its own buffer. */
export class HandlerQueue<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> implements HandlerRegistration {
  readonly name: string;
  /** 0 for no resync. */
  readonly resyncMs: number;
  readonly #handler: InformerHandler<T, S>;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #buffer: EventBuffer<T, S>;
  readonly #lag: LagMonitor;
  readonly #synced = new Latch();
  readonly #ended = new Latch();
  #isResyncing = false;
  #isClosed = false;
  #draining: Promise<void> | undefined;
  #isHandling = false;
  /** The time of the event that was taken last; undefined while none is pending. */
  #oldestMs: number | undefined;

  constructor(handler: InformerHandler<T, S>, options: HandlerQueueOptions) {
    this.name = options.name;
    this.resyncMs = options.resyncMs;
    this.#handler = handler;
    this.#clock = options.clock;
    this.#logger = options.logger;
    this.#buffer = options.coalesce ? new CoalescingBuffer() : new FullBuffer();
    this.#lag = new LagMonitor(options.clock, options.logger, () => this);
  }

  get hasSynced(): boolean {
    return this.#synced.isOpen;
  }

  get pending(): number {
    return this.#buffer.length + (this.#isHandling ? 1 : 0);
  }

  get lagMs(): number {
    return this.#oldestMs === undefined ? 0 : this.#clock.nowMs() - this.#oldestMs;
  }

  /** Whether events of the last resync are pending. */
  get isResyncing(): boolean {
    return this.#isResyncing;
  }

  synced(options?: WaitOptions): Promise<void> {
    return this.#synced.wait(options);
  }

  ended(options?: WaitOptions): Promise<void> {
    return this.#ended.wait(options);
  }

  push(item: Notification<T, S> | Batch<T, S> | Mark): void {
    if (this.#isClosed) return;
    if (item === 'resynced') this.#isResyncing = true;
    this.#buffer.push(item);
    this.#draining ??= this.#drain();
  }

  /** Drops the pending events. Resolves when the handler has returned. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#buffer.clear();
    this.#lag.close();
    this.#synced.shut(
      new VmgenError(
        'ERR_VMGEN_CLOSED',
        'the handler was removed or its informer stopped before the handler had synced',
      ),
    );
    await this.#draining;
    this.#ended.open();
  }

  /** Never rejects. */
  async #drain(): Promise<void> {
    // Handlers run later: the store is updated first, and the informer never waits for a handler.
    await Promise.resolve();
    let delivered = 0;
    for (let item = this.#buffer.shift(); item !== undefined; item = this.#buffer.shift()) {
      if (typeof item === 'string') {
        this.#reach(item);
        continue;
      }
      this.#oldestMs = item.atMs;
      const result = this.#deliver(item);
      if (result !== undefined) await this.#waitFor(result, item);
      if (++delivered % EVENTS_PER_TURN === 0) await this.#pause();
    }
    this.#oldestMs = undefined;
    this.#draining = undefined;
  }

  #reach(mark: Mark): void {
    if (mark === 'synced') this.#synced.open();
    else this.#isResyncing = false;
  }

  /** Returns the promise to await before the next event, if there is one. */
  #deliver(notification: Notification<T, S>): unknown {
    try {
      const result = this.#call(notification);
      return isPending(result) ? result : undefined;
    } catch (error) {
      this.#log(notification, error);
      return undefined;
    }
  }

  #call(notification: Notification<T, S>): void | Promise<void> {
    const { object } = notification;
    switch (notification.type) {
      case 'add':
        return this.#handler.onAdd?.(object, notification.isInInitialList);
      case 'update':
        return this.#handler.onUpdate?.(notification.before, object);
      case 'resync':
        return this.#handler.onUpdate?.(object, object);
      case 'delete':
        return this.#handler.onDelete?.(object, {
          finalStateUnknown: notification.finalStateUnknown,
        });
    }
  }

  async #waitFor(result: unknown, notification: Notification<T, S>): Promise<void> {
    this.#isHandling = true;
    this.#watchLag();
    await settled(result, (error) => this.#log(notification, error));
    this.#isHandling = false;
  }

  async #pause(): Promise<void> {
    this.#watchLag();
    await setImmediate();
  }

  #watchLag(): void {
    if (!this.#isClosed) this.#lag.watch();
  }

  #log(notification: Notification<T, S>, error: unknown): void {
    this.#logger.error('an event handler threw; continuing with the next event', {
      event: notification.type,
      key: objectKey(notification.object),
      error,
    });
  }
}
