import { createMetadataClient } from '../client/create-metadata-client.js';
import type { MetadataResource, PartialObjectMetadata } from '../client/create-metadata-client.js';
import { createResourceClient } from '../client/create-resource-client.js';
import type { ResourceClientOptions } from '../client/create-resource-client.js';
import { qualifiedName, type ResourceDefinition } from '../client/resource.js';
import { systemClock, type Clock } from '../async/clock.js';
import { VmgenError } from '../errors/vmgen-error.js';
import type { Logger } from '../logging/logger.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Metrics } from '../metrics/metrics.js';
import type { Transport } from '../transport/transport.js';
import type { DeletionGuardOptions } from './deletion-guard.js';
import type { ListWatchClient } from '../client/list-watch-client.js';
import { createSharedInformer } from './shared-informer.js';
import type { SharedInformer } from './shared-informer.js';
import { withinSyncLimit, type SyncOptions } from './sync-limit.js';

/** Which objects of a kind an informer looks at. */
export interface InformerScope {
  /** One namespace; empty for all of them. Means nothing for a cluster-scoped kind. */
  readonly namespace?: string;
  /**
   * Several namespaces with one cache, each listed and watched for itself: for who may not read all
   * of them. In place of {@link namespace}; at least one. Means nothing for a cluster-scoped kind.
   */
  readonly namespaces?: readonly string[];
  /** Only objects with such labels; see `parseLabelSelector`. */
  readonly labelSelector?: string;
  /** Only objects with such fields, as far as the server knows fields of the kind. */
  readonly fieldSelector?: string;
}

/** Which objects an informer of a factory looks at, all told. */
export interface ResolvedScope extends Pick<InformerScope, 'labelSelector' | 'fieldSelector'> {
  /** In order; undefined for all of them, and for a cluster-scoped kind. */
  readonly namespaces: readonly string[] | undefined;
}

/** What a factory gives to all its informers; a scope of an informer's own goes before it. */
export interface InformerFactoryOptions extends InformerScope {
  /** The resync of handlers that do not say their own. 0, the default, means never. */
  readonly resyncMs?: number;
  /** The system's when left out. */
  readonly clock?: Clock;
  /** Silent when left out. */
  readonly logger?: Logger;
  /** For objects of every kind. */
  readonly transform?: <T extends KubernetesObject>(object: T) => T;
  /** See {@link SharedInformerOptions.keepManagedFields}. */
  readonly keepManagedFields?: boolean;
  /** See {@link SharedInformerOptions.parse}. */
  readonly parse?: (text: string) => unknown;
  /** See {@link SharedInformerOptions.freezeObjects}. */
  readonly freezeObjects?: boolean;
  /** See {@link SharedInformerOptions.streamingLists}. */
  readonly streamingLists?: boolean;
  /** See {@link SharedInformerOptions.deletionGuard}. */
  readonly deletionGuard?: DeletionGuardOptions;
  /** See {@link SharedInformerOptions.metrics}. */
  readonly metrics?: Metrics;
}

