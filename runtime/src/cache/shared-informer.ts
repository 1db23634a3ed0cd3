import { qualifiedName } from '../client/resource.js';
import type { ResourceDefinition } from '../client/resource.js';
import { systemClock } from '../async/clock.js';
import type { Clock } from '../async/clock.js';
import { checkNumber } from '../errors/check-number.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { silentLogger } from '../logging/logger.js';
import type { Logger } from '../logging/logger.js';
import { safeLogger } from '../logging/safe-logger.js';
import type { ObjectKey } from '../meta/object-key.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Metrics } from '../metrics/metrics.js';
import { safeMetrics } from '../metrics/safe-metrics.js';
import { isParsedByUs, sourcesOf, type Source, type Sources } from './informer-source.js';
import { DeletionGuard } from './deletion-guard.js';
import { HandlerQueue } from './handler-queue.js';
import { HandlerSet } from './handler-set.js';
import { NAMESPACE_INDEX, namespaceIndex } from './index-set.js';
import type { Indexers } from './index-set.js';
import type { HandlerOptions, HandlerRegistration, InformerHandler } from './informer-handler.js';
import { Latch } from './latch.js';
import { createLister } from './lister.js';
import type { Lister } from './lister.js';
import type { ListWatchClient } from '../client/list-watch-client.js';
import { isOlderVersion } from './resource-version.js';
import { observeInformer } from './observe-informer.js';
import { ReflectorMeter } from './reflector-meter.js';
import { Reflector, type ReflectorRequest } from './reflector.js';
import type { Cached } from './cached.js';
import { createPrepareObject, type PrepareObject } from './prepare-object.js';
import type {
  ObjectTransform,
  ReflectorErrorHandler,
  SharedInformerOptions,
} from './shared-informer-options.js';
import { createStore } from './store.js';
import type { Store, StoreWriter } from './store.js';
import { StoreFeed } from './store-feed.js';
import { withinSyncLimit, type SyncOptions } from './sync-limit.js';
import { reportReflectorError } from './report-reflector-error.js';

/** Shorter resyncs are raised to this. */
const MIN_RESYNC_MS = 1000;

/** Keeps the objects of one kind as the server has them, and tells handlers of their changes. */
export interface SharedInformer<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> {
  /** The kind that it follows. */
  readonly resource: ResourceDefinition<T, S>;
  /** What it keeps; read by a lister as a rule. */
  readonly store: Store<T, S>;
  /** The object under a key; undefined when the store has none. As fresh as the last event. */
  find(key: ObjectKey | string): Cached<T, S> | undefined;
  /** The object under a key. Throws an ApiError (NotFound) when the store has none. */
  get(key: ObjectKey | string): Cached<T, S>;
  /** The store holds the first list, of every namespace. Says nothing about handlers; see {@link HandlerRegistration}. */
  readonly hasSynced: boolean;
  /** The version that the store is at, the oldest of its namespaces; empty before the first list. */
  readonly lastSyncResourceVersion: string;
  /** The error of the list or watch that failed last; undefined while none has failed. */
  readonly lastError: unknown;
  /**
   * Resolves when {@link hasSynced} becomes true. Rejects with the signal's reason when it aborts,
   * with an error when the informer ends first, and with a `VmgenError` (`ERR_VMGEN_TIMEOUT`) that
   * holds {@link lastError} when the limit is over.
   */
  synced(options?: SyncOptions): Promise<void>;
  /**
   * Adds a handler; at any time before the informer has ended (throws after). A late one is told of
   * the whole cache as adds of an initial list.
   */
  addHandler(handler: InformerHandler<T, S>, options?: HandlerOptions): HandlerRegistration;
  /** Takes a handler out; what it has not been told yet is dropped. Twice does no harm. */
  removeHandler(registration: HandlerRegistration): void;
  /** Adds indices, at any time. Throws when a name is taken. */
  addIndexers(indexers: Indexers<T, S>): void;
  /** Throws once the informer runs. */
  setTransform(transform: ObjectTransform<T, S>): void;
  /** Throws once the informer runs. */
  setErrorHandler(handler: ReflectorErrorHandler): void;
  /**
   * Keeps the store like the server's state until the signal aborts; resolves when every handler
   * has returned. Never rejects. A second call is the same run.
   */
  run(options: { readonly signal: AbortSignal }): Promise<void>;
}

