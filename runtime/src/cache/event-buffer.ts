import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import { RingBuffer } from '../workqueue/ring-buffer.js';
import type { Batch, Mark, Notification } from './notification.js';

/** What one handler has not been told yet, in the order in which it will be. */
export interface EventBuffer<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  /** How many events wait; marks do not count. */
  readonly length: number;
  push(item: Notification<T, S> | Batch<T, S> | Mark): void;
  /** Takes what is next; undefined when there is nothing. */
  shift(): Notification<T, S> | Mark | undefined;
  clear(): void;
}

/** Keeps every event: as long as the handler is behind. */
export class FullBuffer<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> implements EventBuffer<T, S> {
  readonly #items = new RingBuffer<Notification<T, S> | Batch<T, S> | Mark>();
  /** What is left of a batch that was at the front. */
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
      const item = this.#ofBatch() ?? this.#items.shift();
      if (item === undefined || typeof item === 'string') return item;
      if (!isBatch(item)) {
        this.#length--;
        return item;
      }
      this.#front = item[Symbol.iterator]();
    }
  }

  #ofBatch(): Notification<T, S> | undefined {
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

/** Whether it is many notifications. */
export function isBatch<T extends KubernetesObject, S extends ResourceScope>(
  item: Notification<T, S> | Batch<T, S>,
): item is Batch<T, S> {
  return Symbol.iterator in item;
}
