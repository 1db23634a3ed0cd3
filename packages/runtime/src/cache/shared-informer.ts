import { qualifiedName } from '../client/resource.js';
import type { ResourceDefinition } from '../client/resource.js';
import { abortable } from '../async/abortable.js';
import { systemClock } from '../async/clock.js';
import type { Clock } from '../async/clock.js';
import { Pace } from '../async/pace.js';
import type { WaitOptions } from '../async/wait-options.js';
import { checkNumber } from '../errors/check-number.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { silentLogger } from '../logging/logger.js';
import type { Logger } from '../logging/logger.js';
import { safeLogger } from '../logging/safe-logger.js';
import { parseLabelSelector, type LabelRequirements } from '../meta/label-selector.js';
import { objectKey } from '../meta/object-key.js';
import type { Persisted, ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Metrics } from '../metrics/metrics.js';
import { safeMetrics } from '../metrics/safe-metrics.js';
import { isParsedByUs, sourcesOf, type Source, type Sources } from './informer-source.js';
import { DeletionGuard } from './deletion-guard.js';
import { HandlerQueue } from './handler-queue.js';
import { HandlerSet } from './handler-set.js';
import { NAMESPACE_INDEX, namespaceIndex } from './index-set.js';
import type { IndexErrorHandler, Indexers } from './index-set.js';
import type { HandlerOptions, HandlerRegistration, InformerHandler } from './informer-handler.js';
import { Latch } from './latch.js';
import { createLister, type Lister } from './lister.js';
import type { ListWatchClient } from '../client/list-watch-client.js';
import type { Cached } from './cached.js';
import { OwnWrites, type PendingWrite } from './own-writes.js';
import { isExcludedBy } from './is-excluded-by.js';
import { isNumber, isOlderVersion } from './resource-version.js';
import { observeInformer } from './observe-informer.js';
import { ReflectorMeter } from './reflector-meter.js';
import type { ReflectorRequest } from './reflector-options.js';
import { Reflector } from './reflector.js';
import { createPrepareObject, type PrepareObject } from './prepare-object.js';
import type { SharedInformerOptions } from './shared-informer-options.js';
import { createStore } from './store.js';
import type { Store, StoreWriter } from './store.js';
import { StoreFeed } from './store-feed.js';
import { withinSyncLimit, type SyncOptions } from './sync-limit.js';
import { reportReflectorError } from './report-reflector-error.js';

/** Shorter resyncs are raised to this. */
const MIN_RESYNC_MS = 1000;

/** Watches the objects of one kind, caches them and notifies handlers of changes. */
export interface SharedInformer<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> {
  /** The watched kind. */
  readonly resource: ResourceDefinition<T, S>;
  /** Reads the cached objects. As recent as the last watch event. */
  readonly lister: Lister<T, S>;
  /** The cache itself: its size, keys and indexes. {@link lister} reads objects. */
  readonly store: Store<T, S>;
  /** The number of recorded writes that the informer has not received; see {@link recordWrite}. */
  readonly pendingWrites: number;
  /**
   * Whether the store contains the first list of all namespaces. Handlers may still be behind; see
   * {@link HandlerRegistration.hasSynced}.
   */
  readonly hasSynced: boolean;
  /**
   * The resource version of the stored state, or the oldest one of several namespaces. Empty before
   * the first list.
   */
  readonly lastSyncResourceVersion: string;
  /**
   * When the informer last received a list, an event or a bookmark, in milliseconds of its clock;
   * the earliest time of several namespaces. Undefined before the first list. A server sends a
   * bookmark about once a minute, so a much earlier time means that the store may be outdated.
   */
  readonly lastContactMs: number | undefined;
  /** The error of the last list or watch that failed; undefined if none has failed. */
  readonly lastError: unknown;
  /** When {@link lastError} occurred, in milliseconds of the informer's clock. */
  readonly lastErrorMs: number | undefined;
  /**
   * Resolves when {@link hasSynced} becomes true. Rejects with the signal's reason when it aborts,
   * with an error if the informer stops first, and with a `VmgenError` (`ERR_VMGEN_TIMEOUT`) whose
   * cause is {@link lastError} after the time limit.
   */
  synced(options?: SyncOptions): Promise<void>;
  /**
   * Adds a handler. A handler that is added later first receives all cached objects as an initial
   * list. Throws after the informer has stopped.
   */
  addHandler(handler: InformerHandler<T, S>, options?: HandlerOptions): HandlerRegistration;
  /** Removes a handler and drops its pending events. Idempotent. */
  removeHandler(registration: HandlerRegistration): void;
  /** Adds indexes, at any time. Throws if one of the names exists. */
  addIndexers(indexers: Indexers<T, S>): void;
  /**
   * Records the server's answer to a write of this program: {@link lister} and {@link store} return
   * it until the informer has received it or a later state. Returns undefined, without an effect,
   * if the informer has received it already, if it is outside of the informer's namespaces, or if
   * its version is not a number.
   *
   * `copy` creates the informer's own copy when the object is first read. Defaults to the object
   * itself, which the caller must not change afterwards.
   *
   * Do not record answers of dry runs, nor of subresources that are other objects, such as Scale.
   *
   * @example
   * const spec = { resource: { cpu: 1, memory: '1Gi' } };
   * const created = await client.create({ metadata: { name: 'vm-1' }, spec });
   * informer.recordWrite(created);
   * console.log(informer.lister.get('default/vm-1').spec.image);
   */
  recordWrite(object: Persisted<T, S>, copy?: () => Persisted<T, S>): PendingWrite | undefined;
  /**
   * Records that the server has deleted the object with this key and UID; see {@link recordWrite}.
   * Returns undefined if the informer does not know the object, or knows already.
   */
  recordDeletion(key: string, uid: string): PendingWrite | undefined;
  /**
   * Lists the newest state and watches from there. Resolves when it is stored, so the cache then
   * contains all writes that were answered before the call. Frequent calls share lists: at most one
   * in 5 s after the first five. A list that fails is repeated with a growing delay, while the watch
   * continues. Rejects with the signal's reason when it aborts. Never settles without a signal while
   * the list fails, or if the informer stops before.
   */
  relist(options?: WaitOptions): Promise<void>;
  /**
   * Keeps the store in sync with the server until the signal aborts. Resolves when all handlers
   * have returned. Never rejects. Further calls return the promise of the first one.
   */
  run(options: { readonly signal: AbortSignal }): Promise<void>;
}

