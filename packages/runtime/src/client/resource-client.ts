import type { DeepPartial, DeepReadonly } from '../meta/deep-readonly.js';
import type { MergePatch, StrategicMergePatch } from '../meta/merge-patch.js';
import type { Persisted, ResourceScope } from '../meta/persisted.js';
import type { KubernetesList, KubernetesObject } from '../meta/types.js';
import type { ApiStatus } from './errors.js';
import type {
  ApplyOptions,
  CallOptions,
  CreateOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  PatchOptions,
  UpdateOptions,
  WatchOptions,
} from './options.js';
import type { JsonPatchOperation } from './json-patch.js';
import type { ResourceDefinition } from './resource.js';
import type { Scale } from './scale.js';

/** An event of a watch. */
export type WatchEvent<T extends KubernetesObject, S extends ResourceScope = ResourceScope> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: Persisted<T, S> }
  /** Reports a new resource version. Only the metadata of the object is set. */
  | { readonly type: 'BOOKMARK'; readonly object: KubernetesObject }
  | { readonly type: 'ERROR'; readonly object: ApiStatus };

/**
 * The body of a server-side apply: the object's name and the fields that the caller wants to own. For
 * a type that is not a kind, such as `Container`, it is a part of such a body: all of its fields are
 * optional.
 *
 * @example
 * const spec: ApplyConfiguration<VirtualMachine['spec']> = { image: 'nginx' };
 * const configuration: ApplyConfiguration<VirtualMachine> = { metadata: { name: 'vm-1' }, spec };
 * await client.apply(configuration, { fieldManager: 'vm-controller' });
 */
export type ApplyConfiguration<T extends object> = T extends KubernetesObject
  ? DeepReadonly<DeepPartial<Omit<T, 'metadata'>>> & {
      readonly metadata: DeepReadonly<DeepPartial<T['metadata']>> & { readonly name: string };
    }
  : DeepReadonly<DeepPartial<T>>;

/**
 * A typed client of one kind, in one namespace or in all namespaces. All methods reject with an
 * {@link ApiError} for an error response, with a `VmgenError` (`ERR_VMGEN_ANSWER`) if a successful
 * response contains another kind, a failure or no object, and with the error of the transport if
 * there is no response.
 *
 * @example
 * await client.mergePatch('vm-1', { metadata: { labels: { tier: 'web', old: null } } });
 * await client.jsonPatch('vm-1', [{ op: 'replace', path: '/spec/image', value: 'nginx' }]);
 * for await (const event of client.watch({ signal })) {
 *   if (event.type === 'DELETED') console.log(`${event.object.metadata.name} is gone`);
 * }
 */
export interface ResourceClient<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> {
  /** The kind of the client. */
  readonly resource: ResourceDefinition<T, S>;
  /** The namespace; undefined for a cluster-scoped kind or all namespaces. */
  readonly namespace: string | undefined;
  /**
   * Creates an object. Rejects if one with this name exists ({@link isAlreadyExists}). With
   * `metadata.generateName`, the server generates the name.
   */
  create(object: DeepReadonly<T>, options?: CreateOptions): Promise<Persisted<T, S>>;
  /** Replaces an object. Rejects with a conflict if its resource version is not the newest. */
  update(object: DeepReadonly<T>, options?: UpdateOptions): Promise<Persisted<T, S>>;
  /** Rejects with an `ApiError` ({@link isNotFound}) if the object does not exist. */
  get(name: string, options?: GetOptions): Promise<Persisted<T, S>>;
  /**
   * Like `get`, but resolves with undefined if the object does not exist. Rejects if the server
   * does not serve the kind.
   */
  find(name: string, options?: GetOptions): Promise<Persisted<T, S> | undefined>;
  /** Returns all objects that match the options, or one page of them (`limit`). */
  list(options?: ListOptions): Promise<KubernetesList<Persisted<T, S>>>;
  /**
   * Yields events until the server ends the watch. Throws the reason of the signal when it aborts.
   * Leaving the loop closes the watch.
   */
  watch(options?: WatchOptions): AsyncIterable<WatchEvent<T, S>>;
  /** Sets the fields of the patch, and removes the fields that are null in it. */
  mergePatch(name: string, patch: MergePatch<T>, options?: PatchOptions): Promise<Persisted<T, S>>;
  /** Executes the operations in order, or none of them if one fails. */
  jsonPatch(
    name: string,
    operations: readonly JsonPatchOperation[],
    options?: PatchOptions,
  ): Promise<Persisted<T, S>>;
  /** Applies a configuration (server-side apply). Creates the object if it does not exist. */
  apply(configuration: ApplyConfiguration<T>, options: ApplyOptions): Promise<Persisted<T, S>>;
  /**
   * Deletes an object. Resolves with the object if finalizers delay its deletion, otherwise with
   * the server's Status.
   */
  delete(name: string, options?: DeleteOptions): Promise<Persisted<T, S> | ApiStatus>;
  /** Deletes the objects that match `selection`. Defaults to all objects of the namespace. */
  deleteCollection(options?: DeleteOptions, selection?: ListOptions): Promise<void>;
}

