import { qualifiedName } from '../client/resource.js';
import type { ResourceDefinition } from '../client/resource.js';
import { isPending, settled } from '../async/settled.js';
import { systemClock } from '../async/clock.js';
import type { Clock } from '../async/clock.js';
import type { WaitOptions } from '../async/wait-options.js';
import { checkNumber } from '../errors/check-number.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { silentLogger } from '../logging/logger.js';
import type { Logger } from '../logging/logger.js';
import { safeLogger } from '../logging/safe-logger.js';
import type { ObjectKey } from '../meta/object-key.js';
import type { KubernetesObject } from '../meta/types.js';
import { isExpired } from './api-failure.js';
import { HandlerQueue } from './handler-queue.js';
import { HandlerSet } from './handler-set.js';
import { NAMESPACE_INDEX, namespaceIndex } from './index-set.js';
import type { Indexers } from './index-set.js';
import type { HandlerOptions, HandlerRegistration, InformerHandler } from './informer-handler.js';
import { Latch } from './latch.js';
import { createLister } from './lister.js';
import type { Lister } from './lister.js';
import type { ListWatchClient } from './list-watch-client.js';
import { Reflector } from './reflector.js';
import type { ReflectorOptions, ReflectorTarget } from './reflector.js';
import type { Cached } from './cached.js';
import { ObjectAdmission } from './object-admission.js';
import type {
  ObjectTransform,
  ReflectorErrorHandler,
  SharedInformerOptions,
} from './shared-informer-options.js';
import { createStore } from './store.js';
import type { Store, StoreWriter } from './store.js';

/** Shorter resyncs are raised to this. */
const MIN_RESYNC_MS = 1000;

/** Keeps the objects of one kind as the server has them, and tells handlers of their changes. */
export interface SharedInformer<T extends KubernetesObject, N extends boolean = boolean> {
  /** The kind that it follows. */
  readonly resource: ResourceDefinition<T, N>;
  /** What it keeps; read by a lister as a rule. */
  readonly store: Store<T, N>;
  /** The object under a key; undefined when the store has none. As fresh as the last event. */
  find(key: ObjectKey | string): Cached<T, N> | undefined;
  /** The object under a key. Throws an ApiError (NotFound) when the store has none. */
  get(key: ObjectKey | string): Cached<T, N>;
  /** The store holds the first list. Says nothing about handlers; see {@link HandlerRegistration}. */
  readonly hasSynced: boolean;
  /** The version that the store is at; empty before the first list. */
  readonly lastSyncResourceVersion: string;
  /**
   * Resolves when {@link hasSynced} becomes true. Rejects with the signal's reason when it aborts,
   * and with an error when the informer ends first.
   */
  synced(options?: WaitOptions): Promise<void>;
  /**
   * Adds a handler; at any time before the informer has ended (throws after). A late one is told of
   * the whole cache as adds of an initial list.
   */
  addHandler(handler: InformerHandler<T, N>, options?: HandlerOptions): HandlerRegistration;
  /** Takes a handler out; what it has not been told yet is dropped. Twice does no harm. */
  removeHandler(registration: HandlerRegistration): void;
  /** Adds indices, at any time. Throws when a name is taken. */
  addIndexers(indexers: Indexers<T, N>): void;
  /** Throws once the informer runs. */
  setTransform(transform: ObjectTransform<T, N>): void;
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
 * @example
 * const machines = createSharedInformer(client, { labelSelector: 'app=web' });
 * const running = machines.run({ signal });
 * await machines.synced({ signal });
 * console.log(machines.find('default/test-vm')?.status?.phase);
 * await running;
 */
export function createSharedInformer<T extends KubernetesObject, N extends boolean = boolean>(
  client: ListWatchClient<T, N>,
  options: SharedInformerOptions<T, N> = {},
): SharedInformer<T, N> {
  return new Informer(client, options);
}

class Informer<T extends KubernetesObject, N extends boolean = boolean> implements SharedInformer<
  T,
  N
> {
  readonly resource: ResourceDefinition<T, N>;
  readonly store: Store<T, N>;
  readonly #lister: Lister<T, N>;
  readonly #writer: StoreWriter<T, N>;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #resyncMs: number;
  readonly #handlers: HandlerSet<T, N>;
  readonly #synced = new Latch();
  readonly #admission: ObjectAdmission<T, N>;
  readonly #reflector: Reflector<T, N>;
  #onError: ReflectorErrorHandler;
  #handlersMade = 0;
  #run: Promise<void> | undefined;

  constructor(client: ListWatchClient<T, N>, options: SharedInformerOptions<T, N>) {
    const { resource } = client;
    this.resource = resource;
    this.#clock = options.clock ?? systemClock;
    this.#logger = safeLogger(options.logger ?? silentLogger).with({
      resource: qualifiedName(resource),
    });
    this.#resyncMs = checkNumber('resyncMs', options.resyncMs ?? 0);
    this.#onError = (error) => logFailure(this.#logger, error);
    const { store, writer } = createStore<T, N>({
      indexers: {
        ...(resource.namespaced ? { [NAMESPACE_INDEX]: namespaceIndex } : {}),
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
    const freezeObjects = options.freezeObjects ?? process.env['NODE_ENV'] === 'test';
    this.#admission = new ObjectAdmission(store, freezeObjects, this.#logger);
    this.#admission.transform = options.transform;
    this.#handlers = new HandlerSet(store, this.#clock);
    this.#reflector = new Reflector({
      client,
      target: this.#reflectorTarget(),
      clock: this.#clock,
      logger: this.#logger,
      request: requestOptions(options),
      pageSize: checkNumber('pageSize', options.pageSize ?? 500, { min: 0, isWhole: true }),
      minWatchTimeoutMs: checkNumber('minWatchTimeoutMs', options.minWatchTimeoutMs ?? 300_000, {
        above: 0,
      }),
      random: options.random ?? Math.random,
      onError: (error) => this.#tellError(error),
    });
  }