/**
 * Creates an informer of one kind, which starts with `run` (client-go: shared_informer.go).
 * Programs with several informers create them by `createInformerFactory`, which shares them.
 *
 * The clients of several namespaces fill one cache. Each namespace is listed and watched
 * separately: a forbidden namespace delays {@link SharedInformer.hasSynced} but not the other
 * namespaces.
 *
 * @example
 * const machines = createSharedInformer(client, { labelSelector: 'app=web' });
 * const running = machines.run({ signal });
 * await machines.synced({ signal });
 * console.log(machines.lister.find('default/test-vm')?.status?.phase);
 * await running;
 */
export function createSharedInformer<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
>(
  client: ListWatchClient<T, S> | readonly ListWatchClient<T, S>[],
  options: SharedInformerOptions<T, S> = {},
): SharedInformer<T, S> {
  return new Informer(sourcesOf(client), options);
}

class Informer<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> implements SharedInformer<T, S> {
  readonly resource: ResourceDefinition<T, S>;
  readonly lister: Lister<T, S>;
  readonly #sources: Sources<T, S>;
  readonly #selection: ReflectorRequest;
  readonly #stores: ((object: Persisted<T, S>) => boolean) | undefined;
  #labels: LabelRequirements | undefined;
  readonly #received: Store<T, S>;
  readonly #writer: StoreWriter<T, S>;
  /** What readers see: {@link #received} and the writes that it does not contain yet. */
  readonly #ownWrites: OwnWrites<T, S>;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #metrics: Metrics | undefined;
  readonly #resyncMs: number;
  readonly #handlers: HandlerSet<T, S>;
  readonly #synced = new Latch();
  readonly #prepare: PrepareObject<T, S>;
  /** One per namespace if there are several. */
  readonly #reflectors: readonly Reflector<T, S>[];
  #unsynced: number;
  #lastError: unknown;
  #lastErrorMs: number | undefined;
  #handlerCount = 0;
  #run: Promise<void> | undefined;

