import { isJsonObject, type JsonObject, stringifyJson } from '@vmgen/base/json';
import { heapBytes } from '../json/heap-bytes.js';
import { EventLog, type StoreEvent } from './event-log.js';
import { HistoryBudget } from './history-budget.js';
import { MemoryBudget } from './memory-budget.js';
import type { Revision } from './revision.js';
import { compareKeys, lowerBound, SortedKeys } from './sorted-keys.js';
import { StorageQuota } from './storage-quota.js';
import type { VersionCounter } from './version-counter.js';
import { ViewCache } from './view-cache.js';

export interface ObjectStoreOptions {
  /** The number of retained changes for watches and snapshots. Defaults to 10,000. */
  readonly logCapacity?: number;
  /** The memory limit of the changes, shared between stores. Defaults to no limit. */
  readonly budget?: HistoryBudget;
  /** The memory limit of the objects, shared between stores. Defaults to no limit. */
  readonly quota?: StorageQuota;
  /** Caches objects in other versions, shared between stores. Defaults to a cache without a limit. */
  readonly views?: ViewCache;
  /**
   * The memory limit of the objects' JSON, shared between stores. Defaults to no limit.
   */
  readonly texts?: MemoryBudget;
  /** The version after which all changes are known. Defaults to the current version. */
  readonly horizon?: number;
  /** Called after each change, before watches are notified. Must not write to any store. */
  readonly onChange?: (store: ObjectStore, event: StoreEvent) => void;
}

/**
 * The objects of one resource, in memory, with the log of their latest changes. All methods are
 * synchronous, so no partial change is visible.
 */
export class ObjectStore {
  readonly log: EventLog;
  readonly views: ViewCache;
  readonly #counter: VersionCounter;
  readonly #current = new Map<string, Revision>();
  readonly #keys = new SortedKeys(this.#current);
  readonly #listeners = new Set<() => void>();
  readonly #replaceListeners = new Set<(previous: Revision) => void>();
  readonly #onChange: ObjectStoreOptions['onChange'];
  readonly #quota: StorageQuota;
  readonly #texts: MemoryBudget;
  #lastVersion: number;
  #isClosed = false;

  constructor(counter: VersionCounter, options: ObjectStoreOptions = {}) {
    this.#counter = counter;
    this.#lastVersion = counter.current;
    this.#onChange = options.onChange;
    const budget = options.budget ?? new HistoryBudget(Infinity);
    this.#quota = options.quota ?? new StorageQuota(Infinity);
    this.#texts = options.texts ?? new MemoryBudget(Infinity);
    this.views = options.views ?? new ViewCache(Infinity);
    const horizon = options.horizon ?? counter.current;
    this.log = new EventLog(options.logCapacity ?? 10_000, horizon, budget);
  }

  /** The version of the last change in the server. */
  get version(): number {
    return this.#counter.current;
  }

  /** Calls `listener` with each new {@link version}, before the change is stored. */
  subscribeVersions(listener: () => void): () => void {
    return this.#counter.subscribe(listener);
  }

  /** The version of the last change in this store. */
  get lastVersion(): number {
    return this.#lastVersion;
  }

  get size(): number {
    return this.#current.size;
  }

  /** Whether the resource is no longer served. Its watches then end. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  get(key: string): Revision | undefined {
    return this.#current.get(key);
  }

  /**
   * Stores a new or changed object with the next version. The store takes ownership of it.
   *
   * @param bytes the object's size in memory, if it is known
   * @throws ApiError 500 if the quota is exceeded
   */
  put(
    key: string,
    object: JsonObject,
    preparedBy: object | undefined,
    bytes = heapBytes(object),
  ): Revision {
    const previous = this.#current.get(key);
    this.#quota.replace(object, bytes, previous);
    const version = this.#counter.next();
    setVersion(object, version);
    const revision: Revision = { key, version, object, bytes, preparedBy, text: undefined };
    this.#current.set(key, revision);
    if (previous === undefined) this.#keys.noteAdded(key);
    else this.#dropText(previous);
    this.#commit({ version, type: previous ? 'MODIFIED' : 'ADDED', revision, previous });
    return revision;
  }

