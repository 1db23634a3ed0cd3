import { isNotFound, VmgenError } from '@vmgen/runtime';
import type {
  CachedReader,
  Clock,
  InformerScope,
  KubernetesObject,
  Logger,
  Metrics,
  ObjectKey,
  Persisted,
  ResourceDefinition,
  ResourceScope,
  SharedInformer,
  Transport,
} from '@vmgen/runtime';
import {
  createInformerFactory,
  createSharedInformer,
  type Indexers,
  type PendingWrite,
} from '@vmgen/runtime/cache';
import {
  createMetadataClient,
  type AnyResourceDefinition,
  type PartialObjectMetadata,
} from '@vmgen/runtime/client';
import { CacheShare, type CacheUser } from './cache-share.js';
import type { Shards } from '../election/shards.js';
import {
  cachedBytes,
  childAbort,
  createCachedReader,
  createFullClient,
  Pace,
  pause,
} from '@vmgen/runtime/internal';
import { metadataOf, UnknownWrites } from './unknown-writes.js';

/** A watch receives an event or a bookmark about once a minute, and a silent watch is restarted. */
export const MAX_LAG_MS = 80_000;

/** The resource definition of any kind. */
type AnyDefinition = AnyResourceDefinition & {
  readonly deepCopy: (object: never) => KubernetesObject;
};

/** The resource definitions of kinds, by the names of a cache. */
export type Definitions = Readonly<Record<string, AnyDefinition>>;

/** A kind and which of its objects to cache; see {@link Manager.cache} and {@link CachedObjects}. */
export interface CachedKind extends InformerScope {
  /** The kind. */
  readonly resource: AnyDefinition;
  /**
   * Whether to request and cache only the metadata of objects, for kinds that are only watched,
   * owned or counted. Defaults to false.
   */
  readonly metadataOnly?: boolean;
  /**
   * Whether the manager also starts while the server does not serve the kind, such as a CRD that is
   * not installed. Reads find nothing until it is served; then its objects join. Defaults to false:
   * the manager fails with a timeout.
   */
  readonly whereServed?: boolean;
  /**
   * Whether a replica caches only the objects of its shards; has no effect without `sharding` of the
   * manager. Such an object is one of the controller of the kind, or a child of one; objects of an
   * owned kind that no object of the controller owns are cached too. Reads find no other objects.
   * Defaults to true for the kind of a controller that is neither owned nor watched by a controller,
   * and to false for all other kinds.
   */
  readonly sharded?: boolean;
}

/** The kinds of a cache, by names that the program chooses. */
export type CachedKinds = Readonly<Record<string, AnyDefinition | CachedKind>>;

/** The functions of a {@link CachedKind}, whose parameter has the type of its objects. */
export interface CachedObjects<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> {
  /**
   * Changes objects before they are cached, usually to remove unused fields; see `ObjectTransform`.
   * Defaults to no change.
   */
  readonly transform?: (object: Persisted<T, S>) => Persisted<T>;
  /** Index functions by name, for `byIndex` of the reader. Defaults to none. */
  readonly indexers?: Indexers<T, S>;
}

type FullObjects<Definition> =
  Definition extends ResourceDefinition<infer T, infer S> ? CachedObjects<T, S> : never;

type MetadataObjects<Definition> = Definition extends {
  readonly scope: infer S extends ResourceScope;
}
  ? CachedObjects<PartialObjectMetadata, S>
  : never;

/**
 * A kind of {@link CachedKinds} with the types of its functions. The compiler selects one of the
 * three by `metadataOnly`, so each has this property.
 */
type TypedKind<Definition> =
  | (Definition & { readonly metadataOnly?: undefined })
  | (CachedKind &
      FullObjects<Definition> & { readonly resource: Definition; readonly metadataOnly?: false })
  | (CachedKind &
      MetadataObjects<Definition> & { readonly resource: Definition; readonly metadataOnly: true });

