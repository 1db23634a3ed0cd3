import type { KubernetesObject } from '../meta/types.js';
import { RingBuffer } from '../workqueue/ring-buffer.js';
import type { Mark, Notification } from './notification.js';

/** What one handler has not been told yet, in the order in which it will be. */
export interface EventBuffer<T extends KubernetesObject, N extends boolean = boolean> {
  /** How many events wait; marks do not count. */
  readonly length: number;
  push(item: Notification<T, N> | Mark): void;
  /** Takes what is next; undefined when there is nothing. */
  shift(): Notification<T, N> | Mark | undefined;
  clear(): void;
}

/** Keeps every event: as long as the handler is behind. */
export class FullBuffer<
  T extends KubernetesObject,
  N extends boolean = boolean,
> implements EventBuffer<T, N> {
  readonly #items = new RingBuffer<Notification<T, N> | Mark>();
  #marks = 0;

  get length(): number {
    return this.#items.length - this.#marks;
  }

  push(item: Notification<T, N> | Mark): void {
    if (typeof item === 'string') this.#marks++;
    this.#items.push(item);
  }

  shift(): Notification<T, N> | Mark | undefined {
    const item = this.#items.shift();
    if (typeof item === 'string') this.#marks--;
    return item;
  }

  clear(): void {
    this.#items.clear();
    this.#marks = 0;
  }
}
