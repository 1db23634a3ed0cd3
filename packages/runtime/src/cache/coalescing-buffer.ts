import { objectKey } from '../meta/object-key.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import { RingBuffer } from '../workqueue/ring-buffer.js';
import { isBatch, type EventBuffer } from './event-buffer.js';
import type { Added, Batch, Deleted, Mark, Notification, Updated } from './notification.js';

/**
 * The pending notifications of one key. Empty if its object was created and deleted in the
 * meantime.
 */
interface Entry<T extends KubernetesObject, S extends ResourceScope> {
  readonly key: string;
  first: Notification<T, S> | undefined;
  /** A new object of the same name, to be reported after the deletion of the known one. */
  successor: Added<T, S> | undefined;
}

/** Compacting the order is not worthwhile for fewer empty entries than this. */
const MAX_EXTRA_GAPS = 64;

/**
 * Keeps, per key, only the notifications that lead from the last state that the handler received to
 * the current one. So it never contains more entries than the objects known to the handler plus
 * those in the store. A key keeps its position in the order.
 */
export class CoalescingBuffer<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> implements EventBuffer<T, S> {
  readonly #entries = new Map<string, Entry<T, S>>();
  #order = new RingBuffer<Entry<T, S> | Mark>();
  /** The entry whose deletion was returned and whose successor is returned next. */
  #front: Entry<T, S> | undefined;
  #gaps = 0;

  get length(): number {
    return this.#entries.size;
  }

  /** The length of the order, including empty entries and marks. */
  get places(): number {
    return this.#order.length;
  }

  push(item: Notification<T, S> | Batch<T, S> | Mark): void {
    if (typeof item === 'string') this.#order.push(item);
    else if (isBatch(item)) for (const notification of item) this.#add(notification);
    else this.#add(item);
  }

  #add(item: Notification<T, S>): void {
    const key = objectKey(item.object);
    const entry = this.#entries.get(key);
    if (entry === undefined) {
      const added: Entry<T, S> = { key, first: item, successor: undefined };
      this.#entries.set(key, added);
      this.#order.push(added);
      return;
    }
    merge(entry, item);
    if (entry.first === undefined) this.#removeEntry(entry);
  }

  shift(): Notification<T, S> | Mark | undefined {
    for (;;) {
      const item = this.#front ?? this.#order.shift();
      if (item === undefined || typeof item === 'string') return item;
      this.#front = undefined;
      const { first, successor } = item;
      if (first === undefined) {
        this.#gaps--;
        continue;
      }
      if (successor === undefined) {
        this.#entries.delete(item.key);
      } else {
        item.first = successor;
        item.successor = undefined;
        this.#front = item;
      }
      return first;
    }
  }

  clear(): void {
    this.#entries.clear();
    this.#order.clear();
    this.#front = undefined;
    this.#gaps = 0;
  }

  /** The entry remains in the order as a gap, because finding it would require a scan. */
  #removeEntry(entry: Entry<T, S>): void {
    this.#entries.delete(entry.key);
    if (entry === this.#front) this.#front = undefined;
    else if (++this.#gaps > this.#entries.size + MAX_EXTRA_GAPS) this.#closeGaps();
  }

  #closeGaps(): void {
    const order = new RingBuffer<Entry<T, S> | Mark>();
    for (let item = this.#order.shift(); item !== undefined; item = this.#order.shift()) {
      if (typeof item === 'string' || item.first !== undefined) order.push(item);
    }
    this.#order = order;
    this.#gaps = 0;
  }
}

/** Merges a notification into the pending ones of its key. */
function merge<T extends KubernetesObject, S extends ResourceScope>(
  entry: Entry<T, S>,
  item: Notification<T, S>,
): void {
  const { first, successor } = entry;
  switch (item.type) {
    case 'resync':
      // The pending notification reports the same state.
      return;
    case 'add':
      if (first?.type === 'delete') entry.successor = item;
      return;
    case 'update':
      if (successor !== undefined) entry.successor = { ...successor, object: item.object };
      else entry.first = updated(first, item);
      return;
    case 'delete':
      if (successor !== undefined) entry.successor = undefined;
      else entry.first = deleted(first, item);
  }
}

function updated<T extends KubernetesObject, S extends ResourceScope>(
  first: Notification<T, S> | undefined,
  item: Updated<T, S>,
): Notification<T, S> | undefined {
  switch (first?.type) {
    case 'add':
    case 'update':
      return { ...first, object: item.object };
    case 'resync':
      return { ...item, atMs: first.atMs };
    default:
      return first;
  }
}

/** Nothing if the handler has not received the object. */
function deleted<T extends KubernetesObject, S extends ResourceScope>(
  first: Notification<T, S> | undefined,
  item: Deleted<T, S>,
): Notification<T, S> | undefined {
  if (first === undefined || first.type === 'add') return undefined;
  return { ...item, atMs: first.atMs };
}