  /** Removes an object. Watches receive its last state with the version of the deletion. */
  remove(key: string): Revision | undefined {
    const previous = this.#current.get(key);
    if (previous === undefined) return undefined;
    const version = this.#counter.next();
    const object = withVersion(previous.object, version);
    const revision: Revision = { ...previous, version, object, text: undefined };
    this.#current.delete(key);
    this.#dropText(previous);
    this.#quota.release(previous);
    this.#keys.noteRemoved();
    this.#commit({ version, type: 'DELETED', revision, previous });
    return revision;
  }

  /**
   * Returns the JSON of a stored object. It is cached while the object is current and the budget
   * allows it.
   *
   * @param isCached whether to cache it. Defaults to true
   */
  textOf(revision: Revision, isCached = true): string {
    if (revision.text !== undefined) return revision.text;
    const text = stringifyJson(revision.object);
    const isCurrent = isCached && this.#current.get(revision.key) === revision;
    if (isCurrent && this.#texts.reserve(text.length)) revision.text = text;
    return text;
  }

  #dropText(revision: Revision): void {
    if (revision.text === undefined) return;
    this.#texts.release(revision.text.length);
    revision.text = undefined;
  }

  #commit(event: StoreEvent): void {
    this.#lastVersion = event.version;
    const { previous } = event;
    if (previous !== undefined) for (const listen of this.#replaceListeners) listen(previous);
    this.log.append(event);
    this.#onChange?.(this, event);
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Calls `listener` after each change, and when the store is closed. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls `listener` with each object that is replaced or removed. */
  onReplaced(listener: (previous: Revision) => void): () => void {
    this.#replaceListeners.add(listener);
    return () => this.#replaceListeners.delete(listener);
  }

  close(): void {
    this.#isClosed = true;
    this.#notify();
    this.log.close();
  }

  /**
   * Yields the objects whose key starts with `prefix`, in the order of their keys, starting at
   * `from`.
   */
  *scan(prefix: string, from = prefix): Generator<Revision> {
    const keys = this.#keys.all();
    for (let i = lowerBound(keys, from); i < keys.length; i++) {
      const key = keys[i] ?? '';
      if (!key.startsWith(prefix)) return;
      const revision = this.#current.get(key);
      if (revision !== undefined) yield revision;
    }
  }

  /**
   * As {@link scan}, at a version in the log (`version >= log.horizon`). Later changes are
   * reverted.
   */
  *scanAt(version: number, prefix: string, from = prefix): Generator<Revision> {
    const before = this.#statesBefore(version);
    if (before.size === 0) {
      yield* this.scan(prefix, from);
      return;
    }
    const changed = [...before.keys()].filter((key) => key >= from && key.startsWith(prefix));
    changed.sort(compareKeys);
    let next = 0;
    for (const revision of this.scan(prefix, from)) {
      for (; (changed[next] ?? '\uffff') < revision.key; next++) {
        const old = before.get(changed[next] ?? '');
        if (old !== undefined) yield old;
      }
      if (!before.has(revision.key)) yield revision;
    }
    for (; next < changed.length; next++) {
      const old = before.get(changed[next] ?? '');
      if (old !== undefined) yield old;
    }
  }

  /** Returns the changed objects after a version, with their states at that version. */
  #statesBefore(version: number): Map<string, Revision | undefined> {
    const before = new Map<string, Revision | undefined>();
    for (let at = this.log.positionAfter(version); at < this.log.end; at++) {
      const event = this.log.at(at);
      if (event === undefined || before.has(event.revision.key)) continue;
      before.set(event.revision.key, event.previous);
    }
    return before;
  }
}

function setVersion(object: JsonObject, version: number): void {
  const metadata = object['metadata'];
  if (isJsonObject(metadata)) metadata['resourceVersion'] = String(version);
}

/** Returns a copy of the object with another version. */
export function withVersion(object: JsonObject, version: number): JsonObject {
  const metadata = object['metadata'];
  return {
    ...object,
    metadata: {
      ...(isJsonObject(metadata) ? metadata : {}),
      resourceVersion: String(version),
    },
  };
}
