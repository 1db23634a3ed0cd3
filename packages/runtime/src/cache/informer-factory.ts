import { createMetadataClient } from '../client/create-metadata-client.js';
import type { MetadataResource, PartialObjectMetadata } from '../client/create-metadata-client.js';
import { createResourceClient } from '../client/create-resource-client.js';
import type { ResourceClientOptions } from '../client/create-resource-client.js';
import { qualifiedName, type ResourceDefinition } from '../client/resource.js';
import { childAbort, type ChildAbort } from '../async/child-abort.js';
import { systemClock } from '../async/clock.js';
import { VmgenError } from '../errors/vmgen-error.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Transport } from '../transport/transport.js';
import type { ListWatchClient } from '../client/list-watch-client.js';
import { relistAll } from './relist-all.js';
import { createSharedInformer } from './shared-informer.js';
import type { SharedInformer } from './shared-informer.js';
import type { SharedInformerOptions } from './shared-informer-options.js';
import { withinSyncLimit, type SyncOptions } from './sync-limit.js';

/** Selects the objects of a kind that an informer watches. */
export interface InformerScope {
  /**
   * One namespace. Defaults to all namespaces, as does an empty text. Ignored for cluster-scoped
   * kinds.
   */
  readonly namespace?: string;
  /**
   * Several namespaces in one cache, each listed and watched separately, for callers that may not
   * read all namespaces. At least one; not allowed together with {@link namespace}. Ignored for
   * cluster-scoped kinds.
   */
  readonly namespaces?: readonly string[];
  /** Selects objects by labels; see `parseLabelSelector`. Defaults to all objects. */
  readonly labelSelector?: string;
  /**
   * Selects objects by fields, if the server supports these fields for the kind. Defaults to all
   * objects.
   */
  readonly fieldSelector?: string;
}

/** The scope of an informer after the factory's defaults were applied. */
export interface ResolvedScope extends Pick<InformerScope, 'labelSelector' | 'fieldSelector'> {
  /** Sorted. Undefined for all namespaces and for cluster-scoped kinds. */
  readonly namespaces: readonly string[] | undefined;
}

/**
 * The options of all informers of a factory: those of {@link SharedInformerOptions}, except `indexers`,
 * which depend on the kind. The scope of an informer takes precedence over the scope here.
 */
export interface InformerFactoryOptions
  extends
    InformerScope,
    Omit<SharedInformerOptions<KubernetesObject>, 'indexers' | 'transform' | keyof InformerScope> {
  /**
   * Changes objects of all kinds before they are stored; see `ObjectTransform`. Check
   * `object.kind` to change objects of one kind. Defaults to no change.
   */
  readonly transform?: <T extends KubernetesObject>(object: T) => T;
}

/** Creates one informer per kind and scope, and starts and stops them together. */
export interface InformerFactory extends AsyncDisposable {
  /**
   * Returns the informer of a kind and scope, which all callers share. An informer whose signal has
   * aborted cannot run again, so the next call returns a new one.
   */
  informerFor<T extends KubernetesObject, S extends ResourceScope>(
    resource: ResourceDefinition<T, S>,
    scope?: InformerScope,
  ): SharedInformer<T, S>;
  /**
   * Returns an informer that requests and stores only the metadata of objects; see
   * `createMetadataClient`. It is not shared with {@link informerFor}.
   *
   * @example
   * const machines = factory.metadataInformerFor(virtualMachineResource);
   * const owned = machines.lister.list('app=web');
   */
  metadataInformerFor<S extends ResourceScope>(
    resource: MetadataResource<S>,
    scope?: InformerScope,
  ): SharedInformer<PartialObjectMetadata, S>;
  /** Returns the scope of an informer: the given scope with the factory's defaults. */
  scopeOf(resource: Pick<MetadataResource, 'scope'>, scope?: InformerScope): ResolvedScope;
  /**
   * Starts all informers that are not running yet. Call it again after adding informers. They run
   * until the signal aborts or the factory is closed.
   */
  start(options?: { readonly signal?: AbortSignal }): void;
  /** Whether there are informers and all of them have synced, for readiness checks. */
  readonly hasSynced: boolean;
  /**
   * Resolves when all informers have synced (client-go: WaitForCacheSync). Rejects with the
   * signal's reason when it aborts, with an error if one of them stops first, and with a
   * `VmgenError`: `ERR_VMGEN_TIMEOUT` if some have not synced within `timeoutMs`, which defaults to
   * 2 minutes, with the last error of each kind; `ERR_VMGEN_STATE` if an informer was not started,
   * because it was created after {@link start} or `start` was not called.
   */
  waitForSync(options?: SyncOptions): Promise<void>;
  /**
   * Stops all informers. Resolves when their handlers have returned. No informer can be started
   * afterwards. Idempotent.
   */
  close(): Promise<void>;
}

