import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Cached } from './cached.js';
import type { Batch, Notification } from './notification.js';

/** The number of changes that are freed at once. */
const BLOCK_LENGTH = 512;

/** How the changes of a list are reported to a handler. */
export interface ListNotifyOptions {
  /** The time of the list, on the informer's clock. */
  readonly atMs: number;
  readonly isInInitialList: boolean;
  /** Also reports unchanged objects, as updates without a change. */
  readonly includesUnchanged: boolean;
}

/**
 * The changes of a list. Notifications of a long list are created when they are delivered. Until
 * then, they are stored as pairs of objects, in blocks that are freed one by one.
 */
export class ListChanges<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  readonly #blocks: Block<T, S>[] = [];

  /**
   * Without `before`, the object is new. Without `object`, it was deleted and the event was missed.
   */
  add(before: Cached<T, S> | undefined, object: Cached<T, S> | undefined): void {
    let block = this.#blocks.at(-1);
    if (block === undefined || block.length >= BLOCK_LENGTH) {
      block = new Block();
      this.#blocks.push(block);
    }
    block.add(before, object);
  }

  /** Returns the notifications for a handler, in the order of {@link add}. */
  batches(options: ListNotifyOptions): Batch<T, S>[] {
    return this.#blocks.map((block) => block.batch(options)).filter(({ length }) => length > 0);
  }
}

/** A block of changes, each of which is one notification. */
class Block<T extends KubernetesObject, S extends ResourceScope> {
  readonly #befores: (Cached<T, S> | undefined)[] = [];
  readonly #objects: (Cached<T, S> | undefined)[] = [];
  #unchanged = 0;

  get length(): number {
    return this.#objects.length;
  }

  /** A new uid means a new object: see {@link HandlerSet.notifyChange}. */
  add(before: Cached<T, S> | undefined, object: Cached<T, S> | undefined): void {
    if (
      before !== undefined &&
      object !== undefined &&
      before.metadata.uid !== object.metadata.uid
    ) {
      this.add(before, undefined);
      this.add(undefined, object);
      return;
    }
    if (before === object) this.#unchanged++;
    this.#befores.push(before);
    this.#objects.push(object);
  }

  batch(options: ListNotifyOptions): Batch<T, S> {
    const length = this.length - (options.includesUnchanged ? 0 : this.#unchanged);
    return { length, [Symbol.iterator]: () => this.#notifications(options) };
  }

  *#notifications(options: ListNotifyOptions): Generator<Notification<T, S>, void, undefined> {
    const { atMs, isInInitialList, includesUnchanged } = options;
    for (let i = 0; i < this.length; i++) {
      const before = this.#befores[i];
      const object = this.#objects[i];
      if (object !== undefined) {
        if (before === undefined) yield { type: 'add', object, isInInitialList, atMs };
        else if (before !== object || includesUnchanged)
          yield { type: 'update', before, object, atMs };
      } else if (before !== undefined) {
        yield { type: 'delete', object: before, finalStateUnknown: true, atMs };
      }
    }
  }
}
