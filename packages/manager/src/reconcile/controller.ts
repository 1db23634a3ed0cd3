import {
  createWorkQueue,
  enqueueObjects,
  interceptTransport,
  objectKey,
  ownerKeys,
  predicates,
  runWorkers,
  VmgenError,
} from '@vmgen/runtime';
import type {
  Cached,
  CachedReader,
  KubernetesObject,
  ObjectKey,
  Predicate,
  ReconcileContext,
  ReconcileResult,
  ResourceDefinition,
  ResourceScope,
  WorkQueue,
} from '@vmgen/runtime';
import { onAbort, pause } from '@vmgen/runtime/async';
import { checkNumber, isPanic } from '@vmgen/runtime/internal';
import type { AnyResourceDefinition } from '@vmgen/runtime/client';
import type { OwnableReader } from '../children/children.js';
import { indexChildren } from '../children/owned-children.js';
import type { Claim } from '../election/claim.js';
import { failuresOf, reporting, type ReportFailure } from '../process/user-functions.js';
import { endsInTime, type Loop } from '../process/run-together.js';
import { countersOf, type ControllerCounters } from './controller-counters.js';
import type { ControllerHost } from './controller-host.js';
import type {
  ControllerBuilder,
  ControllerOptions,
  WatchOptions,
  ReferencedObject,
} from './controller-options.js';
import { addKeysOf, type KeySource } from './key-source.js';
import { MappedChanges } from './mapped-changes.js';
import { ObjectReconciler } from './object-reconciler.js';
import type { Reconcile } from './reconcile-context.js';
import { ReconcileJournal } from './reconcile-journal.js';
import { WriteRecorder } from './record-writes.js';
import { referencedKey } from './references.js';
import { RunningReconciles, type RunningReconcile } from './running-reconciles.js';
import { startsCleanUp } from './starts-clean-up.js';
import { WriteGate } from './write-gate.js';

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
  readonly #workers: number;
  readonly #queue: WorkQueue;
  /** Adds the keys of this process to the queue. */
  readonly #added: Pick<WorkQueue, 'add'>;
  readonly #gate: WriteGate;
  readonly #owned: CachedReader<KubernetesObject>[] = [];
  readonly #watched: unknown[] = [];
  readonly #sources: KeySource[] = [];
  /** One for each relation that maps changes by a function of the user. */
  readonly #mapped: Loop[] = [];
  readonly #objects: ObjectReconciler<T, S>;
  readonly #reconcileTimeoutMs: number;
  readonly #count: ControllerCounters;
  #running: RunningReconciles | undefined;
  #references = 0;

  constructor(host: ControllerHost, reader: CachedReader<T, S>, options: ControllerOptions<T, S>) {
    const { clock, metrics } = host;
    this.name = options.name ?? reader.resource.plural;
    this.journal = host.hasStatusPage ? new ReconcileJournal(clock) : undefined;
    this.#host = host;
    this.#reader = reader;
    this.#workers = checkNumber('workers', options.workers ?? 4, { min: 1, isWhole: true });
    this.#reconcileTimeoutMs = checkNumber(
      'reconcileTimeoutMs',
      options.reconcileTimeoutMs ?? 60_000,
      { min: 0 },
    );
    this.#queue = createWorkQueue(this.name, {
      clock,
      ...(metrics && { metrics }),
      ...(options.rateLimiter && { rateLimiter: options.rateLimiter }),
    });
    this.#added = {
      add: (key, added) => {
        if (host.election.isOwn(key)) this.#queue.add(key, added);
      },
    };
    const logger = host.logger.with({ controller: this.name });
    this.#gate = new WriteGate({ controller: this.name, clock, logger, metrics });
    this.#count = countersOf(this.name, metrics);
    this.#objects = new ObjectReconciler({
      ...{ name: this.name, host, reader, options },
      owned: this.#owned,
      count: this.#count,
    });
    const { generationChanged, labelsChanged, annotationsChanged, finalizersChanged, or } =
      predicates;
    const selected =
      options.predicate ??
      or(generationChanged, labelsChanged, annotationsChanged, finalizersChanged);
    const { finalizer } = options;
    const predicate = finalizer ? or<T, S>(selected, startsCleanUp(finalizer.name)) : selected;
    const handler = enqueueObjects<T, S>(this.#added, {
      predicate: this.#selecting(predicate, reader),
    });
    reader.informer.addHandler(handler, { name: this.name });
  }

  /** Returns a predicate that selects where that of the user throws: a reconcile too many is harmless. */
  #selecting<U extends KubernetesObject, R extends ResourceScope>(
    predicate: Predicate<U, R>,
    { resource }: CachedReader<U, R>,
  ): Predicate<U, R> {
    const failed = this.#failuresOf('predicate', resource, 'the change is reconciled');
    return reporting(
      predicate,
      (error, { object }) => failed(error, object),
      () => true,
    );
  }

  #failuresOf(name: string, { plural }: AnyResourceDefinition, outcome: string): ReportFailure {
    const logger = this.#host.logger.with({ controller: this.name });
    return failuresOf({ ...this.#host, logger }, { owner: this.name, kind: plural, name, outcome });
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
      const handler = enqueueObjects(this.#added, { keysOf });
      const onDelete: typeof handler.onDelete = (object, state) => {
        for (const key of keysOf(object).map(objectKey)) {
          if (this.#host.election.isOwn(key)) this.#objects.childDeleted(key);
        }
        return handler.onDelete?.(object, state);
      };
      reader.informer.addHandler({ ...handler, onDelete }, { name: this.name });
    }
    return this;
  }

  watches<U extends KubernetesObject, R extends ResourceScope>(
    reader: CachedReader<U, R>,
    options: WatchOptions<U, R>,
  ): this {
    this.#watched.push(reader);
    const { keysOf, predicate } = options;
    const { clock, logger } = this.#host;
    const mapped = new MappedChanges<U, R>({
      ...{ keysOf, store: reader.informer.store, clock },
      logger: logger.with({ controller: this.name }),
      failed: this.#failuresOf('keysOf', reader.resource, 'the change is mapped to keys again'),
      add: (key) => this.#added.add(key),
    });
    this.#mapped.push((ending) => mapped.run(ending));
    const handler = enqueueObjects<U, R>(this.#added, {
      keysOf: mapped.keysOf,
      ...(predicate && { predicate: this.#selecting(predicate, reader) }),
    });
    reader.informer.addHandler(handler, { name: this.name });
    return this;
  }

  refersTo<U extends KubernetesObject, R extends ResourceScope>(
    reader: CachedReader<U, R>,
    referencesOf: (object: Cached<T, S>) => readonly (ReferencedObject | string)[],
  ): this {
    const index = `vmgen.io/${this.name}-refers-to-${reader.resource.plural}-${this.#references++}`;
    this.#reader.informer.addIndexers({
      [index]: reporting(
        (object: Cached<T, S>) =>
          referencesOf(object).map((each) => referencedKey(each, reader.resource, object)),
        this.#failuresOf(
          'refersTo',
          this.#reader.resource,
          `until the object changes, no change of ${reader.resource.plural} reconciles it`,
        ),
        () => [],
      ),
    });
    const { store } = this.#reader.informer;
    return this.watches(reader, {
      keysOf: (object) => store.keysByIndex(index, objectKey(object)),
    });
  }

  source(name: string, keys: (signal: AbortSignal) => AsyncIterable<ObjectKey | string>): this {
    this.#sources.push({ name, keys, priority: 'normal' });
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
    this.#sources.push({ name: 'timer', keys, priority: 'low' });
    return this;
  }

  reconcile(reconcile: Reconcile<T, S>): void {
    this.#objects.reconcile = reconcile;
  }

  /** Queues the keys of all cached objects that match. */
  enqueue(matches: (key: string) => boolean): void {
    for (const key of this.#reader.informer.store.keys()) {
      if (matches(key)) this.#added.add(key, { priority: 'low' });
    }
  }

  /** Removes what is remembered about keys that match. */
  drop(matches: (key: string) => boolean): void {
    this.#objects.drop(matches);
    this.journal?.drop(matches);
  }

  /** Aborts the running reconciles. */
  abort(reason: unknown): void {
    this.#running?.abort(reason);
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
    if (this.#objects.reconcile !== undefined) return;
    throw new VmgenError(
      'ERR_VMGEN_STATE',
      `the controller ${this.name} has no reconcile function; end its declaration with .reconcile(...)`,
    );
  }

  /** Returns the loops that reconcile until their signal aborts: the workers, and one for each source. */
  loops(): readonly Loop[] {
    const sources = this.#sources.map(
      (source): Loop =>
        (ending) =>
          this.#follow(source, ending),
    );
    return [(ending) => this.#runWorkers(ending), ...sources, ...this.#mapped];
  }

  async #runWorkers(ending: AbortSignal): Promise<void> {
    const { clock, logger, metrics, random, tracer, shutdownTimeoutMs } = this.#host;
    const running = this.#createRunning();
    this.#running = running;
    const stopListening = onAbort(ending, () => running.abort(ending.reason));
    try {
      await runWorkers(this.#gate.guard(this.#queue), {
        workers: this.#workers,
        reconcile: (key, context) => this.#claimAndReconcile(key, running, context),
        logger: logger.with({ controller: this.name }),
        clock,
        shutdownTimeoutMs,
        signal: ending,
        ...(random && { random }),
        ...(metrics && { metrics }),
        ...(tracer && { tracer }),
      });
    } finally {
      stopListening();
      running.close();
    }
  }

  /** Adds the keys of a source until the signal aborts. */
  #follow(source: KeySource, signal: AbortSignal): Promise<void> {
    const { clock, shutdownTimeoutMs } = this.#host;
    const what = `the source ${JSON.stringify(source.name)} of the controller ${this.name}`;
    const added = addKeysOf(source, what, this.#added, signal);
    return endsInTime(what, added, { clock, signal, shutdownTimeoutMs });
  }

  #createRunning(): RunningReconciles {
    const { clock, kinds } = this.#host;
    return new RunningReconciles({
      clock,
      limitMs: this.#reconcileTimeoutMs,
      onTimeout: () => {
        this.#count.timeout();
        return new VmgenError(
          'ERR_VMGEN_TIMEOUT',
          `the reconcile took longer than ${this.#reconcileTimeoutMs} ms (reconcileTimeoutMs)`,
        );
      },
      onIgnored: (key, reconcileId) =>
        this.#host.logger.warn(
          'a reconcile has not ended at its time limit (reconcileTimeoutMs), and its worker is not free: it ' +
            'ignores its signal; pass the signal to all calls',
          { controller: this.name, key, reconcileId, limitMs: this.#reconcileTimeoutMs },
        ),
      recorder: new WriteRecorder(kinds.all),
      onWrite: (key, write) => this.#gate.add(key, write),
    });
  }

  /** Reconciles a key once, without the queue. */
  async reconcileOnce(key: ObjectKey, context: ReconcileContext): Promise<void> {
    const running = this.#createRunning();
    this.#running = running;
    try {
      await this.#claimAndReconcile(key, running, context);
    } finally {
      running.close();
    }
  }

  async #claimAndReconcile(
    key: ObjectKey,
    running: RunningReconciles,
    context: ReconcileContext,
  ): Promise<ReconcileResult | void> {
    const text = objectKey(key);
    const { kinds, election } = this.#host;
    const claim = kinds.lacks(this.#reader, text) ? undefined : election.claim(text);
    // Another process works on the key. It adds the key to its queue itself.
    if (claim === undefined) return undefined;
    try {
      return await this.#reconcileClaimed(text, key, running, context, claim);
    } finally {
      claim.end();
    }
  }

  async #reconcileClaimed(
    text: string,
    key: ObjectKey,
    running: RunningReconciles,
    { signal, reconcileId, logger }: ReconcileContext,
    claim: Claim,
  ): Promise<ReconcileResult | void> {
    // Not by the reader, whose reads are inputs of reconciles.
    const { store } = this.#reader.informer;
    const record = this.journal?.start(text, store.find(text)?.metadata.resourceVersion);
    const { transport } = this.#host;
    const recorded =
      record === undefined
        ? transport
        : interceptTransport(transport, [(request, next) => record.send(request, next)]);
    const inputs = this.#host.inputs?.start(this.name, text, reconcileId);
    const started = running.start(text, reconcileId, recorded, claim, inputs);
    const stopClaim = onAbort(claim.signal, () => started.abort(claim.signal?.reason));
    if (signal.aborted) started.abort(signal.reason);
    try {
      inputs?.begin();
      const run = this.#objects.run(key, started, claim, logger);
      inputs?.suspend();
      const result = await run;
      record?.succeeded();
      this.#host.onSuccess?.({ controller: this.name, key: text });
      return result;
    } catch (error) {
      if (isPanic(error)) this.#count.panic();
      if (!signal.aborted) {
        // Otherwise another process works on the key now.
        if (claim.signal?.aborted !== true) {
          record?.failed(error);
          inputs?.failed(error);
        }
        this.#host.onFailure?.({ controller: this.name, key: text, error });
      }
      throw error;
    } finally {
      stopClaim();
      inputs?.end();
      running.end(started);
    }
  }
}
