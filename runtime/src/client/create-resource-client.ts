import { VmgenError } from '../errors/vmgen-error.js';
import type { Persisted } from '../meta/persisted.js';
import type { DeepReadonly } from '../meta/deep-readonly.js';
import type { MergePatch, StrategicMergePatch } from '../meta/merge-patch.js';
import type { KubernetesList, KubernetesObject } from '../meta/types.js';
import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.js';
import { apiErrorFromResponse } from './api-error-from-response.js';
import { isNotFound, type ApiStatus } from './errors.js';
import type { DeleteOptions, ListOptions, WatchOptions } from './options.js';
import {
  deleteOptionsBody,
  listQuery,
  watchQuery,
  writeQuery,
  type WriteQuery,
} from './call-query.js';
import { checkJsonPatch, type JsonPatchOperation } from './json-patch.js';
import { encodeQuery } from './query.js';
import type {
  ApplyConfiguration,
  ResourceClient,
  StatusClient,
  StrategicPatchClient,
  SubresourceClient,
  WatchEvent,
} from './resource-client.js';
import { checkName, checkNamespace, collectionPath } from './resource-path.js';
import { apiVersionOf, qualifiedName, type ResourceDefinition } from './resource.js';
import { readWatchEvents } from './watch-stream.js';

/** A client with every verb; generated code narrows it to those that a kind has. */
export type FullResourceClient<
  T extends KubernetesObject,
  N extends boolean = boolean,
> = ResourceClient<T, N> & StatusClient<T, N> & StrategicPatchClient<T, N> & SubresourceClient;

/** Which objects of its kind a client is about. */
export interface ResourceClientOptions {
  /**
   * One namespace. Without it a client of a namespaced kind is one over all of them: it can only list,
   * watch and delete collections.
   */
  readonly namespace?: string | undefined;
}

/**
 * A typed client of `resource`. Names that would point elsewhere in the API (empty, `..`, with a slash)
 * are an error before anything is sent.
 *
 * @example
 * const leases = createResourceClient(transport, leaseResource, { namespace: 'kube-system' });
 * const lease = await leases.find('vm-controller');
 * console.log(lease?.spec?.holderIdentity ?? 'nobody');
 */
export function createResourceClient<T extends KubernetesObject, N extends boolean = boolean>(
  transport: Transport,
  resource: ResourceDefinition<T, N>,
  { namespace }: ResourceClientOptions = {},
): FullResourceClient<T, N> {
  checkNamespace(resource, namespace);
  return new TypedClient(transport, resource, namespace);
}

const JSON_TYPE = 'application/json';
const MERGE_PATCH_TYPE = 'application/merge-patch+json';
const STRATEGIC_PATCH_TYPE = 'application/strategic-merge-patch+json';
const JSON_PATCH_TYPE = 'application/json-patch+json';
/** JSON is YAML; the API knows apply by this name alone on servers of any age. */
const APPLY_TYPE = 'application/apply-patch+yaml';

/** One call: what {@link TransportRequest} is made of. */
interface Call {
  readonly method: TransportRequest['method'];
  readonly name?: string;
  readonly subresource?: string;
  readonly query?: string;
  readonly body?: unknown;
  readonly contentType?: string;
  readonly signal?: AbortSignal | undefined;
}

/** A list as it is sent: Go's servers write an empty one of some kinds as null. */
type WireList<T extends KubernetesObject> = Omit<KubernetesList<T>, 'items'> & {
  items?: T[] | null;
};

class TypedClient<T extends KubernetesObject, N extends boolean> implements FullResourceClient<
  T,
  N