  find(key: ObjectKey | string): Cached<T, N> | undefined {
    return this.#lister.find(key);
  }

  get(key: ObjectKey | string): Cached<T, N> {
    return this.#lister.get(key);
  }

  get hasSynced(): boolean {
    return this.#synced.isOpen;
  }

  get lastSyncResourceVersion(): string {
    return this.#reflector.resourceVersion;
  }

  synced(options?: WaitOptions): Promise<void> {
    return this.#synced.wait(options);
  }

  addHandler(handler: InformerHandler<T, N>, options: HandlerOptions = {}): HandlerRegistration {
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

  addIndexers(indexers: Indexers<T, N>): void {
    this.#writer.addIndexers(indexers);
  }

  setTransform(transform: ObjectTransform<T, N>): void {
    this.#refuseOnceRunning('setTransform');
    this.#admission.transform = transform;
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
    await this.#reflector.run(signal);
    this.#synced.shut(
      new VmgenError(
        'ERR_VMGEN_CLOSED',
        `the informer of ${qualifiedName(this.resource)} ended before it had synced`,
      ),
    );
    await this.#handlers.end();
  }

  #reflectorTarget(): ReflectorTarget<T, N> {
    return {
      get: (key) => this.store.find(key),
      admit: (key, object) => this.#admission.admit(key, object),
      replace: (objects) => this.#replace(objects),
      set: (key, object) => {
        const before = this.store.find(key);
        this.#writer.set(key, object);
        this.#handlers.tellChange(before, object, false);
      },
      delete: (key, object) => {
        const before = this.store.find(key);
        if (before === undefined) return;
        this.#writer.delete(key);
        this.#handlers.tellDeletion(object, false);
      },
    };
  }

  #replace(objects: Map<string, Cached<T, N>>): void {
    const isInitial = !this.#synced.isOpen;
    const before = this.#writer.replace(objects);
    for (const [key, object] of before) {
      if (objects.has(key)) continue;
      this.#handlers.tellDeletion(object, true);
    }
    for (const [key, object] of objects) {
      this.#handlers.tellChange(before.get(key), object, isInitial);
    }
    if (!isInitial) return;
    this.#handlers.tellSynced();
    this.#synced.open();
  }

  #tellError(error: unknown): void {
    const complain = (thrown: unknown): void =>
      this.#logger.error('the error handler threw', { error: thrown, cause: error });
    try {
      // The types say that it gives nothing back; an async function fits them all the same.
      const result: unknown = this.#onError(error);
      if (isPending(result)) void settled(result, complain);
    } catch (thrown) {
      complain(thrown);
    }
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

/** What every list and watch of an informer asks for. */
function requestOptions<T extends KubernetesObject, N extends boolean>(
  options: SharedInformerOptions<T, N>,
): ReflectorOptions<T, N>['request'] {
  const { labelSelector, fieldSelector, parse } = options;
  return {
    ...(labelSelector === undefined ? {} : { labelSelector }),
    ...(fieldSelector === undefined ? {} : { fieldSelector }),
    ...(parse === undefined ? {} : { parse }),
  };
}

/** A version that has expired is the normal end of a long disconnection; the rest is not. */
function logFailure(logger: Logger, error: unknown): void {
  if (isExpired(error)) logger.verbose(2, 'the last version has expired; listing again', { error });
  else logger.warn('a list or watch failed; trying again', { error });
}
