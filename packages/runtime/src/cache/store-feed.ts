import type { Pace } from '../async/pace.js';
import { describeAnswer, isNamedObject, isOfKind } from '../client/check-answer.js';
import { ApiError } from '../client/errors.js';
import type { WatchEvent } from '../client/resource-client.js';
import type { ResourceDefinition } from '../client/resource.js';
import { VmgenError } from '../errors/vmgen-error.js';
import type { Logger } from '../logging/logger.js';
import { quote } from '../logging/quote.js';
import { objectKey } from '../meta/object-key.js';
import type { Persisted, ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Cached } from './cached.js';
import type { DeletionGuard } from './deletion-guard.js';
import type { HandlerSet } from './handler-set.js';
import { ListChanges } from './list-changes.js';
import type { PrepareObject } from './prepare-object.js';
import type { OwnWrites, PendingWrite } from './own-writes.js';
import { StaleListError } from './reflector-errors.js';
import { isOlderVersion } from './resource-version.js';
import type { Store, StoreWriter } from './store.js';

interface StoreFeedOptions<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  readonly resource: ResourceDefinition<T, S>;
  readonly store: Store<T, S>;
  readonly writer: StoreWriter<T, S>;
  readonly prepare: PrepareObject<T, S>;
  /** Whether an object is stored; see `SharedInformerOptions.stores`. */
  readonly stores: ((object: Persisted<T, S>) => boolean) | undefined;
  readonly handlers: HandlerSet<T, S>;
  /** The namespace that this feed writes; undefined if it writes the whole store. */
  readonly namespace: string | undefined;
  /** The namespace of the requests; undefined or empty for all. */
  readonly requested: string | undefined;
  readonly deletionGuard: DeletionGuard | undefined;
  /** Forgets the writes that this feed has stored. */
  readonly ownWrites: Pick<
    OwnWrites<T, S>,
    'changed' | 'reached' | 'replaced' | 'clear' | 'deletions' | 'unreceived'
  >;
  readonly logger: Logger;
  /** Limits the warnings. */
  readonly warnings: Pace;
  /** See `SharedInformerOptions.onRestored`. */
  readonly onRestored: () => void;
  /** Called once, after the first list was stored and the handlers were notified. */
  readonly onSynced: () => void;
}

/**
 * The effect of a watch event: `advanced` moved the resource version forward, `ignored` did not move
 * it, and `older` came from before the current version.
 */
type EventEffect = 'advanced' | 'ignored' | 'older';

