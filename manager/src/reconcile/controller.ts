import {
  createWorkQueue,
  enqueueObjects,
  ensureFinalizer,
  hasFinalizer,
  interceptTransport,
  objectKey,
  ownerKeys,
  predicates,
  releaseFinalizer,
  runWorkers,
  VmgenError,
} from '@vmgen/runtime';
import type {
  Cached,
  CachedReader,
  Clock,
  EventRecorder,
  KubernetesObject,
  Logger,
  Metrics,
  ObjectKey,
  Predicate,
  ReconcileContext,
  ReconcileResult,
  RecordedEvent,
  ResourceDefinition,
  ResourceScope,
  Tracer,
  WorkQueue,
} from '@vmgen/runtime';
import type { KeysOf } from '@vmgen/runtime/controller';
import {
  checkNumber,
  childAbort,
  createFullClient,
  onAbort,
  pause,
  keyText,
} from '@vmgen/runtime/internal';
import type { AddKeyOptions, RateLimiter } from '@vmgen/runtime/workqueue';
import type { Children, OwnableReader } from '../children/children.js';
import {
  createChildren,
  indexChildren,
  UnchangedApplies,
  type ChildrenOptions,
} from '../children/owned-children.js';
import { isPanic } from './is-panic.js';
import type { Claim } from '../election/claim.js';
import type { DeclaredKind } from '../caches/managed-cache.js';
import { createObjectStatus, type StatusOptions } from './object-status.js';
import type { KeyContext, ObjectContext, Reconcile } from './reconcile-context.js';
import { WriteRecorder } from './record-writes.js';
import { RunningReconciles, type RunningReconcile } from './running-reconciles.js';
import { ReconcileJournal } from './reconcile-journal.js';
import { endsInTime, runTogether } from '../process/run-together.js';
import { WriteGate } from './write-gate.js';

/** Work that must happen before an object may be deleted. */
export interface Finalizer<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  /** The name of the finalizer, such as `example.com/volume`. */
  readonly name: string;
  /**
   * Deletes the external resources of the object. Called for an object that is being deleted;
   * the finalizer is released when it resolves. It is retried like a reconcile, so it must be
   * repeatable.
   */
  cleanUp(object: Cached<T, S>, context: ObjectContext<T, S>): Promise<ReconcileResult | void>;
}

/** Options of {@link Manager.controller}. */
export interface ControllerOptions<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> {
  /**
   * The name in metrics, logs and the label of children. Unique in the manager. Must not change
   * later, because children of another name are not deleted. Defaults to the plural of the kind.
   */
  readonly name?: string;
  /** The number of objects that are reconciled concurrently. At least 1. Defaults to 4. */
  readonly workers?: number;
  /**
   * Selects the changes of objects that start a reconcile. Defaults to changes of the generation,
   * labels, annotations and finalizers, and deletions: not to writes of the status.
   */
  readonly when?: Predicate<T, S>;
  /**
   * The time limit of a reconcile, in milliseconds: its signal aborts, and it is retried. 0 means no
   * limit. Defaults to 60,000.
   */
  readonly reconcileMs?: number;
  /** The delays after failures. Defaults to `createDefaultRateLimiter`. */
  readonly rateLimiter?: RateLimiter;
  /**
   * Adds a finalizer to each object before its first reconcile, and cleans up before a deletion.
   * Defaults to none: an object that is being deleted is not reconciled, and the garbage collector
   * deletes its children.
   */
  readonly finalizer?: Finalizer<T, S>;
  /**
   * Called when the object of a key does not exist any more. If the cache has selectors, the object is
   * read from the server before, because it may only have left the selection. Not called for deletions
   * while no replica was running; use a finalizer for cleanups. Defaults to nothing.
   */
  readonly onGone?: (context: KeyContext) => Promise<ReconcileResult | void>;
}

