import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import { RingBuffer } from '../workqueue/ring-buffer.js';
import type { Batch, Mark, Notification } from './notification.js';

/** The notifications that a handler has not received yet, in order. */
export interface EventBuffer<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  /** The number of pending events, without marks. */
  readonly length: number;
  push(item: Notification<T, S> | Batch<T, S> | Mark): void;
  /** Removes and returns the next item. Undefined if the buffer is empty. */
  shift(): Notification<T, S> | Mark | undefined;
  clear(): void;
}

/** Keeps all events. Its length is not limited while the handler is behind. */
export class FullBuffer<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> implements EventBuffer<T, S> {
  readonly #items = new RingBuffer<Notification<T, S> | Batch<T, S> | Mark>();
  /** The rest of the batch that is being consumed. */
  #front: Iterator<Notification<T, S>> | undefined;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(item: Notification<T, S> | Batch<T, S> | Mark): void {
    if (typeof item !== 'string') this.#length += isBatch(item) ? item.length : 1;
    this.#items.push(item);
  }

  shift(): Notification<T, S> | Mark | undefined {
    for (;;) {
      const item = this.#nextOfBatch() ?? this.#items.shift();
      if (item === undefined || typeof item === 'string') return item;
      if (!isBatch(item)) {
        this.#length--;
        return item;
      }
      this.#front = item[Symbol.iterator]();
    }
  }

  #nextOfBatch(): Notification<T, S> | undefined {
    const next = this.#front?.next();
    if (next?.done === false) return next.value;
    this.#front = undefined;
    return undefined;
  }

  clear(): void {
    this.#items.clear();
    this.#front = undefined;
    this.#length = 0;
  }
}

/** Returns whether an item is a batch of notifications. */
export function isBatch<T extends KubernetesObject, S extends ResourceScope>(
  item: Notification<T, S> | Batch<T, S>,
): item is Batch<T, S> {
  return Symbol.iterator in item;
}