  constructor(sources: Sources<T, S>, options: SharedInformerOptions<T, S>) {
    const { resource } = sources[0].client;
    this.resource = resource;
    this.#clock = options.clock ?? systemClock;
    this.#logger = safeLogger(options.logger ?? silentLogger).with({
      resource: qualifiedName(resource),
    });
    this.#metrics = options.metrics && safeMetrics(options.metrics);
    this.#resyncMs = checkNumber('resyncMs', options.resyncMs ?? 0);
    const indexers: Indexers<T, S> = {
      ...(resource.scope === 'Namespaced' ? { [NAMESPACE_INDEX]: namespaceIndex } : {}),
      ...options.indexers,
    };
    const onIndexError: IndexErrorHandler = (index, key, error) =>
      this.#logger.error('an index function failed; the object is not in that index', {
        index,
        key,
        error,
      });
    const { store, writer } = createStore<T, S>({ indexers, onIndexError });
    this.#sources = sources;
    this.#stores = options.stores;
    const ownsObjects = options.parse === undefined && sources.every(isParsedByUs);
    this.#selection = reflectorRequest(options, ownsObjects);
    this.#received = store;
    this.#writer = writer;
    this.#ownWrites = new OwnWrites(store, indexers, onIndexError);
    this.lister = createLister(this.#ownWrites, resource);
    const { keepManagedFields = false, keepFieldsOf = () => undefined } = options;
    this.#prepare = createPrepareObject({
      store,
      keepFieldsOf: keepManagedFields ? () => undefined : keepFieldsOf,
      transform: options.transform,
      freezeObjects: options.freezeObjects ?? process.env['NODE_ENV'] === 'test',
      ownsObjects,
      logger: this.#logger,
    });
    this.#handlers = new HandlerSet(store, this.#clock);
    this.#reflectors = sources.map((source) => this.#createReflector(source, options));
    this.#unsynced = sources.length;
  }

  get hasSynced(): boolean {
    return this.#synced.isOpen;
  }

  get lastSyncResourceVersion(): string {
    return this.#reflectors
      .map(({ resourceVersion }) => resourceVersion)
      .reduce((oldest, version) =>
        version === '' || isOlderVersion(version, oldest) ? version : oldest,
      );
  }

  get lastContactMs(): number | undefined {
    const times = this.#reflectors.map(({ contactMs = -Infinity }) => contactMs);
    const earliestMs = Math.min(...times);
    return earliestMs === -Infinity ? undefined : earliestMs;
  }

  get lastError(): unknown {
    return this.#lastError;
  }

  get lastErrorMs(): number | undefined {
    return this.#lastErrorMs;
  }

  synced(options: SyncOptions = {}): Promise<void> {
    return withinSyncLimit([this], options, this.#clock, (limited) => this.#synced.wait(limited));
  }

  addHandler(handler: InformerHandler<T, S>, options: HandlerOptions = {}): HandlerRegistration {
    const name = options.name || `handler-${++this.#handlerCount}`;
    const queue = new HandlerQueue(handler, {
      name,
      resyncMs: this.#allowedResyncMs(options.resyncMs ?? this.#resyncMs),
      coalesce: options.coalesce ?? false,
      clock: this.#clock,
      logger: this.#logger.with({ handler: name }),
    });
    return this.#handlers.add(queue);
  }

  removeHandler(registration: HandlerRegistration): void {
    this.#handlers.remove(registration);
  }

  addIndexers(indexers: Indexers<T, S>): void {
    this.#writer.addIndexers(indexers);
    this.#ownWrites.addIndexers(indexers);
  }

  get store(): Store<T, S> {
    return this.#ownWrites;
  }

  get pendingWrites(): number {
    return this.#ownWrites.pending;
  }

  recordWrite(object: Persisted<T, S>, copy = () => object): PendingWrite | undefined {
    const { namespace = '', uid, resourceVersion: version } = object.metadata;
    const reflector = this.#reflectorOf(namespace);
    if (reflector === undefined || !isNumber(version)) return undefined;
    if (!isNumber(reflector.resourceVersion)) return undefined;
    if (!isOlderVersion(reflector.resourceVersion, version)) return undefined;
    if (this.#stores?.(object) === false) return undefined;
    const key = objectKey(object);
    const { labelSelector, fieldSelector } = this.#selection;
    if (labelSelector !== undefined) this.#labels ??= parseLabelSelector(labelSelector);
    const isSelected = this.#labels?.matches(object.metadata.labels) ?? true;
    const isExcluded = !isSelected || isExcludedBy(fieldSelector, object);
    if (isExcluded && !this.#received.has(key) && !this.#ownWrites.has(key)) return undefined;
    const prepare = (): Cached<T, S> => {
      const own = copy();
      if (this.#selection.omitManagedFields) delete own.metadata.managedFields;
      return this.#prepare(key, own);
    };
    return this.#ownWrites.record(key, {
      namespace,
      uid,
      version,
      prepare: isSelected ? prepare : undefined,
      // Only the server can evaluate all field selectors.
      isKnown: fieldSelector === undefined,
    });
  }

  recordDeletion(key: string, uid: string): PendingWrite | undefined {
    const known = this.#ownWrites.find(key);
    if (known?.metadata.uid !== uid) return undefined;
    const { namespace = '', resourceVersion: version, deletionTimestamp } = known.metadata;
    const isTerminating = deletionTimestamp !== undefined;
    const write = { namespace, uid, version, prepare: undefined, isKnown: true, isTerminating };
    return this.#ownWrites.recordDeletion(key, write);
  }

  /** Returns the reflector that receives the objects of a namespace; undefined if none does. */
  #reflectorOf(namespace: string): Reflector<T, S> | undefined {
    const index = this.#sources.findIndex(
      ({ client }) => !client.namespace || client.namespace === namespace,
    );
    return this.#reflectors[index];
  }

  async relist({ signal }: WaitOptions = {}): Promise<void> {
    signal?.throwIfAborted();
    await abortable(Promise.all(this.#reflectors.map((reflector) => reflector.relist())), signal);
  }

  run({ signal }: { readonly signal: AbortSignal }): Promise<void> {
    this.#run ??= this.#runOnce(signal);
    return this.#run;
  }

  async #runOnce(signal: AbortSignal): Promise<void> {
    const endObservation =
      this.#metrics &&
      observeInformer(this.#metrics, {
        name: qualifiedName(this.resource),
        store: this.#received,
        pendingWrites: () => this.pendingWrites,
        registrations: () => this.#handlers.registrations,
      });
    await Promise.all(this.#reflectors.map((reflector) => reflector.run(signal)));
    endObservation?.();
    this.#synced.shut(
      new VmgenError(
        'ERR_VMGEN_CLOSED',
        `the informer of ${qualifiedName(this.resource)} stopped before it had synced`,
      ),
    );
    await this.#handlers.end();
  }

  #createReflector(
    { client, namespace }: Source<T, S>,
    options: SharedInformerOptions<T, S>,
  ): Reflector<T, S> {
    const { onError } = options;
    const logger = namespace === undefined ? this.#logger : this.#logger.with({ namespace });
    const warnings = new Pace(this.#clock);
    return new Reflector({
      client,
      feed: new StoreFeed({
        resource: client.resource,
        store: this.#received,
        writer: this.#writer,
        ownWrites: this.#ownWrites,
        prepare: this.#prepare,
        stores: options.stores,
        handlers: this.#handlers,
        namespace,
        requested: client.namespace,
        deletionGuard: options.deletionGuard && new DeletionGuard(options.deletionGuard),
        logger,
        warnings,
        onRestored: () => {
          if (this.#sources.length > 1) void this.relist();
          options.onRestored?.();
        },
        onSynced: () => this.#countSynced(),
      }),
      clock: this.#clock,
      request: this.#selection,
      pageSize: checkNumber('pageSize', options.pageSize ?? 500, { min: 0, isWhole: true }),
      minWatchTimeoutMs: checkNumber('minWatchTimeoutMs', options.minWatchTimeoutMs ?? 300_000, {
        above: 0,
      }),
      watchList: options.watchList ?? true,
      meter:
        this.#metrics &&
        new ReflectorMeter(this.#metrics, qualifiedName(this.resource), this.#clock),
      random: options.random ?? Math.random,
      onError: (error) => {
        this.#lastError = error;
        this.#lastErrorMs = this.#clock.nowMs();
        if (onError === undefined && !warnings.tryTake()) return;
        reportReflectorError(
          error,
          onError && ((failure) => onError(failure, this.resource)),
          logger,
        );
      },
    });
  }

  #countSynced(): void {
    if (--this.#unsynced > 0) return;
    this.#handlers.notifySynced();
    this.#synced.open();
  }

  #allowedResyncMs(resyncMs: number): number {
    checkNumber('resyncMs', resyncMs);
    if (resyncMs <= 0 || resyncMs >= MIN_RESYNC_MS) return Math.max(0, resyncMs);
    this.#logger.warn('the resync period is too short', { resyncMs, used: MIN_RESYNC_MS });
    return MIN_RESYNC_MS;
  }
}

function reflectorRequest<T extends KubernetesObject, S extends ResourceScope>(
  options: SharedInformerOptions<T, S>,
  ownsObjects: boolean,
): ReflectorRequest {
  const { labelSelector, fieldSelector, keepManagedFields = false } = options;
  const { keepFieldsOf, parse, transform } = options;
  return {
    // A transform may modify the objects.
    ...(ownsObjects && transform === undefined ? { sharesFieldSets: true } : {}),
    // Read for each request.
    get omitManagedFields() {
      return !keepManagedFields && keepFieldsOf?.() === undefined;
    },
    ...(labelSelector === undefined ? {} : { labelSelector }),
    ...(fieldSelector === undefined ? {} : { fieldSelector }),
    ...(parse === undefined ? {} : { parse }),
  };
}