/** How a {@link ControllerBuilder.watches} maps changes. */
export interface WatchOptions<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  /** Returns the keys to reconcile for a changed object. */
  readonly keysOf: KeysOf<T, S>;
  /** Selects changes. Defaults to all. */
  readonly when?: Predicate<T, S>;
}

/** Declares what starts the reconciles of a controller. End it with {@link reconcile}. */
export interface ControllerBuilder<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> {
  /**
   * Declares kinds of children: a change of an object that is controlled by an object of this
   * controller reconciles its owner, and `children.apply` may create objects of the kind.
   */
  owns(...readers: readonly OwnableReader[]): this;
  /** Reconciles the keys that `keysOf` returns for the changed objects of another kind. */
  watches<U extends KubernetesObject, R extends ResourceScope>(
    reader: CachedReader<U, R>,
    options: WatchOptions<U, R>,
  ): this;
  /**
   * Reconciles the objects that refer to a changed object of another kind by its key. `keysOf`
   * returns the keys that an object refers to. They are indexed, so a change does not scan all
   * objects.
   *
   * @example
   * manager.controller(sites).refersTo(secrets, ({ metadata, spec }) => [
   *   { namespace: metadata.namespace, name: spec.secretName },
   * ]);
   */
  refersTo<U extends KubernetesObject, R extends ResourceScope>(
    reader: CachedReader<U, R>,
    keysOf: (object: Cached<T, S>) => readonly (ObjectKey | string)[],
  ): this;
  /**
   * Reconciles the keys of an async iterable, such as the changes of an outside system. It runs only
   * on the leader, until its signal aborts. If it ends or throws before, the manager fails.
   */
  source(name: string, keys: (signal: AbortSignal) => AsyncIterable<ObjectKey | string>): this;
  /**
   * Reconciles all cached objects at this interval, in milliseconds. At least 1,000. Changes are
   * reconciled first.
   */
  every(intervalMs: number): this;
  /** Sets the function that reconciles an object. */
  reconcile(reconcile: Reconcile<T, S>): void;
}

/** A reconcile that has failed. */
export interface ReconcileFailure {
  /** The name of the controller. */
  readonly controller: string;
  /** The key of the object. */
  readonly key: string;
  /** What the reconcile threw. */
  readonly error: unknown;
}

/** A path may contain the keys of a map, which have no limit. */
const MAX_WARNED_PATHS = 10;

/** What all controllers of a manager share. */
export interface ControllerHost {
  readonly name: string;
  readonly kinds: readonly DeclaredKind[];
  /** Whether this process should queue a key. */
  isOwn(key: string): boolean;
  /** Starts work on a key; undefined if this process must not work on it. */
  claim(key: string, reader: unknown): Claim | undefined;
  readonly events: Pick<EventRecorder, 'event'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics | undefined;
  readonly tracer: Tracer | undefined;
  readonly shutdownMs: number;
  /** Called for each failed reconcile, except during a shutdown. */
  readonly onFailure: ((failure: ReconcileFailure) => void) | undefined;
  /** Whether there is a status page, which shows the last reconciles. */
  readonly hasStatusPage: boolean;
}

/** A controller of a manager. */
export class Controller<
  T extends KubernetesObject,
  S extends ResourceScope,
