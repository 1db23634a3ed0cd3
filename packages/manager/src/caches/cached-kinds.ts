import type {
  CachedReader,
  InformerScope,
  KubernetesObject,
  Persisted,
  ResourceDefinition,
  ResourceScope,
} from '@vmgen/runtime';
import type { Indexers } from '@vmgen/runtime/cache';
import type { AnyResourceDefinition, PartialObjectMetadata } from '@vmgen/runtime/client';

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
   * not installed. Reads find nothing until it is served; then its objects join. If it is not served
   * any more, a warning is logged, and the cache keeps the last state. Defaults to false: the manager
   * fails with a timeout.
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
   * Defaults to no change. If it throws, the error is logged and counted (`vmgen_function_errors_total`), and
   * the object is cached as it is.
   */
  readonly transform?: (object: Persisted<T, S>) => Persisted<T>;
  /**
   * Index functions by name, for `byIndex` of the reader, whose type has these names. Defaults to none. All
   * caches of namespaced kinds have the index `namespace`. If a function throws, the error is logged and counted
   * (`vmgen_function_errors_total`), and the object is not in the index until it changes.
   */
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

/** The names of the declared indexes, and of the one that all caches of namespaced kinds have. */
type IndexOf<Kind, S extends ResourceScope> =
  | (Kind extends { readonly indexers?: infer Functions }
      ? keyof NonNullable<Functions> & string
      : never)
  | (S extends 'Namespaced' ? 'namespace' : never);

type ReaderOf<Kind, Declared = unknown> = Kind extends {
  readonly resource: { readonly scope: infer S extends ResourceScope };
  readonly metadataOnly: true;
}
  ? CachedReader<PartialObjectMetadata, S, IndexOf<Kind, S>>
  : Kind extends { readonly resource: infer Definition }
    ? ReaderOf<Definition, Kind>
    : Kind extends ResourceDefinition<infer T, infer S>
      ? CachedReader<T, S, IndexOf<Declared, S>>
      : never;

/** The readers of a cache, by name. */
export type ManagedCache<Kinds extends CachedKinds> = {
  readonly [Name in keyof Kinds]: ReaderOf<Kinds[Name]>;
};
