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

/** One change that a watch tells. */
export type WatchEvent<T extends KubernetesObject, S extends ResourceScope = ResourceScope> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: Persisted<T, S> }
  /** Moves the resource version; of the object only its metadata is set. */
  | { readonly type: 'BOOKMARK'; readonly object: KubernetesObject }
  | { readonly type: 'ERROR'; readonly object: ApiStatus };

/** What server-side apply takes: the object's name and the fields that the caller wants to own. */
export type ApplyConfiguration<T extends KubernetesObject> = DeepReadonly<
  DeepPartial<Omit<T, 'metadata'>>
> & {
  readonly metadata: DeepReadonly<DeepPartial<T['metadata']>> & { readonly name: string };
};

/**
 * A typed client of one kind, in one namespace or over all of them. Every method rejects with an
 * {@link ApiError} when the server refuses, with a `VmgenError` (`ERR_VMGEN_ANSWER`) when it answers with
 * success and then with another kind, a failure or no object at all, and with what the transport threw
 * when there was no answer.
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
  readonly resource: ResourceDefinition<T, S>;
  /** The namespace; undefined for a cluster-scoped kind or all namespaces. */
  readonly namespace: string | undefined;
  /** Refused where an object of this name is there; `metadata.generateName` has the server name it. */
  create(object: DeepReadonly<T>, options?: CreateOptions): Promise<Persisted<T, S>>;
  /** Refused with a conflict where the object's resource version is no longer the newest. */
  update(object: DeepReadonly<T>, options?: UpdateOptions): Promise<Persisted<T, S>>;
  /** Throws an `ApiError` ({@link isNotFound}) where there is no such object. */
  get(name: string, options?: GetOptions): Promise<Persisted<T, S>>;
  /**
   * As `get`, but undefined where there is no such object. That the server does not serve the kind
   * stays an error.
   */
  find(name: string, options?: GetOptions): Promise<Persisted<T, S> | undefined>;
  /** All objects, or a page of them (`limit`), which match the options. */
  list(options?: ListOptions): Promise<KubernetesList<Persisted<T, S>>>;
  /**
   * Yields events until the server ends the watch; rejects with the reason of the signal. Leaving the
   * loop closes it.
   */
  watch(options?: WatchOptions): AsyncIterable<WatchEvent<T, S>>;
  /** Sets the fields that the patch has, and removes those that are null in it. */
  mergePatch(name: string, patch: MergePatch<T>, options?: PatchOptions): Promise<Persisted<T, S>>;
  /** Carries out the operations one after the other, or none of them. */
  jsonPatch(
    name: string,
    operations: readonly JsonPatchOperation[],
    options?: PatchOptions,
  ): Promise<Persisted<T, S>>;
  /** Server-side apply. */
  apply(configuration: ApplyConfiguration<T>, options: ApplyOptions): Promise<Persisted<T, S>>;
  /** Resolves with the object while finalizers hold it, else with the server's Status. */
  delete(name: string, options?: DeleteOptions): Promise<Persisted<T, S> | ApiStatus>;
  /** `selection` says which objects; without it, all of the namespace. */
  deleteCollection(options?: DeleteOptions, selection?: ListOptions): Promise<void>;
}

/** The client of a kind that is never kept, such as TokenReview: what is created is only answered. */
export interface ReviewClient<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> extends Pick<ResourceClient<T, S>, 'resource' | 'namespace'> {
  /** Resolves with the object as the server filled it in; it has neither a name nor a UID. */
  create(object: DeepReadonly<T>, options?: CreateOptions): Promise<T>;
}

/** The verbs of a kind with a status subresource. */
export interface StatusClient<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  /** Writes the status, and nothing else of the object. */
  updateStatus(object: DeepReadonly<T>, options?: UpdateOptions): Promise<Persisted<T, S>>;
  /** As `mergePatch`, of the status alone. */
  mergePatchStatus(
    name: string,
    patch: MergePatch<T>,
    options?: PatchOptions,
  ): Promise<Persisted<T, S>>;
  /** As `jsonPatch`, of the status alone. */
  jsonPatchStatus(
    name: string,
    operations: readonly JsonPatchOperation[],
    options?: PatchOptions,
  ): Promise<Persisted<T, S>>;
  /** As `apply`, of the status alone. */
  applyStatus(
    configuration: ApplyConfiguration<T>,
    options: ApplyOptions,
  ): Promise<Persisted<T, S>>;
}

/** What the API has for its built-in kinds alone: custom resources answer 415. */
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
  /** As `strategicMergePatch`, of the status alone. */
  strategicMergePatchStatus(
    name: string,
    patch: StrategicMergePatch<T>,
    options?: PatchOptions,
  ): Promise<Persisted<T, S>>;
}

/** Gives clients of the subresources of a kind. */
export interface SubresourceAccess {
  /**
   * A client of the subresource of this name. `R` is the type of what comes back, `B` that of what is
   * sent, where it is another.
   *
   * @example
   * const scales = deployments.subresource<Scale>('scale');
   * await scales.mergePatch('web', { spec: { replicas: 3 } });
   */
  subresource<R, B = R>(subresource: string): SubresourceClient<R, B>;
}

/** Reads and writes a subresource that has a type of its own, such as `scale`; `name` is the object's. */
export interface SubresourceClient<R, B = R> {
  /** Asks for what the subresource does, such as a `token`; `body` names its apiVersion and kind. */
  create(name: string, body: DeepReadonly<B>, options?: CreateOptions): Promise<R>;
  /** Throws an `ApiError` ({@link isNotFound}) where there is no such object. */
  get(name: string, options?: CallOptions): Promise<R>;
  /** Puts `body` in the place of what was there. */
  update(name: string, body: DeepReadonly<B>, options?: UpdateOptions): Promise<R>;
  /** Sets the fields that the patch has, and removes those that are null in it. */
  mergePatch(name: string, patch: MergePatch<R>, options?: PatchOptions): Promise<R>;
  /** Carries out the operations one after the other, or none of them. */
  jsonPatch(
    name: string,
    operations: readonly JsonPatchOperation[],
    options?: PatchOptions,
  ): Promise<R>;
  /** Server-side apply; `body` names its apiVersion and kind, which may differ from the object's. */
  apply(name: string, body: DeepReadonly<DeepPartial<B>>, options: ApplyOptions): Promise<R>;
}

/** A client with every verb; generated code narrows it to those that a kind has. */
export type FullResourceClient<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> = ResourceClient<T, S> & StatusClient<T, S> & StrategicPatchClient<T, S> & SubresourceAccess;