/** One informer per kind and scope, of any package's kinds, started and ended together. */
export interface InformerFactory extends AsyncDisposable {
  /**
   * The informer of a kind in a scope: the same one for every caller. One whose start's signal has
   * aborted does not run again: the next caller gets another in its place.
   */
  informerFor<T extends KubernetesObject, S extends ResourceScope>(
    resource: ResourceDefinition<T, S>,
    scope?: InformerScope,
  ): SharedInformer<T, S>;
  /**
   * The informer of a kind in a scope which keeps the metadata of objects alone, and has the server
   * send no more than that; see `createMetadataClient`. Another one than {@link informerFor} gives.
   *
   * @example
   * const machines = factory.metadataInformerFor(virtualMachineResource);
   * const owned = createLister(machines.store, machines.resource).list('app=web');
   */
  metadataInformerFor<S extends ResourceScope>(
    resource: MetadataResource<S>,
    scope?: InformerScope,
  ): SharedInformer<PartialObjectMetadata, S>;
  /** Which objects the informer of a kind in a scope looks at: what the scope or else the factory says. */
  scopeOf(resource: Pick<MetadataResource, 'scope'>, scope?: InformerScope): ResolvedScope;
  /**
   * Starts every informer that does not run yet. May be called again after adding some. They run
   * until the signal aborts or the factory is closed.
   */
  start(options?: { readonly signal?: AbortSignal }): void;
  /** There are informers, and all of them have synced: what the readiness of a process depends on. */
  readonly hasSynced: boolean;
  /**
   * Resolves when all informers have synced (client-go: WaitForCacheSync). Rejects with the signal's
   * reason when it aborts, with an error when one of them ends first, and with a `VmgenError`:
   * `ERR_VMGEN_TIMEOUT` when some have not synced within `timeoutMs`, 2 minutes by default, with each
   * kind and its last error; `ERR_VMGEN_STATE` when one was not started, because it was asked for after
   * {@link start} or nobody called that.
   */
  waitForSync(options?: SyncOptions): Promise<void>;
  /**
   * Ends all informers; resolves when their handlers have returned. Nothing can be started
   * afterwards. Twice does no harm.
   */
  close(): Promise<void>;
}

/**
 * Creates a factory whose informers reach the server by `transport`. The informers of kinds come
 * from generated code, or by `informerFor`.
 *
 * @example
 * await using factory = createInformerFactory(transport, { namespace: 'default' });
 * const { informer, lister } = createInformers(factory).cloudnativeV1alpha1.virtualMachines();
 * informer.addHandler({ onAdd: (vm) => queue.add(objectKey(vm)) });
 * factory.start();
 * await factory.waitForSync({ signal });
 * console.log(lister.list().length);
 */
export function createInformerFactory(
  transport: Transport,
  options: InformerFactoryOptions = {},
): InformerFactory {
  return new Factory(transport, options);
}

/** An informer without its type: what starting and stopping needs of it. */
interface AnyInformer extends Pick<
  SharedInformer<KubernetesObject>,
  'run' | 'synced' | 'hasSynced' | 'lastError'
> {
  readonly resource: Pick<MetadataResource, 'group' | 'plural'>;
}

