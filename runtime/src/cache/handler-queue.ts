import { setImmediate } from 'node:timers/promises';
import type { WaitOptions } from '../async/wait-options.js';
import { VmgenError } from '../errors/vmgen-error.js';
import type { Logger } from '../logging/logger.js';
import { objectKey } from '../meta/object-key.js';
import type { KubernetesObject } from '../meta/types.js';
import { RingBuffer } from '../workqueue/ring-buffer.js';
import type { Cached } from './cached.js';
import type { HandlerRegistration, InformerHandler } from './informer-handler.js';
import { Latch } from './latch.js';

/** What a handler is told; one object serves all handlers. */
export type Notification<T extends KubernetesObject, N extends boolean = boolean> =
  | { readonly type: 'add'; readonly object: Cached<T, N>; readonly isInInitialList: boolean }
  | { readonly type: 'update'; readonly before: Cached<T, N>; readonly object: Cached<T, N> }
  | {
      readonly type: 'delete';
      readonly object: Cached<T, N>;
      readonly finalStateUnknown: boolean;
    }
  | { readonly type: 'resync'; readonly object: Cached<T, N> };

/** Stands in the buffer behind the last object of the initial list. */
const SYNCED = { type: 'synced' } as const;

/** After so many events without a pause, timers and sockets get their turn. */
const EVENTS_PER_TURN = 500;

/** One handler with its own ordered buffer, which empties itself at the handler's pace. */
export class HandlerQueue<
  T extends KubernetesObject,
  N extends boolean = boolean,
> implements HandlerRegistration {
  /** 0 when the handler asked for no resync. */
  readonly resyncMs: number;
  readonly #handler: InformerHandler<T, N>;
  readonly #logger: Logger;
  readonly #buffer = new RingBuffer<Notification<T, N> | typeof SYNCED>();
  readonly #synced = new Latch();
  #resyncsLeft = 0;
  #isClosed = false;
  #draining: Promise<void> | undefined;

  constructor(handler: InformerHandler<T, N>, resyncMs: number, logger: Logger) {
    this.resyncMs = resyncMs;
    this.#handler = handler;
    this.#logger = logger;
  }

  get hasSynced(): boolean {
    return this.#synced.isOpen;
  }

  /** The handler has not been told all of the last resync yet. */
  get isResyncing(): boolean {
    return this.#resyncsLeft > 0;
  }

  synced(options?: WaitOptions): Promise<void> {
    return this.#synced.wait(options);
  }

  push(notification: Notification<T, N>): void {
    if (notification.type === 'resync') this.#resyncsLeft++;
    this.#push(notification);
  }

  /** The initial list ends here. */
  pushSynced(): void {
    this.#push(SYNCED);
  }

  /** Drops what was not told yet; resolves when the handler has returned. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#buffer.clear();
    this.#synced.shut(
      new VmgenError(
        'ERR_VMGEN_CLOSED',
        'the handler was removed, or its informer ended, before it had synced',
      ),
    );
    await this.#draining;
  }

  #push(item: Notification<T, N> | typeof SYNCED): void {
    if (this.#isClosed) return;
    this.#buffer.push(item);
    this.#draining ??= this.#drain();
  }

  /** Never rejects. */
  async #drain(): Promise<void> {
    // The store is up to date before anyone is told, and no teller waits for a handler.
    await Promise.resolve();
    let told = 0;
    for (let item = this.#buffer.shift(); item !== undefined; item = this.#buffer.shift()) {
      if (item.type === 'synced') {
        this.#synced.open();
        continue;
      }
      if (item.type === 'resync') this.#resyncsLeft--;
      const pending = this.#tell(item);
      if (pending !== undefined) await pending;
      if (++told % EVENTS_PER_TURN === 0) await setImmediate();
    }
    this.#draining = undefined;
  }

  /** The promise, if the handler gave one, made harmless. */
  #tell(notification: Notification<T, N>): Promise<void> | undefined {
    try {
      const pending = this.#call(notification);
      if (pending === undefined) return undefined;
      return Promise.resolve(pending).catch((error: unknown) => this.#log(notification, error));
    } catch (error) {
      this.#log(notification, error);
      return undefined;
    }
  }

  #call(notification: Notification<T, N>): void | Promise<void> {
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

  #log(notification: Notification<T, N>, error: unknown): void {
    this.#logger.error('an event handler threw; it goes on with the next event', {
      event: notification.type,
      key: objectKey(notification.object),
      error,
    });
  }
}