/**
 * Creates an informer of one kind; it does nothing before `run` (client-go: shared_informer.go). A
 * program with several takes them from `createInformerFactory`, which shares them.
 *
 * Of the clients of several namespaces it makes one cache. Each namespace is listed and watched for
 * itself: one that is forbidden holds back {@link SharedInformer.hasSynced} and nothing else.
 *
 * @example
 * const machines = createSharedInformer(client, { labelSelector: 'app=web' });
 * const running = machines.run({ signal });
 * await machines.synced({ signal });
 * console.log(machines.find('default/test-vm')?.status?.phase);
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
  readonly store: Store<T, S>;
  readonly #lister: Lister<T, S>;
  readonly #writer: StoreWriter<T, S>;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #metrics: Metrics | undefined;
  readonly #resyncMs: number;
  readonly #handlers: HandlerSet<T, S>;
  readonly #synced = new Latch();
  readonly #prepare: PrepareObject<T, S>;
  #transform: ObjectTransform<T, S> | undefined;
  /** One per namespace where there are several. */
  readonly #reflectors: readonly Reflector<T, S>[];
  #unsynced: number;
  #lastError: unknown;
  #onError: ReflectorErrorHandler | undefined;
  #handlersMade = 0;
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
    const { store, writer } = createStore<T, S>({
      indexers: {
        ...(resource.scope === 'Namespaced' ? { [NAMESPACE_INDEX]: namespaceIndex } : {}),
        ...options.indexers,
      },
      onIndexError: (index, key, error) =>
        this.#logger.error('an index function failed; the object is not in that index', {
          index,
          key,
          error,
        }),
    });
    this.store = store;
    this.#lister = createLister(store, resource);
    this.#writer = writer;
    this.#transform = options.transform;
    this.#prepare = createPrepareObject({
      store,
      transform: () => this.#transform,
      freezeObjects: options.freezeObjects ?? process.env['NODE_ENV'] === 'test',
      ownsObjects: options.parse === undefined && sources.every(isParsedByUs),
      logger: this.#logger,
    });
    this.#handlers = new HandlerSet(store, this.#clock);
    this.#reflectors = sources.map((source) => this.#createReflector(source, options));
    this.#unsynced = sources.length;
  }

  find(key: ObjectKey | string): Cached<T, S> | undefined {
    return this.#lister.find(key);
  }

  get(key: ObjectKey | string): Cached<T, S> {
    return this.#lister.get(key);
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

  get lastError(): unknown {
    return this.#lastError;
  }

  synced(options: SyncOptions = {}): Promise<void> {
    return withinSyncLimit([this], options, this.#clock, (limited) => this.#synced.wait(limited));
  }

  addHandler(handler: InformerHandler<T, S>, options: HandlerOptions = {}): HandlerRegistration {
    const name = options.name || `handler-${++this.#handlersMade}`;
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
  }

  setTransform(transform: ObjectTransform<T, S>): void {
    this.#refuseOnceRunning('setTransform');
    this.#transform = transform;
  }

  setErrorHandler(handler: ReflectorErrorHandler): void {
    this.#refuseOnceRunning('setErrorHandler');
    this.#onError = handler;
  }

  run({ signal }: { readonly signal: AbortSignal }): Promise<void> {
    this.#run ??= this.#runOnce(signal);
    return this.#run;
  }

  async #runOnce(signal: AbortSignal): Promise<void> {
    const endReading =
      this.#metrics &&
      observeInformer(this.#metrics, {
        name: qualifiedName(this.resource),
        objects: () => this.store.size,
        registrations: () => this.#handlers.registrations,
      });
    await Promise.all(this.#reflectors.map((reflector) => reflector.run(signal)));
    endReading?.();
    this.#synced.shut(
      new VmgenError(
        'ERR_VMGEN_CLOSED',
        `the informer of ${qualifiedName(this.resource)} ended before it had synced`,
      ),
    );
    await this.#handlers.end();
  }

  #createReflector(
    { client, namespace }: Source<T, S>,
    options: SharedInformerOptions<T, S>,
  ): Reflector<T, S> {
    const logger = namespace === undefined ? this.#logger : this.#logger.with({ namespace });
    return new Reflector({
      client,
      feed: new StoreFeed({
        resource: client.resource,
        store: this.store,
        writer: this.#writer,
        prepare: this.#prepare,
        handlers: this.#handlers,
        namespace,
        deletionGuard: options.deletionGuard && new DeletionGuard(options.deletionGuard),
        logger,
        onSynced: () => this.#countSynced(),
      }),
      clock: this.#clock,
      request: reflectorRequest(options),
      pageSize: checkNumber('pageSize', options.pageSize ?? 500, { min: 0, isWhole: true }),
      minWatchTimeoutMs: checkNumber('minWatchTimeoutMs', options.minWatchTimeoutMs ?? 300_000, {
        above: 0,
      }),
      streamingLists: options.streamingLists ?? true,
      meter:
        this.#metrics &&
        new ReflectorMeter(this.#metrics, qualifiedName(this.resource), this.#clock),
      random: options.random ?? Math.random,
      onError: (error) => {
        this.#lastError = error;
        reportReflectorError(error, this.#onError, logger);
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

  #refuseOnceRunning(method: string): void {
    if (this.#run === undefined) return;
    throw new VmgenError(
      'ERR_VMGEN_STATE',
      `${method}: the informer of ${this.resource.kind} runs; call it before run`,
    );
  }
}

function reflectorRequest<T extends KubernetesObject, S extends ResourceScope>({
  labelSelector,
  fieldSelector,
  keepManagedFields = false,
  parse,
}: SharedInformerOptions<T, S>): ReflectorRequest {
  return {
    omitManagedFields: !keepManagedFields,
    ...(labelSelector === undefined ? {} : { labelSelector }),
    ...(fieldSelector === undefined ? {} : { fieldSelector }),
    ...(parse === undefined ? {} : { parse }),
  };
}