class Factory implements InformerFactory {
  readonly #transport: Transport;
  readonly #defaults: InformerFactoryOptions;
  readonly #options: InformerFactoryOptions;
  /** By kind and scope. */
  readonly #informers = new Map<string, AnyInformer>();
  /** The signal of each that was started. Once it has aborted, the informer is replaced when asked for. */
  readonly #started = new Map<AnyInformer, AbortSignal>();
  /** Those whose handlers have not all returned. */
  readonly #runs = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(transport: Transport, options: InformerFactoryOptions) {
    this.#transport = transport;
    const { freezeObjects } = transport;
    this.#defaults = freezeObjects === undefined ? {} : { freezeObjects };
    this.#options = options;
  }

  informerFor<T extends KubernetesObject, S extends ResourceScope>(
    resource: ResourceDefinition<T, S>,
    scope: InformerScope = {},
  ): SharedInformer<T, S> {
    return this.#informer<T, S>('whole', resource, scope, (options) =>
      createResourceClient(this.#transport, resource, options),
    );
  }

  metadataInformerFor<S extends ResourceScope>(
    resource: MetadataResource<S>,
    scope: InformerScope = {},
  ): SharedInformer<PartialObjectMetadata, S> {
    return this.#informer<PartialObjectMetadata, S>('metadata', resource, scope, (options) =>
      createMetadataClient(this.#transport, resource, options),
    );
  }

  /** The informer of a kind in a scope: the one that there is, or a new one over such a client. */
  #informer<T extends KubernetesObject, S extends ResourceScope>(
    content: 'whole' | 'metadata',
    resource: MetadataResource<S>,
    scope: InformerScope,
    createClient: (options: ResourceClientOptions) => ListWatchClient<T, S>,
  ): SharedInformer<T, S> {
    const options = { ...this.#defaults, ...this.#options, ...scope };
    const resolved = this.scopeOf(resource, scope);
    const key = informerKey(content, resource, resolved);
    const known = this.#informers.get(key);
    // The key names the kind and what is kept of it, which have one type.
    if (known !== undefined) {
      if (!this.#started.get(known)?.aborted) return known as SharedInformer<T, S>;
      this.#started.delete(known);
    }
    const { namespaces = [undefined] } = resolved;
    const clients = namespaces.map((namespace) => createClient({ namespace }));
    const informer = createSharedInformer<T, S>(clients, options);
    this.#informers.set(key, informer);
    return informer;
  }

  scopeOf(resource: Pick<MetadataResource, 'scope'>, scope: InformerScope = {}): ResolvedScope {
    const { labelSelector, fieldSelector } = { ...this.#options, ...scope };
    const namespaces = namespacesOf(scope) ?? namespacesOf(this.#options);
    // A single one may be empty, which means all of them.
    const isEverywhere =
      resource.scope === 'Cluster' || (namespaces?.length === 1 && namespaces[0] === '');
    return { namespaces: isEverywhere ? undefined : namespaces, labelSelector, fieldSelector };
  }

  start(options: { readonly signal?: AbortSignal } = {}): void {
    if (this.#closing.signal.aborted) return;
    const signals = options.signal === undefined ? [] : [options.signal];
    const signal = AbortSignal.any([...signals, this.#closing.signal]);
    for (const informer of this.#informers.values()) {
      if (this.#started.has(informer)) continue;
      this.#started.set(informer, signal);
      const run = informer.run({ signal }).finally(() => this.#runs.delete(run));
      this.#runs.add(run);
    }
  }

  get hasSynced(): boolean {
    const informers = [...this.#informers.values()];
    return informers.length > 0 && informers.every(({ hasSynced }) => hasSynced);
  }

  async waitForSync(options: SyncOptions = {}): Promise<void> {
    for (const informer of this.#informers.values()) {
      if (!this.#started.has(informer)) this.#refuseUnstarted(informer);
    }
    const started = [...this.#started.keys()];
    await withinSyncLimit(started, options, this.#options.clock ?? systemClock, ({ signal }) =>
      Promise.all(started.map((informer) => informer.synced({ signal, timeoutMs: 0 }))),
    );
  }

  /** Its cache would stay empty, and who reads it would take every object for deleted. */
  #refuseUnstarted({ resource }: AnyInformer): never {
    const { signal } = this.#closing;
    signal.throwIfAborted();
    throw new VmgenError(
      'ERR_VMGEN_STATE',
      `the informer of ${qualifiedName(resource)} was not started: call start() before waitForSync(), ` +
        'and again after asking for another informer',
    );
  }

  async close(): Promise<void> {
    this.#closing.abort(new VmgenError('ERR_VMGEN_CLOSED', 'the informer factory was closed'));
    await Promise.all(this.#runs);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/** The namespaces that a scope names, in one order; undefined where it leaves them open. */
function namespacesOf({ namespace, namespaces }: InformerScope): readonly string[] | undefined {
  if (namespaces === undefined) return namespace === undefined ? undefined : [namespace];
  if (namespace !== undefined || namespaces.length === 0) {
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      namespaces.length === 0
        ? 'no namespace is named: leave out namespaces to mean all of them'
        : 'either namespace or namespaces can be said, not both',
    );
  }
  return [...new Set(namespaces)].sort();
}

function informerKey(
  content: 'whole' | 'metadata',
  resource: Pick<ResourceDefinition, 'group' | 'version' | 'plural'>,
  scope: ResolvedScope,
): string {
  const { namespaces, labelSelector, fieldSelector } = scope;
  const kind = [content, resource.group, resource.version, resource.plural];
  // JSON writes what is left out as null.
  return JSON.stringify([...kind, namespaces, labelSelector, fieldSelector]);
}
