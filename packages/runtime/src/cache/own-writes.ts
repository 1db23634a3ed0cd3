import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Cached } from './cached.js';
import type { IndexErrorHandler, Indexers } from './index-set.js';
import { isOlderVersion } from './resource-version.js';
import { createStore, type Store, type StoreWriter } from './store.js';

/** A write of this program whose result the informer has not received yet. */
export interface PendingWrite {
  /** Whether the informer has received the result, or a later state. */
  readonly isObserved: boolean;
  /** Calls `callback` once, when {@link isObserved} becomes true; at once if it is. */
  onObserved(callback: () => void): void;
}

/** The result of a write of this program. */
interface OwnWrite<T extends KubernetesObject, S extends ResourceScope> {
  /** The namespace of the object; empty for a cluster-scoped one. */
  readonly namespace: string;
  /** The UID of the object. */
  readonly uid: string;
  /** The resource version of the result; for a deletion, the last known one before it. */
  readonly version: string;
  /**
   * Creates the object as readers see it. Called once, when it is first read. Undefined if the
   * object is deleted or the selectors exclude it.
   */
  readonly prepare: (() => Cached<T, S>) | undefined;
  /** For a deletion: whether the last known state was already being deleted, held by a finalizer. */
  readonly isTerminating?: boolean;
  /** False if it is unknown whether the selectors match the object, so readers see the store. */
  readonly isKnown: boolean;
}

/** A pending write that {@link observed} ends. */
export class RecordedWrite implements PendingWrite {
  #callbacks: (() => void)[] | undefined = [];

  get isObserved(): boolean {
    return this.#callbacks === undefined;
  }

  onObserved(callback: () => void): void {
    if (this.#callbacks === undefined) callback();
    else this.#callbacks.push(callback);
  }

  observed(): void {
    const callbacks = this.#callbacks ?? [];
    this.#callbacks = undefined;
    for (const callback of callbacks) callback();
  }
}

/** A recorded write until the informer has received it. */
class Write<T extends KubernetesObject, S extends ResourceScope> extends RecordedWrite {
  #own: OwnWrite<T, S>;
  #object: Cached<T, S> | undefined;

  constructor(own: OwnWrite<T, S>) {
    super();
    this.#own = own;
  }

  get own(): OwnWrite<T, S> {
    return this.#own;
  }

  /** Most writes are observed before they are read. */
  get object(): Cached<T, S> | undefined {
    this.#object ??= this.#own.prepare?.();
    return this.#object;
  }

  /**
   * Replaces the result by a later one of the same object: who waits for the earlier version waits for
   * this one, which includes it. Only the last result is kept, because a cache that cannot watch may
   * receive none of many.
   */
  replaceBy(own: OwnWrite<T, S>): void {
    this.#own = own;
    this.#object = undefined;
  }
}

/**
 * The store of an informer as its readers see it: the stored state and, above it, the results of
 * this program's writes that the informer has not received yet. The store itself is written only by
 * the informer; a write here could otherwise hide a later state for good.
 *
 * A write is removed when the informer has received its version: by an event, a bookmark or a list.
 * A deletion is recorded by UID, because the server's answer has no version, and is removed when the
 * informer has received the deletion. Kubernetes' own controllers follow the same rule
 * (k8s.io/client-go/tools/cache/consistencystore). It is also removed by what shows that the object was
 * not deleted: a list of the newest state that was sent later, or a state that is being deleted
 * and has finalizers.
 */
export class OwnWrites<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> implements Store<T, S> {
  readonly #base: Store<T, S>;
  /** The objects of {@link #writes} with the indexes of the store, except {@link #unindexed}. */
  readonly #written: Store<T, S>;
  readonly #writer: StoreWriter<T, S>;
  /** The keys of writes that are not indexed, because no index was read since. */
  readonly #unindexed = new Set<string>();
  /** In the order in which they were recorded. */
  readonly #writes = new Map<string, Write<T, S>>();
  readonly #deletions = new Map<string, Write<T, S>>();

  constructor(base: Store<T, S>, indexers: Indexers<T, S>, onIndexError: IndexErrorHandler) {
    this.#base = base;
    const { store, writer } = createStore<T, S>({ indexers, onIndexError });
    this.#written = store;
    this.#writer = writer;
  }

  /** The number of writes that the informer has not received. */
  get pending(): number {
    return this.#writes.size + this.#deletions.size;
  }

  get size(): number {
    return this.pending === 0 ? this.#base.size : this.keys().length;
  }

  find(key: string): Cached<T, S> | undefined {
    return this.pending === 0 ? this.#base.find(key) : this.#resolve(key);
  }

  has(key: string): boolean {
    return this.find(key) !== undefined;
  }

  list(): Cached<T, S>[] {
    return this.pending === 0 ? this.#base.list() : this.#objectsOf(this.keys());
  }