> {
  readonly resource: ResourceDefinition<T, N>;
  readonly namespace: string | undefined;
  readonly #transport: Transport;
  readonly #path: string;

  constructor(
    transport: Transport,
    resource: ResourceDefinition<T, N>,
    namespace: string | undefined,
  ) {
    this.#transport = transport;
    this.resource = resource;
    this.namespace = namespace;
    this.#path = collectionPath(resource, namespace);
  }

  async create(object: DeepReadonly<T>, options: WriteQuery = {}): Promise<Persisted<T, N>> {
    this.#needNamespace('create');
    return this.#call<Persisted<T, N>>({
      method: 'POST',
      query: writeQuery(options),
      body: this.#typed(object),
      contentType: JSON_TYPE,
      signal: options.signal,
    });
  }

  async update(object: DeepReadonly<T>, options: WriteQuery = {}): Promise<Persisted<T, N>> {
    return this.#put<Persisted<T, N>>(object, options);
  }

  async updateStatus(object: DeepReadonly<T>, options: WriteQuery = {}): Promise<Persisted<T, N>> {
    return this.#put<Persisted<T, N>>(object, options, 'status');
  }

  async get(
    name: string,
    options: { resourceVersion?: string; signal?: AbortSignal } = {},
  ): Promise<Persisted<T, N>> {
    const { resourceVersion, signal } = options;
    return this.#call<Persisted<T, N>>({
      method: 'GET',
      name,
      query: encodeQuery({ resourceVersion }),
      signal,
    });
  }

  async find(
    name: string,
    options: { resourceVersion?: string; signal?: AbortSignal } = {},
  ): Promise<Persisted<T, N> | undefined> {
    try {
      return await this.get(name, options);
    } catch (error) {
      if (isNotFound(error) && isOfObject(error.status, name)) return undefined;
      throw error;
    }
  }

  async list(options: ListOptions = {}): Promise<KubernetesList<Persisted<T, N>>> {
    const { signal, parse } = options;
    const response = await this.#send({ method: 'GET', query: listQuery(options), signal });
    const list = readBody<WireList<Persisted<T, N>>>(await response.text(), parse);
    const items = list.items ?? [];
    for (const item of items) this.#fillType(item);
    return { ...list, items };
  }

  async *watch(options: WatchOptions = {}): AsyncGenerator<WatchEvent<T, N>, void, undefined> {
    const { signal, parse = JSON.parse } = options;
    const abort = new AbortController();
    // The reader may leave the loop while the request still waits for its answer.
    const ended = signal === undefined ? abort.signal : AbortSignal.any([signal, abort.signal]);
    try {
      const query = watchQuery(options);
      const response = await this.#send({ method: 'GET', query, signal: ended });
      yield* readWatchEvents<T, N>(response, parse);
    } finally {
      abort.abort();
    }
  }

  async mergePatch(
    name: string,
    patch: MergePatch<T>,
    options: WriteQuery = {},
  ): Promise<Persisted<T, N>> {
    return this.#patch(name, MERGE_PATCH_TYPE, patch, options);
  }

  async jsonPatch(
    name: string,
    operations: readonly JsonPatchOperation[],
    options: WriteQuery = {},
  ): Promise<Persisted<T, N>> {
    checkJsonPatch(operations);
    return this.#patch(name, JSON_PATCH_TYPE, operations, options);
  }

  async strategicMergePatch(
    name: string,
    patch: StrategicMergePatch<T>,
    options: WriteQuery = {},
  ): Promise<Persisted<T, N>> {
    return this.#patch(name, STRATEGIC_PATCH_TYPE, patch, options);
  }

  async mergePatchStatus(
    name: string,
    patch: MergePatch<T>,
    options: WriteQuery = {},
  ): Promise<Persisted<T, N>> {
    return this.#patch(name, MERGE_PATCH_TYPE, patch, options, 'status');
  }

  async jsonPatchStatus(
    name: string,
    operations: readonly JsonPatchOperation[],
    options: WriteQuery = {},
  ): Promise<Persisted<T, N>> {
    checkJsonPatch(operations);
    return this.#patch(name, JSON_PATCH_TYPE, operations, options, 'status');
  }

  async strategicMergePatchStatus(
    name: string,
    patch: StrategicMergePatch<T>,
    options: WriteQuery = {},
  ): Promise<Persisted<T, N>> {
    return this.#patch(name, STRATEGIC_PATCH_TYPE, patch, options, 'status');
  }

  async apply(configuration: ApplyConfiguration<T>, options: WriteQuery): Promise<Persisted<T, N>> {
    return this.#apply<Persisted<T, N>>(nameOf(configuration), this.#typed(configuration), options);
  }

  async applyStatus(
    configuration: ApplyConfiguration<T>,
    options: WriteQuery,
  ): Promise<Persisted<T, N>> {
    return this.#apply<Persisted<T, N>>(
      nameOf(configuration),
      this.#typed(configuration),
      options,
      'status',
    );
  }

  async delete(name: string, options: DeleteOptions = {}): Promise<Persisted<T, N> | ApiStatus> {
    return this.#call<Persisted<T, N> | ApiStatus>({ ...deletion(options), name });
  }

  async deleteCollection(options: DeleteOptions = {}, selection: ListOptions = {}): Promise<void> {
    const response = await this.#send({ ...deletion(options), query: listQuery(selection) });
    await response.text();
  }

  async getSubresource<R>(
    name: string,
    subresource: string,
    options: { signal?: AbortSignal } = {},
  ): Promise<R> {
    return this.#call<R>({ method: 'GET', name, subresource, signal: options.signal });
  }

  async updateSubresource<B, R>(
    name: string,
    subresource: string,
    body: B,
    options: WriteQuery = {},
  ): Promise<R> {
    return this.#call<R>({
      method: 'PUT',
      name,
      subresource,
      query: writeQuery(options),
      body,
      contentType: JSON_TYPE,
      signal: options.signal,
    });
  }

  async mergePatchSubresource<R>(
    name: string,
    subresource: string,
    patch: MergePatch<R>,
    options: WriteQuery = {},
  ): Promise<R> {
    return this.#patch<R>(name, MERGE_PATCH_TYPE, patch, options, subresource);
  }

  async jsonPatchSubresource<R>(
    name: string,
    subresource: string,
    operations: readonly JsonPatchOperation[],
    options: WriteQuery = {},
  ): Promise<R> {
    checkJsonPatch(operations);
    return this.#patch<R>(name, JSON_PATCH_TYPE, operations, options, subresource);
  }

  async applySubresource<B, R>(
    name: string,
    subresource: string,
    body: B,
    options: WriteQuery,
  ): Promise<R> {
    return this.#apply<R>(name, body, options, subresource);
  }

  #put<R>(object: DeepReadonly<T>, options: WriteQuery, subresource?: string): Promise<R> {
    return this.#call<R>({
      method: 'PUT',
      name: nameOf(object),
      ...(subresource !== undefined && { subresource }),
      query: writeQuery(options),
      body: this.#typed(object),
      contentType: JSON_TYPE,
      signal: options.signal,
    });
  }

  #patch<R>(
    name: string,
    contentType: string,
    body: unknown,
    options: WriteQuery,
    subresource?: string,
  ): Promise<R> {
    return this.#call<R>({
      method: 'PATCH',
      name,
      ...(subresource !== undefined && { subresource }),
      query: writeQuery(options),
      body,
      contentType,
      signal: options.signal,
    });
  }

  #apply<R>(name: string, body: unknown, options: WriteQuery, subresource?: string): Promise<R> {
    if (!options.fieldManager) {
      throw new VmgenError(
        'ERR_VMGEN_ARGUMENT',
        `applying ${this.resource.plural} needs a fieldManager: who owns the fields`,
      );
    }
    return this.#patch<R>(name, APPLY_TYPE, body, options, subresource);
  }

  async #call<R>(call: Call): Promise<R> {
    const response = await this.#send(call);
    return readBody<R>(await response.text());
  }

  /** Sends a call and turns every answer that is no success into an error. */
  async #send(call: Call): Promise<TransportResponse> {
    const { method, contentType, body } = call;
    const path = `${this.#path}${this.#objectPath(call)}${call.query ?? ''}`;
    const response = await this.#transport.request({
      method,
      path,
      headers: {
        accept: JSON_TYPE,
        ...(contentType !== undefined && { 'content-type': contentType }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(call.signal !== undefined && { signal: call.signal }),
    });
    if (response.status >= 200 && response.status < 300) return response;
    throw await apiErrorFromResponse(response, {
      method,
      resource: qualifiedName(this.resource),
      group: this.resource.group,
      plural: this.resource.plural,
      name: call.name,
    });
  }

  #objectPath({ method, name, subresource }: Call): string {
    if (name === undefined) return '';
    checkName(this.resource, name);
    this.#needNamespace(method.toLowerCase());
    const path = `/${encodeURIComponent(name)}`;
    return subresource === undefined ? path : `${path}/${subresource}`;
  }

  #needNamespace(verb: string): void {
    if (this.resource.namespaced && this.namespace === undefined) {
      throw new VmgenError(
        'ERR_VMGEN_ARGUMENT',
        `cannot ${verb} ${this.resource.plural} over all namespaces: ` +
          'make the client with the namespace of the object',
      );
    }
  }

  /** The body with its apiVersion and kind, which types let callers leave out. */
  #typed<B extends object>(body: B): B {
    return { apiVersion: apiVersionOf(this.resource), kind: this.resource.kind, ...body };
  }

  /** The items of built-in lists come without the type that each of them has. */
  #fillType(item: T): void {
    item.apiVersion ??= apiVersionOf(this.resource);
    item.kind ??= this.resource.kind;
  }
}

function deletion(options: DeleteOptions): Call {
  const body = deleteOptionsBody(options);
  return { method: 'DELETE', body, contentType: JSON_TYPE, signal: options.signal };
}

/** A kind that is not served is "not found" as well, without the name or by a page that is no Status. */
function isOfObject({ details }: ApiStatus, name: string): boolean {
  const isPage = details?.causes?.some(({ reason }) => reason === 'UnexpectedServerResponse');
  return details?.name === name && isPage !== true;
}

function nameOf(object: { readonly metadata: { readonly name?: string | undefined } }): string {
  return object.metadata.name ?? '';
}

/** The boundary where JSON becomes the caller's type: the server's word is taken for its shape. */
function readBody<R>(text: string, parse: (text: string) => unknown = JSON.parse): R {
  try {
    return parse(text) as R;
  } catch (cause) {
    throw new VmgenError(
      'ERR_VMGEN_ANSWER',
      `the API server's answer is not JSON: ${text.slice(0, 80)}`,
      { cause },
    );
  }
}
