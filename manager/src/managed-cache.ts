import { isNotFound, VmgenError } from '@vmgen/runtime';
import type {
  CachedReader,
  Clock,
  InformerScope,
  KubernetesObject,
  Logger,
  Metrics,
  Persisted,
  ResourceDefinition,
  ResourceScope,
  SharedInformer,
  Transport,
} from '@vmgen/runtime';
import { createInformerFactory, createSharedInformer, type Indexers } from '@vmgen/runtime/cache';
import {
  createMetadataClient,
  type AnyResourceDefinition,
  type PartialObjectMetadata,
} from '@vmgen/runtime/client';
import { CacheShare, type CacheUser } from './cache-share.js';
import type { Shards } from './shards.js';
import { createCachedReader, createFullClient } from '@vmgen/runtime/internal';

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
}

/** The declared kinds of a manager and their informers. */
export class DeclaredKinds {
  readonly #options: CacheOptions;
  readonly #byName = new Map<string, DeclaredKind>();
  readonly #runs: Promise<void>[] = [];

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
    for (const { reader } of this.all) this.#runs.push(reader.informer.run({ signal }));
  }

  /** Resolves when all kinds that are not optional have synced. */
  async synced(signal: AbortSignal, timeoutMs: number): Promise<void> {
    const required = this.all.filter(({ isOptional }) => !isOptional);
    await Promise.all(required.map(({ reader }) => reader.informer.synced({ signal, timeoutMs })));
  }

  /**
   * Lists the newest state again, so that the caches contain the objects of gained shards and what
   * their previous holders wrote. Without a gain, only the objects of lost shards are removed.
   */
  async renew(hasGained: boolean, signal: AbortSignal): Promise<void> {
    const changed = this.all.filter(
      ({ isOptional, isSharded, reader: { informer } }) =>
        (hasGained || isSharded()) && (!isOptional || informer.hasSynced),
    );
    await Promise.all(changed.map(({ reader }) => reader.informer.relist({ signal })));
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
            else kindLogger.warn('could not list or watch the kind; retrying', { error });
          },
        }),
      },
    );
    const scope = { namespaces, labelSelector, fieldSelector };
    const reader: CachedReader<KubernetesObject> = createCachedReader(informer, scope, {
      isOptional: whereServed,
    });
    return {
      name,
      reader,
      metadataOnly,
      selector: [labelSelector, fieldSelector].filter(Boolean).join(' and '),
      isOptional: whereServed,
      isSharded: () => share?.isSharded ?? false,
    };
  }
}