> implements ControllerBuilder<T, S> {
  readonly name: string;
  /** Undefined without a status page. */
  readonly journal: ReconcileJournal | undefined;
  readonly #host: ControllerHost;
  readonly #reader: CachedReader<T, S>;
  readonly #options: ControllerOptions<T, S>;
  readonly #workers: number;
  readonly #queue: WorkQueue;
  /** Adds the keys of this process to the queue. */
  readonly #added: Pick<WorkQueue, 'add'>;
  readonly #gate: WriteGate;
  readonly #owned: CachedReader<KubernetesObject>[] = [];
  readonly #watched: unknown[] = [];
  readonly #sources: (readonly [
    name: string,
    keys: (signal: AbortSignal) => AsyncIterable<ObjectKey | string>,
    priority: AddKeyOptions['priority'],
  ])[] = [];
  readonly #unchanged = new UnchangedApplies();
  readonly #childrenOptions: ChildrenOptions;
  readonly #statusOptions: StatusOptions<T, S>;
  readonly #reconcileMs: number;
  /** The caches of children about which the controller has logged a warning. */
  readonly #warnedCaches = new Set<unknown>();
  /** The fields of the status about which the controller has logged a warning. */
  readonly #warnedPaths = new Set<string>();
  readonly #count: Counters;
  #running: RunningReconciles | undefined;
  #reconcile: Reconcile<T, S> | undefined;
  #references = 0;

  constructor(host: ControllerHost, reader: CachedReader<T, S>, options: ControllerOptions<T, S>) {
    const { clock, metrics, name: fieldManager } = host;
    this.name = options.name ?? reader.resource.plural;
    this.journal = host.hasStatusPage ? new ReconcileJournal(clock) : undefined;
    this.#host = host;
    this.#reader = reader;
    this.#options = options;
    this.#workers = checkNumber('workers', options.workers ?? 4, { min: 1, isWhole: true });
    this.#reconcileMs = checkNumber('reconcileMs', options.reconcileMs ?? 60_000, { min: 0 });
    this.#queue = createWorkQueue(this.name, {
      clock,
      ...(metrics && { metrics }),
      ...(options.rateLimiter && { rateLimiter: options.rateLimiter }),
    });
    this.#added = {
      add: (key, added) => {
        if (host.isOwn(key)) this.#queue.add(key, added);
      },
    };
    const logger = host.logger.with({ controller: this.name });
    this.#gate = new WriteGate({ controller: this.name, clock, logger, metrics });
    this.#count = countersOf(this.name, metrics);
    this.#childrenOptions = {
      ownerScope: reader.resource.scope,
      fieldManager,
      controller: this.name,
      owned: this.#owned,
      unchanged: this.#unchanged,
      sets: new Set(),
      onSkipped: () => this.#count.skipped('child'),
      onNotCached: (kept, child) => this.#warnNotCached(kept, child),
    };
    this.#statusOptions = {
      reader,
      fieldManager,
      withoutGeneration: new Set(),
      clock,
      onSkipped: () => this.#count.skipped('status'),
      onDropped: (path) => this.#warnDropped(path),
    };
    const { generationChanged, labelsChanged, annotationsChanged, finalizersChanged, or } =
      predicates;
    const when =
      options.when ?? or(generationChanged, labelsChanged, annotationsChanged, finalizersChanged);
    reader.informer.addHandler(enqueueObjects<T, S>(this.#added, { when }), { name: this.name });
  }

  /** The maximum number of concurrent reconciles. */
  get workers(): number {
    return this.#workers;
  }

  /** The number of queued keys. */
  get queued(): number {
    return this.#queue.length;
  }

  get running(): readonly RunningReconcile[] {
    return this.#running?.all ?? [];
  }

  get reader(): unknown {
    return this.#reader;
  }

  /** The resource of the objects. */
  get resource(): ResourceDefinition<T, S> {
    return this.#reader.resource;
  }

  /** The readers of other kinds whose changes reconcile objects. */
  get watched(): readonly unknown[] {
    return this.#watched;
  }

  /** The readers of children, whose caches keep the fields that this manager has applied. */
  get owned(): readonly unknown[] {
    return this.#owned;
  }

  owns(...readers: readonly OwnableReader[]): this {
    const keysOf = ownerKeys(this.#reader.resource, { controllerOnly: true });
    for (const each of readers) {
      // Only metadata and content of unknown type are read.
      const reader = each as CachedReader<KubernetesObject>;
      this.#owned.push(reader);
      indexChildren(reader);
      reader.informer.addHandler(enqueueObjects(this.#added, { keysOf }), { name: this.name });
    }
    return this;
  }

  watches<U extends KubernetesObject, R extends ResourceScope>(
    reader: CachedReader<U, R>,
    options: WatchOptions<U, R>,
  ): this {
    this.#watched.push(reader);
    reader.informer.addHandler(enqueueObjects<U, R>(this.#added, options), { name: this.name });
    return this;
  }

  refersTo<U extends KubernetesObject, R extends ResourceScope>(
    reader: CachedReader<U, R>,
    keysOf: (object: Cached<T, S>) => readonly (ObjectKey | string)[],
  ): this {
    const index = `vmgen.io/${this.name}-refers-to-${reader.resource.plural}-${this.#references++}`;
    this.#reader.informer.addIndexers({
      [index]: (object) => keysOf(object).map((key) => keyText(key)),
    });
    const { store } = this.#reader.informer;
    return this.watches(reader, {
      keysOf: (object) => store.keysByIndex(index, objectKey(object)),
    });
  }

  source(name: string, keys: (signal: AbortSignal) => AsyncIterable<ObjectKey | string>): this {
    this.#sources.push([name, keys, 'normal']);
    return this;
  }

  every(intervalMs: number): this {
    checkNumber('intervalMs', intervalMs, { min: 1_000 });
    const { clock } = this.#host;
    const { store } = this.#reader.informer;
    const keys = async function* (signal: AbortSignal): AsyncGenerator<string> {
      for (;;) {
        await pause(clock, intervalMs, signal);
        if (signal.aborted) return;
        yield* store.keys();
      }
    };
    // Not before changes.
    this.#sources.push(['timer', keys, 'low']);
    return this;
  }

  reconcile(reconcile: Reconcile<T, S>): void {
    this.#reconcile = reconcile;
  }

  /** Queues the keys of all cached objects that match. */
  enqueue(matches: (key: string) => boolean): void {
    for (const key of this.#reader.informer.store.keys()) {
      if (matches(key)) this.#added.add(key, { priority: 'low' });
    }
  }

  /** Removes what is remembered about keys that match. */
  drop(matches: (key: string) => boolean): void {
    for (const key of this.#unchanged.owners) if (matches(key)) this.#unchanged.forget(key);
    this.journal?.drop(matches);
  }

  /** Throws if no worker is free because all reconciles have exceeded their limit by this time. */
  checkLive(toleranceMs: number): void {
    const late = this.#running?.countLate(toleranceMs) ?? 0;
    if (late < this.#workers) return;
    throw new Error(
      `all ${this.#workers} workers of the controller ${this.name} wait for reconciles that do not end`,
    );
  }

  /** Throws if the declaration is not complete. */
  check(): void {
    if (this.#reconcile !== undefined) return;
    throw new VmgenError(
      'ERR_VMGEN_STATE',
      `the controller ${this.name} has no reconcile function; end its declaration with .reconcile(...)`,
    );
  }

  /** Reconciles until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, logger, metrics, tracer, shutdownMs } = this.#host;
    const workers = async (ending: AbortSignal): Promise<void> => {
      const running = this.#createRunning();
      this.#running = running;
      const stopListening = onAbort(ending, () => running.abort(ending.reason));
      try {
        await runWorkers(this.#gate.guard(this.#queue), {
          workers: this.#workers,
          reconcile: (key, context) => this.#work(key, running, context),
          logger: logger.with({ controller: this.name }),
          clock,
          shutdownMs,
          signal: ending,
          ...(metrics && { metrics }),
          ...(tracer && { tracer }),
        });
      } finally {
        stopListening();
        running.close();
      }
    };
    const sources = this.#sources.map(([name, keys, priority]) => (ending: AbortSignal) => {
      const what = `the source ${JSON.stringify(name)} of the controller ${this.name}`;
      const drained = this.#drain(what, keys(ending), priority, ending);
      return endsInTime(what, drained, { clock, signal: ending, shutdownMs });
    });
    await runTogether([workers, ...sources], signal);
  }

  async #drain(
    what: string,
    keys: AsyncIterable<ObjectKey | string>,
    priority: AddKeyOptions['priority'],
    signal: AbortSignal,
  ): Promise<void> {
    try {
      for await (const key of keys) {
        this.#added.add(keyText(key), { priority });
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    if (signal.aborted) return;
    // Without its events, the controller would not notice outside changes.
    throw new VmgenError('ERR_VMGEN_STATE', `${what} ended unexpectedly`);
  }

  #createRunning(): RunningReconciles {
    const { clock, kinds } = this.#host;
    return new RunningReconciles({
      clock,
      limitMs: this.#reconcileMs,
      onTimeout: () => {
        this.#count.timeout();
        return new VmgenError(
          'ERR_VMGEN_TIMEOUT',
          `the reconcile took longer than ${this.#reconcileMs} ms (reconcileMs)`,
        );
      },
      onIgnored: (key, reconcileId) =>
        this.#host.logger.warn(
          'a reconcile has not ended at its time limit (reconcileMs), and its worker is not free: it ' +
            'ignores its signal; pass the signal to all calls',
          { controller: this.name, key, reconcileId, limitMs: this.#reconcileMs },
        ),
      recorder: new WriteRecorder(kinds),
      onWrite: (key, write) => this.#gate.add(key, write),
    });
  }

  async #work(
    key: ObjectKey,
    running: RunningReconciles,
    context: ReconcileContext,
  ): Promise<ReconcileResult | void> {
    const text = objectKey(key);
    const claim = this.#host.claim(text, this.#reader);
    // Another process works on the key. It adds the key to its queue itself.
    if (claim === undefined) return undefined;
    try {
      return await this.#workOn(text, key, running, context, claim);
    } finally {
      claim.end();
    }
  }

  async #workOn(
    text: string,
    key: ObjectKey,
    running: RunningReconciles,
    { signal, reconcileId, logger }: ReconcileContext,
    claim: Claim,
  ): Promise<ReconcileResult | void> {
    const record = this.journal?.start(text, this.#reader.find(text)?.metadata.resourceVersion);
    const transport =
      record === undefined
        ? claim.transport
        : interceptTransport(claim.transport, [(request, next) => record.send(request, next)]);
    const started = running.start(text, reconcileId, transport);
    const stopClaim = onAbort(claim.signal, () => started.abort(claim.signal?.reason));
    if (signal.aborted) started.abort(signal.reason);
    try {
      const result = await this.#reconcileKey(key, started, claim, logger);
      record?.succeeded();
      return result;
    } catch (error) {
      if (isPanic(error)) this.#count.panic();
      if (!signal.aborted) {
        // Otherwise another process works on the key now.
        if (claim.signal?.aborted !== true) record?.failed(error);
        this.#host.onFailure?.({ controller: this.name, key: text, error });
      }
      throw error;
    } finally {
      stopClaim();
      running.end(started);
    }
  }

  async #reconcileKey(
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
      const context = new RunningContext(key, running, claim, logger);
      return (await this.#isOnlyNotSelected(context)) ? undefined : onGone(context);
    }
    const children = createChildren(this.#childrenOptions, object, running);
    const full = this.#objectContext(key, running, claim, logger, object, children);
    if (object.metadata.deletionTimestamp === undefined) {
      const current = finalizer === undefined ? object : await this.#hold(object, finalizer, full);
      const result = await this.#reconcile?.(current, full);
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

  /** Returns whether an object that is not in the cache exists: the selectors exclude it now. */
  async #isOnlyNotSelected({ client, key }: KeyContext): Promise<boolean> {
    const own: unknown = this.#reader;
    const declared = this.#host.kinds.find(({ reader }) => reader === own);
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

  /** The difference to the cached object remains, so each reconcile writes the status again. */
  #warnDropped(path: string): void {
    if (this.#warnedPaths.has(path) || this.#warnedPaths.size >= MAX_WARNED_PATHS) return;
    this.#warnedPaths.add(path);
    this.#host.logger.warn(
      'the server drops a field of the status, so each reconcile writes it again; add the field to the ' +
        'type and update the CRD in the cluster',
      { controller: this.name, kind: this.#reader.resource.kind, field: path },
    );
  }

  /** The own write is visible in the cache, unless its selectors exclude the child. */
  #warnNotCached(reader: CachedReader<KubernetesObject>, child: string): void {
    const declared = this.#host.kinds.find((each) => each.reader === reader);
    if (declared === undefined || declared.selector === '' || this.#warnedCaches.has(reader))
      return;
    this.#warnedCaches.add(reader);
    this.#host.logger.warn(
      'a child is not in its cache: each reconcile applies it, and it is not deleted when it is no ' +
        'longer wanted; give the child what the selector of the cache requires, or change the selector',
      {
        controller: this.name,
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
    return Object.assign(new RunningContext(key, running, claim, logger), {
      children,
      status: createObjectStatus<T, S>(this.#statusOptions, object, running),
      event: (what: RecordedEvent) => this.#host.events.event(object, what),
    });
  }
}

/**
 * The context of a running reconcile. A class, because V8 takes a microsecond to create an object
 * from a literal with a getter.
 */
class RunningContext implements KeyContext {
  readonly key: ObjectKey;
  readonly logger: Logger;
  readonly reconcileId: string;
  readonly transport: RunningReconcile;
  declare readonly signal: AbortSignal;
  readonly client: KeyContext['client'];
  readonly effect: KeyContext['effect'];

  constructor(key: ObjectKey, running: RunningReconcile, claim: Claim, logger: Logger) {
    this.key = key;
    this.logger = logger;
    this.reconcileId = running.reconcileId;
    this.transport = running;
    this.client = (resource, namespace) => createFullClient(running, resource, namespace);
    this.effect = (run) => effectOf(running, claim, run);
    Object.defineProperty(this, 'signal', SIGNAL);
  }
}

/** A property of each context, so that copies of the context contain it. Created with the first use. */
const SIGNAL: PropertyDescriptor & ThisType<RunningContext> = {
  enumerable: true,
  get() {
    return this.transport.signal;
  },
};

/** Runs an effect whose signal also aborts with the reconcile. */
function effectOf<R>(
  running: RunningReconcile,
  claim: Claim,
  run: (signal: AbortSignal) => Promise<R> | R,
): Promise<R> {
  return claim.effect(async (leading) => {
    const either = childAbort(leading, running.signal);
    try {
      return await run(either.signal);
    } finally {
      either.abort();
    }
  });
}

interface Counters {
  timeout(): void;
  panic(): void;
  /** Counts a write that was not sent because it would change nothing. */
  skipped(write: 'child' | 'status'): void;
}

/** Creates the counters of a controller, which all exist from the start. */
function countersOf(controller: string, metrics: Metrics | undefined): Counters {
  const labels = ['controller'];
  const timeouts = metrics?.counter({
    name: 'controller_runtime_reconcile_timeouts_total',
    help: 'Number of reconciles that exceeded their time limit.',
    labels,
  });
  const panics = metrics?.counter({
    name: 'controller_runtime_reconcile_panics_total',
    help: 'Number of reconciles that failed because of a programming error.',
    labels,
  });
  const skipped = metrics?.counter({
    name: 'vmgen_skipped_writes_total',
    help: 'Number of writes that were not sent because they would have changed nothing.',
    labels: ['controller', 'write'],
  });
  timeouts?.add({ controller }, 0);
  panics?.add({ controller }, 0);
  for (const write of ['child', 'status']) skipped?.add({ controller, write }, 0);
  return {
    timeout: () => timeouts?.add({ controller }),
    panic: () => panics?.add({ controller }),
    skipped: (write) => skipped?.add({ controller, write }),
  };
}
