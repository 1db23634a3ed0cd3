import {
  ensureFinalizer,
  hasFinalizer,
  isForbidden,
  objectKey,
  releaseFinalizer,
  VmgenError,
} from '@vmgen/runtime';
import type {
  Cached,
  CachedReader,
  KubernetesObject,
  Logger,
  ObjectKey,
  RecordedEvent,
  ReconcileResult,
  ResourceScope,
  Transport,
} from '@vmgen/runtime';
import type { Random } from '@vmgen/runtime/async';
import { createFullClient } from '@vmgen/runtime/internal';
import type { DeclaredKind } from '../caches/declared-kinds.js';
import { labelValue } from '../children/child-rules.js';
import type { Children } from '../children/children.js';
import { createChildren, type ChildrenOptions } from '../children/owned-children.js';
import { UnchangedApplies } from '../children/unchanged-applies.js';
import type { Claim } from '../election/claim.js';
import type { ControllerCounters } from './controller-counters.js';
import type { ControllerHost } from './controller-host.js';
import type { ControllerOptions, Finalizer } from './controller-options.js';
import { createObjectStatus, type StatusOptions } from './object-status.js';
import type { KeyContext, ObjectContext, Reconcile } from './reconcile-context.js';
import { RunningContext, type ContextParts } from './running-context.js';
import type { RunningReconcile } from './running-reconciles.js';

/** A path may contain the keys of a map, which have no limit. */
const MAX_WARNED_PATHS = 10;

/** When a key is reconciled again for which it is unknown whether its object exists, in milliseconds. */
const UNKNOWN_MS = 10_000;

/** The parts of a controller that a reconcile of an object uses. */
interface ObjectReconcilerOptions<T extends KubernetesObject, S extends ResourceScope> {
  /** The name of the controller. */
  readonly name: string;
  readonly host: ControllerHost;
  readonly reader: CachedReader<T, S>;
  readonly options: ControllerOptions<T, S>;
  /** The readers of children, also those that are added later. */
  readonly owned: readonly CachedReader<KubernetesObject>[];
  readonly count: ControllerCounters;
}

/** Calls the functions of the program for one object: the reconcile, the finalizer or `onGone`. */
export class ObjectReconciler<T extends KubernetesObject, S extends ResourceScope> {
  reconcile: Reconcile<T, S> | undefined;
  readonly #name: string;
  readonly #host: ControllerHost;
  readonly #reader: CachedReader<T, S>;
  readonly #options: ControllerOptions<T, S>;
  readonly #unchanged: UnchangedApplies;
  readonly #random: Random;
  readonly #childrenOptions: ChildrenOptions;
  readonly #statusOptions: StatusOptions<T, S>;
  /** The caches of children about which the controller has logged a warning. */
  readonly #warnedCaches = new Set<unknown>();
  /** The fields of the status about which the controller has logged a warning. */
  readonly #warnedPaths = new Set<string>();
  /** How many children of an object were deleted since it was reconciled; see {@link #checkOwner}. */
  readonly #deletedChildren = new Map<string, number>();