  keys(): string[] {
    const stored = this.#base.keys();
    if (this.pending === 0) return stored;
    const added = [...this.#writes.keys()].filter((key) => !this.#base.has(key));
    return [...stored, ...added].filter((key) => this.has(key));
  }

  byIndex(indexName: string, value: string): Cached<T, S>[] {
    if (this.pending === 0) return this.#base.byIndex(indexName, value);
    return this.#objectsOf(this.keysByIndex(indexName, value));
  }

  keysByIndex(indexName: string, value: string): string[] {
    const stored = this.#base.keysByIndex(indexName, value);
    if (this.pending === 0) return stored;
    const isCurrent = (key: string, source: Store<T, S>): boolean => {
      const object = this.#resolve(key);
      return object !== undefined && object === source.find(key);
    };
    this.#indexWrites();
    const written = this.#written.keysByIndex(indexName, value);
    return [
      ...stored.filter((key) => isCurrent(key, this.#base)),
      ...written.filter((key) => isCurrent(key, this.#written)),
    ];
  }

  indexValues(indexName: string): string[] {
    const values = this.#base.indexValues(indexName);
    if (this.pending === 0) return values;
    this.#indexWrites();
    return [...new Set([...values, ...this.#written.indexValues(indexName)])].filter(
      (value) => this.keysByIndex(indexName, value).length > 0,
    );
  }

  hasIndex(indexName: string): boolean {
    return this.#base.hasIndex(indexName);
  }

  addIndexers(indexers: Indexers<T, S>): void {
    this.#writer.addIndexers(indexers);
  }

  /** Records the result of a write. An older result than the recorded one is ignored. */
  record(key: string, write: OwnWrite<T, S>): PendingWrite {
    const known = this.#writes.get(key);
    if (known !== undefined && !isOlderVersion(known.own.version, write.version)) return known;
    const recorded = known ?? new Write(write);
    recorded.replaceBy(write);
    // As the last one.
    this.#writes.delete(key);
    this.#writes.set(key, recorded);
    this.#unindexed.add(key);
    return recorded;
  }

  /** Records the deletion of the object with this UID. */
  recordDeletion(key: string, write: OwnWrite<T, S>): PendingWrite {
    const known = this.#deletions.get(key);
    if (known?.own.uid === write.uid) return known;
    known?.observed();
    const recorded = new Write(write);
    this.#deletions.set(key, recorded);
    return recorded;
  }

  /** Called after the store has applied an event of this version for the key. */
  changed(key: string, version: string): void {
    if (this.pending === 0) return;
    const write = this.#writes.get(key);
    if (write !== undefined && !isOlderVersion(version, write.own.version)) this.#drop(key, write);
    this.#dropDeletion(key, version);
  }

  /**
   * Called after the informer has reached a version, in one namespace if it watches several
   * separately.
   */
  reached(version: string, namespace: string | undefined): void {
    for (const [key, write] of this.#writes) {
      if (namespace !== undefined && write.own.namespace !== namespace) continue;
      // Versions mostly ascend, and each event checks the write of its own key (`changed`).
      if (isOlderVersion(version, write.own.version)) break;
      this.#drop(key, write);
    }
  }

  /** The objects of writes, in one namespace or in all, that readers see and the store does not contain. */
  unreceived(namespace: string | undefined): [string, Cached<T, S>][] {
    return [...this.#writes].flatMap(([key, { own }]): [string, Cached<T, S>][] => {
      if (namespace !== undefined && own.namespace !== namespace) return [];
      const object = this.#resolve(key);
      return object === undefined || object === this.#base.find(key) ? [] : [[key, object]];
    });
  }

  /** The recorded deletions that the informer has not received. */
  get deletions(): ReadonlySet<PendingWrite> {
    return new Set(this.#deletions.values());
  }

  /**
   * Called after a list has replaced the store, or one namespace of it. The list shows whether the
   * objects of the `decided` deletions exist.
   */
  replaced(
    version: string,
    namespace: string | undefined,
    decided: ReadonlySet<PendingWrite>,
  ): void {
    for (const [key, write] of this.#writes) {
      const isListed = namespace === undefined || write.own.namespace === namespace;
      if (isListed && !isOlderVersion(version, write.own.version)) this.#drop(key, write);
    }
    for (const [key, write] of this.#deletions) {
      if (namespace !== undefined && write.own.namespace !== namespace) continue;
      if (decided.has(write)) this.#endDeletion(key, write);
      else this.#dropDeletion(key, version);
    }
  }

  /** Forgets all writes, because the server's versions have gone back. */
  clear(): void {
    for (const [key, write] of this.#writes) this.#drop(key, write);
    for (const write of this.#deletions.values()) write.observed();
    this.#deletions.clear();
  }

  #resolve(key: string): Cached<T, S> | undefined {
    const write = this.#writes.get(key);
    // `changed` has removed it if the store has a later state.
    const object = write?.own.isKnown === true ? write.object : this.#base.find(key);
    const isDeleted = object?.metadata.uid === this.#deletions.get(key)?.own.uid;
    return isDeleted ? undefined : object;
  }

  #objectsOf(keys: readonly string[]): Cached<T, S>[] {
    return keys.flatMap((key) => this.#resolve(key) ?? []);
  }

  #indexWrites(): void {
    for (const key of this.#unindexed) {
      const object = this.#writes.get(key)?.object;
      if (object === undefined) this.#writer.delete(key);
      else this.#writer.set(key, object);
    }
    this.#unindexed.clear();
  }

  #drop(key: string, write: Write<T, S>): void {
    this.#writes.delete(key);
    this.#unindexed.delete(key);
    this.#writer.delete(key);
    write.observed();
  }

  #dropDeletion(key: string, version: string): void {
    const deletion = this.#deletions.get(key);
    if (deletion === undefined || isOlderVersion(version, deletion.own.version)) return;
    const { uid, isTerminating = false } = deletion.own;
    const stored = this.#base.find(key)?.metadata;
    // Of a deletion without finalizers, only one with a grace period has a state, such as that of a pod.
    const isDeleting = stored?.deletionTimestamp !== undefined;
    const isKept = !isTerminating && isDeleting && (stored.finalizers ?? []).length > 0;
    if (stored?.uid === uid && !isKept) return;
    this.#endDeletion(key, deletion);
  }

  #endDeletion(key: string, deletion: Write<T, S>): void {
    this.#deletions.delete(key);
    deletion.observed();
  }
}
