import type {
  ApplyConfiguration,
  Cached,
  CachedReader,
  KubernetesObject,
  ResourceScope,
} from '@vmgen/runtime';
import type { AnyResourceDefinition } from '@vmgen/runtime/client';

/** A reader of any kind. */
export interface OwnableReader {
  /** The kind. */
  readonly resource: AnyResourceDefinition & {
    readonly deepCopy: (object: never) => KubernetesObject;
  };
  /** The informer of the kind. */
  readonly informer: { readonly hasSynced: boolean };
}

/** A child of any kind; see {@link child}. */
export interface AnyChild {
  /** The reader of the child's kind. */
  readonly reader: OwnableReader;
  /** The wanted content. */
  readonly configuration: { readonly metadata: { readonly name: string } };
}

/** A child of one kind; see {@link child}. */
export interface Child<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> extends AnyChild {
  /** See {@link ChildOptions.readyWhen}. */
  readonly readyWhen: ((object: Cached<T, S>) => boolean) | undefined;
  /** See {@link ChildOptions.adopt}. */
  readonly adopt: boolean;
}

/** Options of {@link child}. */
export interface ChildOptions<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  /**
   * Whether the children after this one may be applied: while it returns false, they wait for a
   * later reconcile, which the change of this child starts. Defaults to always.
   */
  readonly readyWhen?: (object: Cached<T, S>) => boolean;
  /**
   * Whether an existing object without a controller becomes a child. Its other fields are kept.
   * Defaults to false: the call rejects.
   */
  readonly adopt?: boolean;
}

/**
 * Describes a child for {@link Children.apply}: the reader of its kind, which the controller
 * `.owns()`, and its content.
 */
export function child<T extends KubernetesObject, S extends ResourceScope>(
  reader: CachedReader<T, S>,
  configuration: ApplyConfiguration<T>,
  { readyWhen, adopt = false }: ChildOptions<T, S> = {},
): Child<T, S> {
  return { reader, configuration, readyWhen, adopt };
}

/** The content of a child without its metadata; see {@link Children.createOnce}. */
export type ChildContent<T extends KubernetesObject> = Omit<ApplyConfiguration<T>, 'metadata'>;

/** The object of a child. */
export type ObjectOf<C> = C extends Child<infer T, infer S> ? Cached<T, S> : never;

/** Applies the children of one object. */
export interface Children {
  /**
   * Makes the children of the object equal to these configurations. When the reconcile has succeeded,
   * those that an earlier call created and that are no longer listed are deleted. Call it once per
   * reconcile, with all children; use {@link named} for several independent sets.
   *
   * Each configuration is applied by server-side apply, with the name of the manager as field
   * manager, with force, and with a controller reference to the object. Its namespace defaults to
   * the object's. Nothing is sent if the cached child was applied with this configuration and no
   * other client has changed its fields. Returns the children in the same order.
   *
   * Rejects with a `VmgenError`: `ERR_VMGEN_CONTROLLED` if an object with the name of a child exists
   * that this object does not control, or that another controller also applies as its child; and
   * `ERR_VMGEN_ARGUMENT` if the controller does not own the kind, or if two sets of one reconcile
   * contain the same child.
   *
   * @example
   * const [deployment] = await children.apply(
   *   child(deployments, deploymentOf(site)),
   *   child(configMaps, configMapOf(site)),
   * );
   */
  apply<const C extends readonly AnyChild[]>(
    ...children: C
  ): Promise<{ -readonly [I in keyof C]: ObjectOf<C[I]> }>;
  /**
   * Like {@link apply}, but stops after a child that is not ready (`readyWhen`). Existing children
   * after it are kept. Returns undefined for the children that were not applied.
   *
   * @example
   * const isComplete = ({ status }: Cached<Job>) => isConditionTrue(status?.conditions, 'Complete');
   * const [migration, server] = await children.applyInOrder(
   *   child(jobs, migrationOf(app), { readyWhen: isComplete }),
   *   child(deployments, deploymentOf(app)),
   * );
   */
  applyInOrder<const C extends readonly AnyChild[]>(
    ...children: C
  ): Promise<{ -readonly [I in keyof C]: ObjectOf<C[I]> | undefined }>;
  /**
   * Creates a child whose content is generated once, such as a password, and never changes it: while
   * it exists, `content` is not called. If the cache is late, such as after a failover, the server
   * rejects the second creation, and the existing object is returned. The child belongs to this set:
   * {@link apply} deletes it after a reconcile that did not call `createOnce` for it. Rejects as
   * {@link apply}.
   *
   * @example
   * const secret = await children.createOnce(secrets, { name: `${site.metadata.name}-db` }, () => ({
   *   stringData: { password: crypto.randomUUID() },
   * }));
   */
  createOnce<T extends KubernetesObject, S extends ResourceScope>(
    reader: CachedReader<T, S>,
    metadata: ApplyConfiguration<T>['metadata'],
    content: () => ChildContent<T> | Promise<ChildContent<T>>,
  ): Promise<Cached<T, S>>;
  /**
   * Returns an independent set of children: each set deletes only its own objects. A child that moves
   * to another set is kept.
   */
  named(name: string): Children;
}