/**
 * The kinds of a cache with the types of their functions. A function that passes its parameter to
 * {@link Manager.cache} also has this type parameter.
 *
 * @example
 * function addCaches<const Kinds extends CachedKinds, D extends Definitions>(
 *   manager: Manager,
 *   kinds: Kinds & TypedKinds<D, Kinds>,
 * ) {
 *   return manager.cache<Kinds, D>(kinds);
 * }
 */
export type TypedKinds<D extends Definitions, Kinds extends CachedKinds> = {
  readonly [Name in keyof D]: TypedKind<D[Name]>;
} & { readonly [Name in keyof Kinds]: UnknownOptions<Kinds[Name]> };

/** Rejects options that do not exist: the compiler does not, because the type is inferred. */
type UnknownOptions<Kind> = Kind extends { readonly resource: unknown }
  ? { readonly [Name in Exclude<keyof Kind, keyof CachedKind | keyof CachedObjects<never>>]: never }
  : unknown;

type ReaderOf<Kind> = Kind extends {
  readonly resource: { readonly scope: infer S extends ResourceScope };
  readonly metadataOnly: true;
}
  ? CachedReader<PartialObjectMetadata, S>
  : Kind extends { readonly resource: infer Definition }
    ? ReaderOf<Definition>
    : Kind extends ResourceDefinition<infer T, infer S>
      ? CachedReader<T, S>
      : never;

/** The readers of a cache, by name. */
export type ManagedCache<Kinds extends CachedKinds> = {
  readonly [Name in keyof Kinds]: ReaderOf<Kinds[Name]>;
};

/** A reader of any kind. */
type AnyReader = Pick<CachedReader<KubernetesObject>, 'resource'> & {
  readonly informer: Pick<
    SharedInformer<KubernetesObject>,
    | 'hasSynced'
    | 'synced'
    | 'run'
    | 'lastContactMs'
    | 'relist'
    | 'lastError'
    | 'lastSyncResourceVersion'
    | 'pendingWrites'
  > & { readonly store: { readonly size: number; list(): readonly object[] } };
};

/** A declared kind. */
export interface DeclaredKind {
  readonly name: string;
  readonly reader: AnyReader;
  readonly metadataOnly: boolean;
  /** The label and field selectors as a text; empty without selectors. */
  readonly selector: string;
  /** Whether the manager starts without it. */
  readonly isOptional: boolean;
  /** Whether the cache contains only the objects of the shards of this process. */
  readonly isSharded: () => boolean;
  /**
   * Records a write whose result is unknown, to an object or to unknown ones of the kind. It is observed
   * when the cache contains what the server answers to a later read.
   */
  readonly addUnknownWrite: (key: ObjectKey | undefined) => PendingWrite;
}

/** A cache that has not listed the newest state in time; see {@link DeclaredKinds.renew}. */
interface LateKind {
  readonly kind: DeclaredKind;
  /** The keys whose objects the cache lacks. */
  readonly lacks: (key: string) => boolean;
}

/** How long the work waits for lists of the newest state. */
const RENEWAL_MS = 10_000;

/** The state of a cache. */
export interface CacheState {
  /** The name of its declaration. */
  readonly name: string;
  /** The kind. */
  readonly kind: string;
  /** The number of objects. */
  readonly objects: number;
  /**
   * The approximate size of the objects as JSON, in bytes, after `transform` and without managed
   * fields. More than 500 objects are extrapolated from 500.
   */
  readonly bytes: number;
  /** Whether the first list is complete. */
  readonly hasSynced: boolean;
  /** The number of own writes that the watch has not delivered. */
  readonly pendingWrites: number;
  /** The resource version of the stored state. */
  readonly resourceVersion: string;
}

/** Returns the state of a cache. */
export function describeCache({ name, reader: { resource, informer } }: DeclaredKind): CacheState {
  return {
    name,
    kind: resource.kind,
    objects: informer.store.size,
    bytes: cachedBytes(informer.store),
    hasSynced: informer.hasSynced,
    pendingWrites: informer.pendingWrites,
    resourceVersion: informer.lastSyncResourceVersion,
  };
}