/**
 * Creates an informer factory. Generated code returns its informers by kind; `informerFor` returns
 * them by resource definition.
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

/** The part of an informer that starting and stopping needs, without its type. */
interface AnyInformer extends Pick<
  SharedInformer<KubernetesObject>,
  'run' | 'synced' | 'hasSynced' | 'lastError' | 'relist'
> {
  readonly resource: Pick<MetadataResource, 'group' | 'plural'>;
}

class Factory implements InformerFactory {
  readonly #transport: Transport;
  readonly #defaults: InformerFactoryOptions;
  readonly #options: InformerFactoryOptions;
  /** The informers by kind and scope. */
  readonly #informers = new Map<string, AnyInformer>();
  /**
   * The signal of each started informer. When it has aborted, the informer is replaced at the next
   * request.
   */
  readonly #started = new Map<AnyInformer, AbortSignal>();
  /** The runs of informers whose handlers have not all returned. */
  readonly #runs = new Set<Promise<void>>();
  /** The signals of calls of `start`. */
  readonly #endings: ChildAbort[] = [];
  readonly #closing = new AbortController();
  readonly #relistAll = relistAll(() => this.#informers.values());

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

  /** Returns the existing informer of a kind and scope, or creates one. */
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
    // This cast is safe: the key contains the kind and the content, which determine the type.
    if (known !== undefined) {
      if (!this.#started.get(known)?.aborted) return known as SharedInformer<T, S>;
      this.#started.delete(known);
    }
    const { namespaces = [undefined] } = resolved;
    const clients = namespaces.map((namespace) => createClient({ namespace }));
    const onRestored = (): void => {
      this.#relistAll();
      options.onRestored?.();
    };
    const informer = createSharedInformer<T, S>(clients, { ...options, onRestored });
    this.#informers.set(key, informer);
    return informer;
  }

  scopeOf(resource: Pick<MetadataResource, 'scope'>, scope: InformerScope = {}): ResolvedScope {
    const { labelSelector, fieldSelector } = { ...this.#options, ...scope };
    const namespaces = namespacesOf(scope) ?? namespacesOf(this.#options);
    // A single empty namespace means all namespaces.
    const isEverywhere =
      resource.scope === 'Cluster' || (namespaces?.length === 1 && namespaces[0] === '');
    return { namespaces: isEverywhere ? undefined : namespaces, labelSelector, fieldSelector };
  }

  start(options: { readonly signal?: AbortSignal } = {}): void {
    if (this.#closing.signal.aborted) return;
    const added = [...this.#informers.values()].filter((each) => !this.#started.has(each));
    if (added.length === 0) return;
    const ending = childAbort(options.signal, this.#closing.signal);
    const { signal } = ending;
    this.#endings.push(ending);
    for (const informer of added) {
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
      if (!this.#started.has(informer)) this.#rejectUnstarted(informer);
    }
    const started = [...this.#started.keys()];
    await withinSyncLimit(started, options, this.#options.clock ?? systemClock, ({ signal }) =>
      Promise.all(started.map((informer) => informer.synced({ signal, timeoutMs: 0 }))),
    );
  }

  /** Its cache would remain empty, and readers would treat all objects as deleted. */
  #rejectUnstarted({ resource }: AnyInformer): never {
    const { signal } = this.#closing;
    signal.throwIfAborted();
    throw new VmgenError(
      'ERR_VMGEN_STATE',
      `the informer of ${qualifiedName(resource)} was not started; call start() before waitForSync(), ` +
        'and again after adding an informer',
    );
  }

  async close(): Promise<void> {
    this.#closing.abort(new VmgenError('ERR_VMGEN_CLOSED', 'the informer factory was closed'));
    await Promise.all(this.#runs);
    // A program may have a factory for a while, with a signal that lives longer.
    for (const each of this.#endings.splice(0)) each.abort();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/** Returns the namespaces of a scope, sorted; undefined if it has none. */
function namespacesOf({ namespace, namespaces }: InformerScope): readonly string[] | undefined {
  if (namespaces === undefined) return namespace === undefined ? undefined : [namespace];
  if (namespace !== undefined || namespaces.length === 0) {
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      namespaces.length === 0
        ? 'namespaces is empty; omit it to select all namespaces'
        : 'namespace and namespaces are mutually exclusive',
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
  // JSON.stringify converts undefined items to null.
  return JSON.stringify([...kind, namespaces, labelSelector, fieldSelector]);
}