/**
 * The client of a kind that is not stored, such as TokenReview. The server only responds to
 * `create`.
 */
export interface ReviewClient<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> extends Pick<ResourceClient<T, S>, 'resource' | 'namespace'> {
  /** Resolves with the object that the server has completed. It has no name and no UID. */
  create(object: DeepReadonly<T>, options?: CreateOptions): Promise<T>;
}

/** The methods of a kind with a status subresource. */
export interface StatusClient<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  /** Replaces only the status of an object. */
  updateStatus(object: DeepReadonly<T>, options?: UpdateOptions): Promise<Persisted<T, S>>;
  /** Like `mergePatch`, for only the status. */
  mergePatchStatus(
    name: string,
    patch: MergePatch<T>,
    options?: PatchOptions,
  ): Promise<Persisted<T, S>>;
  /** Like `jsonPatch`, for only the status. */
  jsonPatchStatus(
    name: string,
    operations: readonly JsonPatchOperation[],
    options?: PatchOptions,
  ): Promise<Persisted<T, S>>;
  /** Like `apply`, for only the status. */
  applyStatus(
    configuration: ApplyConfiguration<T>,
    options: ApplyOptions,
  ): Promise<Persisted<T, S>>;
}

/** The methods that only built-in kinds support. Custom resources respond with 415. */
export interface StrategicPatchClient<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> {
  /** A merge patch that merges lists by the keys of their items. */
  strategicMergePatch(
    name: string,
    patch: StrategicMergePatch<T>,
    options?: PatchOptions,
  ): Promise<Persisted<T, S>>;
  /** Like `strategicMergePatch`, for only the status. */
  strategicMergePatchStatus(
    name: string,
    patch: StrategicMergePatch<T>,
    options?: PatchOptions,
  ): Promise<Persisted<T, S>>;
}

/**
 * The methods of a kind with a scale subresource, which has the same type for all kinds.
 *
 * @example
 * const { status } = await deployments.getScale('web');
 * await deployments.patchScale('web', { spec: { replicas: (status?.replicas ?? 0) + 1 } });
 */
export interface ScaleClient {
  /** Rejects with an `ApiError` ({@link isNotFound}) if the object does not exist. */
  getScale(name: string, options?: CallOptions): Promise<Scale>;
  /** Replaces the scale. Rejects with a conflict if its resource version is not the newest. */
  updateScale(name: string, scale: DeepReadonly<Scale>, options?: UpdateOptions): Promise<Scale>;
  /** Sets the fields of the patch, such as `spec.replicas`. */
  patchScale(name: string, patch: MergePatch<Scale>, options?: PatchOptions): Promise<Scale>;
  /** Applies a scale (server-side apply): the caller then owns `spec.replicas` of the object. */
  applyScale(
    name: string,
    scale: DeepReadonly<DeepPartial<Scale>>,
    options: ApplyOptions,
  ): Promise<Scale>;
}

/** Creates clients of the subresources of a kind. */
export interface SubresourceAccess {
  /**
   * Returns a client of a subresource. `R` is the type of responses, `B` the type of bodies, which
   * defaults to `R`.
   *
   * @example
   * const scales = deployments.subresource<Scale>('scale');
   * await scales.mergePatch('web', { spec: { replicas: 3 } });
   */
  subresource<R, B = R>(subresource: string): SubresourceClient<R, B>;
}

/**
 * Reads and writes a subresource that has its own type, such as `scale`. `name` is the name of the
 * object.
 */
export interface SubresourceClient<R, B = R> {
  /** Sends a POST request, such as for a `token`. `body` contains its apiVersion and kind. */
  create(name: string, body: DeepReadonly<B>, options?: CreateOptions): Promise<R>;
  /** Rejects with an `ApiError` ({@link isNotFound}) if the object does not exist. */
  get(name: string, options?: CallOptions): Promise<R>;
  /** Replaces the subresource. */
  update(name: string, body: DeepReadonly<B>, options?: UpdateOptions): Promise<R>;
  /** Sets the fields of the patch, and removes the fields that are null in it. */
  mergePatch(name: string, patch: MergePatch<R>, options?: PatchOptions): Promise<R>;
  /** Executes the operations in order, or none of them if one fails. */
  jsonPatch(
    name: string,
    operations: readonly JsonPatchOperation[],
    options?: PatchOptions,
  ): Promise<R>;
  /**
   * Applies a configuration (server-side apply). `body` contains its apiVersion and kind, which may
   * differ from the object's. Those of a `scale` may be absent.
   */
  apply(name: string, body: DeepReadonly<DeepPartial<B>>, options: ApplyOptions): Promise<R>;
}

/** A client with all verbs. Generated code narrows it to the verbs of a kind. */
export type FullResourceClient<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> = ResourceClient<T, S> &
  StatusClient<T, S> &
  ScaleClient &
  StrategicPatchClient<T, S> &
  SubresourceAccess;
