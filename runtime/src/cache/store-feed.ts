import type { Persisted } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Cached } from './cached.js';
import type { HandlerSet } from './handler-set.js';
import { ListChanges } from './list-changes.js';
import type { ObjectAdmission } from './object-admission.js';
import type { ReflectorTarget } from './reflector-options.js';
import type { Store, StoreWriter } from './store.js';

export interface StoreFeedOptions<T extends KubernetesObject, N extends boolean = boolean> {
  readonly store: Store<T, N>;
  readonly writer: StoreWriter<T, N>;
  readonly admission: ObjectAdmission<T, N>;
  readonly handlers: HandlerSet<T, N>;
  /** The part of the store that is this feed's; undefined where it has the whole. */
  readonly namespace: string | undefined;
  /** Called once, when the first list has been told. */
  readonly onSynced: () => void;
}

/** Brings what one reflector learns into the store, and then tells the handlers. */
export class StoreFeed<
  T extends KubernetesObject,
  N extends boolean = boolean,
> implements ReflectorTarget<T, N> {
  readonly #options: StoreFeedOptions<T, N>;
  #isSynced = false;

  constructor(options: StoreFeedOptions<T, N>) {
    this.#options = options;
  }

  get(key: string): Cached<T, N> | undefined {
    return this.#options.store.find(key);
  }

  /** The keys of this feed's part of the store. */
  keys(): string[] {
    const { store, namespace } = this.#options;
    const keys = store.keys();
    return namespace === undefined ? keys : keys.filter((key) => key.startsWith(`${namespace}/`));
  }

  admit(key: string, object: Persisted<T, N>): Cached<T, N> {
    return this.#options.admission.admit(key, object);
  }

  set(key: string, object: Cached<T, N>): void {
    const { writer, handlers } = this.#options;
    handlers.tellChange(writer.set(key, object), object);
  }

  delete(key: string, object: Cached<T, N>): void {
    const { store, writer, handlers } = this.#options;
    const before = store.find(key);
    if (before === undefined) return;
    writer.delete(key);
    // Handlers know the one that is kept; where another one was deleted, its end was not seen.
    const isKept = before.metadata.uid === object.metadata.uid;
    handlers.tellDeletion(isKept ? object : before, !isKept);
  }

  replace(objects: Map<string, Cached<T, N>>): void {
    const { handlers, onSynced } = this.#options;
    const isInitial = !this.#isSynced;
    handlers.tellList(this.#swap(objects), isInitial);
    if (!isInitial) return;
    this.#isSynced = true;
    onSynced();
  }

  /** No reader comes in between. */
  #swap(objects: Map<string, Cached<T, N>>): ListChanges<T, N> {
    const { store, writer, namespace } = this.#options;
    const changes = new ListChanges<T, N>();
    if (namespace === undefined) {
      const before = writer.replace(objects);
      for (const [key, object] of before) if (!objects.has(key)) changes.add(object, undefined);
      for (const [key, object] of objects) changes.add(before.get(key), object);
      return changes;
    }
    for (const key of this.keys()) {
      if (objects.has(key)) continue;
      changes.add(store.find(key), undefined);
      writer.delete(key);
    }
    for (const [key, object] of objects) changes.add(writer.set(key, object), object);
    return changes;
  }
}