type ChangeEvent<T extends KubernetesObject, S extends ResourceScope> = Extract<
  WatchEvent<T, S>,
  { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' }
>;

/**
 * Applies the lists and watch events of one reflector to the store, and then notifies the handlers.
 * Nothing that the server sends is stored before it has been checked here: its kind, its version
 * against the current one, and for lists the deletion guard.
 */
export class StoreFeed<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  /** Converts a received object to the object to store; see {@link PrepareObject}. */
  readonly prepare: PrepareObject<T, S>;
  readonly #options: StoreFeedOptions<T, S>;
  #resourceVersion = '';
  #isSynced = false;
  /** The deletions that were recorded before the current list was sent. */
  #deletions: ReadonlySet<PendingWrite> = new Set();

  constructor(options: StoreFeedOptions<T, S>) {
    this.#options = options;
    this.prepare = options.prepare;
  }

  /** The resource version of the stored state; empty before the first list. */
  get resourceVersion(): string {
    return this.#resourceVersion;
  }

  /** Returns whether an object is stored. Throws if it belongs to another namespace than requested. */
  stores(object: Persisted<T, S>): boolean {
    const { requested, stores } = this.#options;
    if (requested && object.metadata.namespace !== requested) {
      throw new VmgenError(
        'ERR_VMGEN_ANSWER',
        `the list of the namespace ${quote(requested)} contains ${quote(objectKey(object))}`,
      );
    }
    return stores?.(object) ?? true;
  }

  /** Called before a list is sent. */
  listing(): void {
    this.#deletions = this.#options.ownWrites.deletions;
  }

  /**
   * Replaces the stored state with a list. Throws, and stores nothing, if the list is older than
   * `notOlderThan`, has no version to watch from, or the deletion guard requires a second list.
   */
  replace(objects: Map<string, Cached<T, S>>, version: string, notOlderThan: string): void {
    if (version === '') {
      throw new VmgenError('ERR_VMGEN_ANSWER', 'the list response has no resourceVersion');
    }
    if (notOlderThan !== '' && isOlderVersion(version, notOlderThan)) {
      throw new StaleListError(version, notOlderThan);
    }
    const { deletionGuard, store, handlers, namespace, ownWrites } = this.#options;
    const { onRestored, onSynced } = this.#options;
    deletionGuard?.check(this.#keys(), store, objects);
    const isInitial = !this.#isSynced;
    const isRestored = isOlderVersion(version, this.#resourceVersion);
    for (const [key, object] of ownWrites.unreceived(namespace)) {
      const { resourceVersion } = object.metadata;
      const isPast = isRestored || !isOlderVersion(version, resourceVersion);
      const isListed = objects.get(key)?.metadata.resourceVersion === resourceVersion;
      // Otherwise handlers would not notice that another client has undone an own write since.
      if (isPast && !isListed) this.#set(key, object);
    }
    const changes = this.#swap(objects);
    // After a restore of the server's database, recorded writes may never have happened.
    if (isRestored) ownWrites.clear();
    else {
      // Only the newest state is certainly later than what was recorded before.
      const decided = notOlderThan === '' ? this.#deletions : new Set<PendingWrite>();
      ownWrites.replaced(version, namespace, decided);
    }
    handlers.notifyList(changes, isInitial);
    this.#resourceVersion = version;
    if (isRestored) onRestored();
    if (!isInitial) return;
    this.#isSynced = true;
    onSynced();
  }

  /** Applies one watch event. Throws if the event ends the watch. */
  apply(event: WatchEvent<T, S>): EventEffect {
    if (event.type === 'ERROR') throw new ApiError(event.object);
    if (event.type === 'BOOKMARK') return this.#applyBookmark(event.object);
    if (!this.#isExpected(event.object)) return 'ignored';
    const { resourceVersion } = event.object.metadata;
    const isOlder = isOlderVersion(resourceVersion, this.#resourceVersion);
    const key = objectKey(event.object);
    const stored = this.#options.store.find(key);
    if (this.#isReplayed(event, stored)) {
      const { type } = event;
      this.#options.logger.verbose(4, 'ignored a replayed event', { key, type, resourceVersion });
    } else {
      if (this.stores(event.object)) {
        const object = this.prepare(key, event.object, stored);
        if (event.type === 'DELETED') this.#delete(key, object);
        else this.#set(key, object);
      } else if (stored !== undefined) this.#delete(key, stored);
      this.#options.ownWrites.changed(key, resourceVersion);
    }
    if (isOlder) return 'older';
    return this.#advance(resourceVersion) ? 'advanced' : 'ignored';
  }

  /** A bookmark changes only the resource version. It may omit `kind` and `apiVersion`. */
  #applyBookmark(object: Partial<KubernetesObject>): EventEffect {
    const { resourceVersion } = object.metadata ?? {};
    if (!isOfKind(object, this.#options.resource)) return 'ignored';
    if (isOlderVersion(resourceVersion, this.#resourceVersion)) return 'older';
    this.#advance(resourceVersion);
    return 'ignored';
  }

  /**
   * An event from before the stored state must not restore that past. For an object that is not
   * stored, the version of the whole state decides, because the object may have been deleted since.
   */
  #isReplayed({ type, object }: ChangeEvent<T, S>, stored: Cached<T, S> | undefined): boolean {
    if (stored === undefined && type === 'DELETED') return false;
    const known = stored === undefined ? this.#resourceVersion : stored.metadata.resourceVersion;
    return isOlderVersion(object.metadata.resourceVersion, known);
  }

  #advance(resourceVersion: string | undefined): boolean {
    if (!resourceVersion || resourceVersion === this.#resourceVersion) return false;
    this.#resourceVersion = resourceVersion;
    this.#options.ownWrites.reached(resourceVersion, this.#options.namespace);
    return true;
  }

  /**
   * Protects the store from a proxy or server that mixes up responses. An object may omit `kind` and
   * `apiVersion`.
   */
  #isExpected(object: KubernetesObject): boolean {
    const { requested, resource } = this.#options;
    const isExpected =
      isNamedObject(object, resource) && (!requested || object.metadata.namespace === requested);
    if (!isExpected && this.#options.warnings.tryTake()) {
      this.#options.logger.warn('ignored an object of another kind or namespace', {
        got: describeAnswer(object),
      });
    }
    return isExpected;
  }

  #set(key: string, object: Cached<T, S>): void {
    const { writer, handlers } = this.#options;
    handlers.notifyChange(writer.set(key, object), object);
  }

  #delete(key: string, object: Cached<T, S>): void {
    const { store, writer, handlers } = this.#options;
    const stored = store.find(key);
    if (stored === undefined) return;
    writer.delete(key);
    // Handlers know the stored object. If another one was deleted, the end of this one was missed.
    const isStored = stored.metadata.uid === object.metadata.uid;
    handlers.notifyDeletion(isStored ? object : stored, !isStored);
  }

  /** The stored keys that this feed writes. */
  #keys(): string[] {
    const { store, namespace } = this.#options;
    const keys = store.keys();
    return namespace === undefined ? keys : keys.filter((key) => key.startsWith(`${namespace}/`));
  }

  /** Runs without interruption, so readers see either the old or the new state. */
  #swap(objects: Map<string, Cached<T, S>>): ListChanges<T, S> {
    const { store, writer, namespace } = this.#options;
    const changes = new ListChanges<T, S>();
    if (namespace === undefined) {
      const before = writer.replace(objects);
      for (const [key, object] of before) if (!objects.has(key)) changes.add(object, undefined);
      for (const [key, object] of objects) changes.add(before.get(key), object);
      return changes;
    }
    for (const key of this.#keys()) {
      if (objects.has(key)) continue;
      changes.add(store.find(key), undefined);
      writer.delete(key);
    }
    for (const [key, object] of objects) changes.add(writer.set(key, object), object);
    return changes;
  }
}