interface CacheOptions {
  readonly transport: Transport;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly metrics: Metrics | undefined;
  /** The field manager whose applied fields the caches of children keep. */
  readonly fieldManager: string;
  /** The controllers of the manager, also those that are added later. */
  readonly controllers: readonly CacheUser[];
  readonly shards: Pick<Shards, 'holds' | 'by' | 'selector'> | undefined;
  /** Called when a late cache contains the objects that it lacked. */
  readonly onCompleted: (reader: unknown, matches: (key: string) => boolean) => void;
}

/** The declared kinds of a manager and their informers. */
export class DeclaredKinds {
  readonly #options: CacheOptions;
  readonly #byName = new Map<string, DeclaredKind>();
  readonly #runs: Promise<void>[] = [];
  readonly #late = new Set<LateKind>();
  #signal = new AbortController().signal;

  constructor(options: CacheOptions) {
    this.#options = options;
  }

  get all(): readonly DeclaredKind[] {
    return [...this.#byName.values()];
  }

  /** Returns the readers of the kinds. Throws if a name is taken. */
  declare<const Kinds extends CachedKinds>(kinds: Kinds): ManagedCache<Kinds> {
    const readers = Object.entries(kinds).map(([name, kind]) => {
      if (this.#byName.has(name)) {
        throw new VmgenError(
          'ERR_VMGEN_ARGUMENT',
          `the cache ${JSON.stringify(name)} is declared twice; use another name`,
        );
      }
      const declared = this.#create(name, 'resource' in kind ? kind : { resource: kind });
      this.#byName.set(name, declared);
      return [name, declared.reader];
    });
    // Each reader has the type of the kind that is declared under its name.
    return Object.freeze(Object.fromEntries(readers)) as ManagedCache<Kinds>;
  }

  start(signal: AbortSignal): void {
    this.#signal = signal;
    for (const { reader } of this.all) this.#runs.push(reader.informer.run({ signal }));
  }

  /** Resolves when all kinds that are not optional have synced. */
  async synced(signal: AbortSignal, timeoutMs: number): Promise<void> {
    const required = this.all.filter(({ isOptional }) => !isOptional);
    await Promise.all(required.map(({ reader }) => reader.informer.synced({ signal, timeoutMs })));
  }

  /**
   * Lists the newest state again, so that the caches contain what the previous leader or the previous
   * holders of gained shards wrote. Resolves after 10 s at the latest: the work then begins with the last
   * state of the late caches, which list until they succeed. A cache that lacks the objects of `gained`
   * keys is complete only then; see {@link lacks}. If nothing is `gained`, only the objects of lost shards
   * are removed.
   */
  async renew(gained: ((key: string) => boolean) | undefined, signal: AbortSignal): Promise<void> {
    const { clock, logger } = this.#options;
    const listing = new Set<LateKind>();
    const listed = new AbortController();
    for (const kind of this.all) {
      const { isOptional, isSharded, reader } = kind;
      if (gained === undefined && !isSharded()) continue;
      if (isOptional && !reader.informer.hasSynced) continue;
      const one: LateKind = { kind, lacks: (key) => isSharded() && gained?.(key) === true };
      // The work has already waited for its list.
      const isLate = [...this.#late].some((late) => late.kind === kind);
      (isLate ? this.#late : listing).add(one);
      void this.#list(one, signal).finally(() => {
        listing.delete(one);
        if (listing.size === 0) listed.abort();
      });
    }
    const either = childAbort(signal, listed.signal);
    if (listing.size > 0) await pause(clock, RENEWAL_MS, either.signal);
    either.abort();
    signal.throwIfAborted();
    for (const late of listing) {
      this.#late.add(late);
      const { name: cache, reader } = late.kind;
      const message =
        'a cache could not list the newest state in time; working with its last state';
      const error = reader.informer.lastError;
      logger.warn(message, { cache, kind: reader.resource.kind, afterMs: RENEWAL_MS, error });
    }
  }

  async #list(one: LateKind, signal: AbortSignal): Promise<void> {
    const { name: cache, reader } = one.kind;
    try {
      await reader.informer.relist({ signal });
    } catch {
      // The work has ended.
      this.#late.delete(one);
      return;
    }
    if (!this.#late.delete(one)) return;
    this.#options.logger.info('a late cache has listed the newest state', { cache });
    this.#options.onCompleted(reader, one.lacks);
  }

  /** Whether the cache of a reader may lack the object with a key, because a list of it is late. */
  lacks(reader: unknown, key: string): boolean {
    return [...this.#late].some((late) => late.kind.reader === reader && late.lacks(key));
  }

  /** Throws while the work uses caches that could not list the newest state. */
  checkRenewed(): void {
    const late = [...this.#late].filter(
      // An optional kind may be deleted.
      ({ kind: { isOptional, reader } }) => !isOptional || !isNotFound(reader.informer.lastError),
    );
    if (late.length === 0) return;
    const names = new Set(late.map(({ kind }) => kind.name));
    throw new Error(`working with the last state, because lists fail: ${[...names].join(', ')}`);
  }

  /** Resolves when all handlers have returned, after the signal of {@link start} has aborted. */
  async ended(): Promise<void> {
    await Promise.all(this.#runs);
  }

  #create(name: string, kind: CachedKind & CachedObjects<KubernetesObject>): DeclaredKind {
    const { logger, clock, metrics, fieldManager, controllers, shards } = this.#options;
    const { metadataOnly = false, whereServed = false, labelSelector, fieldSelector } = kind;
    const { transform, indexers } = kind;
    // The declaration has checked the types; the informer needs no more than this.
    const resource = kind.resource as ResourceDefinition;
    const kindLogger = logger.with({ cache: name });
    const share =
      shards &&
      new CacheShare({
        shards,
        controllers,
        resource: kind.resource,
        sharded: kind.sharded,
        logger: kindLogger,
        reader: () => reader,
      });
    const transport = share?.select(this.#options.transport) ?? this.#options.transport;
    const isOwned = (): boolean => controllers.some(({ owned }) => owned.includes(reader));
    const { namespaces } = createInformerFactory(transport).scopeOf(resource, kind);
    const clientOf = (namespace?: string) =>
      metadataOnly
        ? createMetadataClient(transport, resource, { namespace })
        : createFullClient(transport, resource, namespace);
    const { freezeObjects } = transport;
    const warnings = new Pace(clock);
    const informer = createSharedInformer<KubernetesObject>(
      (namespaces ?? [undefined]).map((namespace) => clientOf(namespace)),
      {
        logger: kindLogger,
        clock,
        keepFieldsOf: () => (isOwned() ? fieldManager : undefined),
        ...(share && { stores: (object) => share.stores(object) }),
        ...(metrics && { metrics }),
        ...(freezeObjects !== undefined && { freezeObjects }),
        ...(labelSelector !== undefined && { labelSelector }),
        ...(fieldSelector !== undefined && { fieldSelector }),
        ...(transform && { transform }),
        ...(indexers && { indexers }),
        ...(whereServed && {
          onError: (error) => {
            if (isNotFound(error)) kindLogger.verbose(2, 'the kind is not served yet', {});
            else if (warnings.tryTake())
              kindLogger.warn('could not list or watch the kind; retrying', { error });
          },
        }),
      },
    );
    const scope = { namespaces, labelSelector, fieldSelector };
    const reader: CachedReader<KubernetesObject> = createCachedReader(informer, scope, {
      isOptional: whereServed,
    });
    const unknown = new UnknownWrites({
      informer: informer,
      read: async ({ namespace, name: object }, signal) => {
        const read = await createFullClient(transport, resource, namespace || undefined).get(
          object,
          { signal },
        );
        return metadataOnly ? metadataOf(read) : read;
      },
      clock,
      logger: kindLogger,
    });
    return {
      name,
      reader,
      metadataOnly,
      addUnknownWrite: (key) => unknown.add(key, this.#signal),
      selector: [labelSelector, fieldSelector].filter(Boolean).join(' and '),
      isOptional: whereServed,
      isSharded: () => share?.isSharded ?? false,
    };
  }
}