  constructor({ name, host, reader, options, owned, count }: ObjectReconcilerOptions<T, S>) {
    this.#name = name;
    this.#host = host;
    this.#reader = reader;
    this.#options = options;
    const fieldManager = host.name;
    const { inputs } = host;
    this.#random = host.random ?? Math.random;
    this.#unchanged = new UnchangedApplies(inputs);
    this.#childrenOptions = {
      ownerScope: reader.resource.scope,
      fieldManager,
      controller: name,
      set: labelValue([fieldManager, name]),
      owned,
      unchanged: this.#unchanged,
      sets: new Set(),
      isPartial: (kept, id) => {
        const state = this.#isPartial(kept) ? 'true' : undefined;
        return (inputs ? inputs.recall(`partial ${id}`, state) : state) !== undefined;
      },
      onSkipped: () => count.skipped('child'),
      beforeCreate: (owner, transport) => this.#checkOwner(owner, transport),
      onNotCached: (kept, child) => this.#warnNotCached(kept, child),
      // The cache may have missed that the garbage collector has deleted it.
      onForeign: (kept, child) => this.#declaredOf(kept)?.contradicted(child),
    };
    this.#statusOptions = {
      reader,
      fieldManager,
      withoutGeneration: new Set(),
      clock: inputs?.clock ?? host.clock,
      recall: (id, remembered) => inputs?.recall(id, remembered) ?? remembered,
      onSkipped: () => count.skipped('status'),
      onDropped: (path) => this.#warnDropped(path),
    };
  }

  /** Removes what is remembered about keys that match. */
  drop(matches: (key: string) => boolean): void {
    for (const key of this.#unchanged.owners) if (matches(key)) this.#unchanged.forget(key);
    for (const key of this.#deletedChildren.keys()) {
      if (matches(key)) this.#deletedChildren.delete(key);
    }
  }

  /** Records that a child of the object of a key was deleted. */
  childDeleted(key: string): void {
    this.#deletedChildren.set(key, (this.#deletedChildren.get(key) ?? 0) + 1);
  }

  /** Reconciles the object of a key, or what remains after its deletion. */
  async run(
    key: ObjectKey,
    running: RunningReconcile,
    claim: Claim,
    logger: Logger,
  ): Promise<ReconcileResult | void> {
    const deleted = this.#deletedChildren.get(running.key);
    const result = await this.#run(key, running, claim, logger);
    this.#forgetDeleted(running.key, deleted);
    return result;
  }

  async #run(
    key: ObjectKey,
    running: RunningReconcile,
    claim: Claim,
    logger: Logger,
  ): Promise<ReconcileResult | void> {
    const { finalizer, onGone } = this.#options;
    const text = running.key;
    const object = this.#reader.find(text);
    if (object === undefined) {
      this.#unchanged.forget(text);
      if (onGone === undefined) return undefined;
      if (!this.#mayBeGone) return { requeueAfterMs: UNKNOWN_MS };
      const context = new RunningContext(key, running, this.#contextParts(claim, logger));
      return (await this.#isOnlyNotSelected(context)) ? undefined : onGone(context);
    }
    const children = createChildren(this.#childrenOptions, object, running);
    const full = this.#objectContext(key, running, claim, logger, object, children);
    if (object.metadata.deletionTimestamp === undefined) {
      const current = finalizer === undefined ? object : await this.#hold(object, finalizer, full);
      const result = await this.reconcile?.(current, full);
      await children.prune();
      return result;
    }
    if (finalizer === undefined || !hasFinalizer(object, finalizer.name)) return undefined;
    const result = await finalizer.cleanUp(object, full);
    await children.prune();
    // Not finished yet: it is called again.
    if (result?.requeueAfterMs !== undefined) return result;
    // The cleanup may have written the object.
    const current = this.#reader.find(text);
    if (current?.metadata.uid !== object.metadata.uid) return undefined;
    const client = full.client(this.#reader.resource, object.metadata.namespace);
    await releaseFinalizer(client, current, finalizer.name, { fieldManager: this.#host.name });
    return undefined;
  }

  /** Whether the cache of an optional kind has its first list, which queues the keys of existing objects. */
  get #mayBeGone(): boolean {
    return this.#reader.informer.hasSynced || this.#host.inputs?.isReplay === true;
  }

  /** Returns the declaration of a cache. */
  #declaredOf(cache: unknown): DeclaredKind | undefined {
    return this.#host.kinds.all.find(({ reader }) => reader === cache);
  }

  /** Returns whether an object that is not in the cache exists: the selectors exclude it now. */
  async #isOnlyNotSelected({ client, key }: KeyContext): Promise<boolean> {
    const declared = this.#declaredOf(this.#reader);
    if (declared === undefined || declared.selector === '') return false;
    const found = await client(this.#reader.resource, key.namespace || undefined).find(key.name);
    return found !== undefined;
  }

  /** Adds the finalizer, before anything exists that it must clean up. */
  async #hold(
    object: Cached<T, S>,
    { name }: Finalizer<T, S>,
    context: KeyContext,
  ): Promise<Cached<T, S>> {
    if (hasFinalizer(object, name)) return object;
    const client = context.client(this.#reader.resource, object.metadata.namespace);
    await ensureFinalizer(client, object, name, { fieldManager: this.#host.name });
    return this.#reader.find(objectKey(context.key)) ?? object;
  }

  /**
   * Reads the object before a deleted child is created again. If its own deletion is what the cache has
   * not received yet, the garbage collector would delete the new child, which would start the next
   * reconcile, and so on without a delay.
   */
  async #checkOwner(owner: Cached<KubernetesObject>, transport: Transport): Promise<void> {
    const key = objectKey(owner);
    const deleted = this.#deletedChildren.get(key);
    if (deleted === undefined && this.#host.inputs?.isReplay !== true) return;
    const known = deleted === undefined ? undefined : 'true';
    if (this.#statusOptions.recall(`deleted children of ${key}`, known) === undefined) return;
    const { name, namespace, uid } = owner.metadata;
    const client = createFullClient(transport, this.#reader.resource, namespace);
    try {
      const found = await client.find(name);
      if (found?.metadata.uid !== uid || found.metadata.deletionTimestamp !== undefined) {
        this.#declaredOf(this.#reader)?.contradicted(key);
        throw new VmgenError(
          'ERR_VMGEN_STATE',
          `${owner.kind} ${JSON.stringify(key)} is deleted, which its cache has not received yet; its ` +
            'children are not created again',
        );
      }
    } catch (error) {
      if (!isForbidden(error)) throw error;
    }
    this.#forgetDeleted(key, deleted);
  }

  /** Forgets the deleted children of an object, unless another one was deleted in the meantime. */
  #forgetDeleted(key: string, deleted: number | undefined): void {
    if (this.#deletedChildren.get(key) === deleted) this.#deletedChildren.delete(key);
  }

  /** The difference to the cached object remains, so each reconcile writes the status again. */
  #warnDropped(path: string): void {
    if (this.#warnedPaths.has(path) || this.#warnedPaths.size >= MAX_WARNED_PATHS) return;
    this.#warnedPaths.add(path);
    this.#host.logger.warn(
      'the server drops a field of the status, so each reconcile writes it again; add the field to the ' +
        'type and update the CRD in the cluster',
      { controller: this.#name, kind: this.#reader.resource.kind, field: path },
    );
  }

  /** Whether an object that a cache lacks may exist: the cache selects, has only some shards, has not synced, or cannot watch. */
  #isPartial(reader: CachedReader<KubernetesObject>): boolean {
    const declared = this.#declaredOf(reader);
    const { hasSynced, lastContactMs = -Infinity, lastErrorMs = -Infinity } = reader.informer;
    const isWhole = declared?.selector === '' && !declared.isSharded();
    return !isWhole || !hasSynced || lastErrorMs >= lastContactMs;
  }

  /** The own write is visible in the cache, unless its selectors exclude the child. */
  #warnNotCached(reader: CachedReader<KubernetesObject>, child: string): void {
    const declared = this.#declaredOf(reader);
    if (declared === undefined || declared.selector === '' || this.#warnedCaches.has(reader))
      return;
    this.#warnedCaches.add(reader);
    this.#host.logger.warn(
      'a child is not in its cache: each reconcile requests it, and it is not deleted when it is no ' +
        'longer wanted; give the child what the selector of the cache requires, or change the selector',
      {
        controller: this.#name,
        kind: reader.resource.kind,
        child,
        cache: declared.name,
        selector: declared.selector,
      },
    );
  }

  #objectContext(
    key: ObjectKey,
    running: RunningReconcile,
    claim: Claim,
    logger: Logger,
    object: Cached<T, S>,
    children: Children,
  ): ObjectContext<T, S> {
    return Object.assign(new RunningContext(key, running, this.#contextParts(claim, logger)), {
      children,
      status: createObjectStatus<T, S>(this.#statusOptions, object, running),
      event: (what: RecordedEvent) => this.#host.events.event(object, what),
    });
  }
  #contextParts(claim: Claim, logger: Logger): ContextParts {
    return { claim, logger, random: this.#random, onEffect: this.#host.onEffect };
  }
}
