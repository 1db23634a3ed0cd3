import { VmgenError } from '../errors/vmgen-error.js';
import type { Persisted } from '../meta/persisted.js';
import type { KubernetesList, KubernetesObject } from '../meta/types.js';
import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.js';
import { apiErrorFromResponse } from './api-error-from-response.js';
import type { Status } from './errors.js';
import type { DeleteOptions, ListOptions, WatchOptions } from './options.js';
import { encodeQuery } from './query.js';
import type {
  ApplyConfiguration,
  Patch,
  ResourceClient,
  StatusClient,
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
> = ResourceClient<T, N> & StatusClient<T, N> & SubresourceClient;

/**
 * A typed client of `resource`, in `namespace` or, without one, over all of them: then it can only
 * list, watch and delete collections of a namespaced kind. Names that would point elsewhere in the
 * API (empty, `..`, with a slash) are an error before anything is sent.
 */
export function createResourceClient<T extends KubernetesObject, N extends boolean = boolean>(
  transport: Transport,
  resource: ResourceDefinition<T, N>,
  namespace?: string,
): FullResourceClient<T, N> {
  checkNamespace(resource, namespace);
  return new TypedClient(transport, resource, namespace);
}

const JSON_TYPE = 'application/json';
const PATCH_TYPES: Readonly<Record<Patch['type'], string>> = {
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  json: 'application/json-patch+json',
};
/** JSON is YAML; the API knows apply by this name alone on servers of any age. */
const APPLY_TYPE = 'application/apply-patch+yaml';

/** The options that become parameters of a writing call. */
interface WriteQuery {
  readonly dryRun?: boolean;
  readonly fieldManager?: string;
  readonly fieldValidation?: string;
  readonly force?: boolean;
  readonly signal?: AbortSignal;
}

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

  async create(object: T, options: WriteQuery = {}): Promise<Persisted<T, N>> {
    this.#needNamespace('create');
    return this.#call<Persisted<T, N>>({
      method: 'POST',
      query: writeQuery(options),
      body: this.#typed(object),
      contentType: JSON_TYPE,
      signal: options.signal,
    });
  }

  async update(object: T, options: WriteQuery = {}): Promise<Persisted<T, N>> {
    return this.#put<Persisted<T, N>>(object, options);
  }

  async updateStatus(object: T, options: WriteQuery = {}): Promise<Persisted<T, N>> {
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

  async patch(name: string, patch: Patch, options: WriteQuery = {}): Promise<Persisted<T, N>> {
    return this.#patch<Persisted<T, N>>(name, patch, options);
  }

  async patchStatus(
    name: string,
    patch: Patch,
    options: WriteQuery = {},
  ): Promise<Persisted<T, N>> {
    return this.#patch<Persisted<T, N>>(name, patch, options, 'status');
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

  async delete(name: string, options: DeleteOptions = {}): Promise<Persisted<T, N> | Status> {
    return this.#call<Persisted<T, N> | Status>({ method: 'DELETE', name, ...deleteBody(options) });
  }

  async deleteCollection(options: DeleteOptions = {}, selection: ListOptions = {}): Promise<void> {
    const query = listQuery(selection);
    const response = await this.#send({ method: 'DELETE', query, ...deleteBody(options) });
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

  async patchSubresource<R>(
    name: string,
    subresource: string,
    patch: Patch,
    options: WriteQuery = {},
  ): Promise<R> {
    return this.#patch<R>(name, patch, options, subresource);
  }

  async applySubresource<B, R>(
    name: string,
    subresource: string,
    body: B,
    options: WriteQuery,
  ): Promise<R> {
    return this.#apply<R>(name, body, options, subresource);
  }

  #put<R>(object: T, options: WriteQuery, subresource?: string): Promise<R> {
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

  #patch<R>(name: string, patch: Patch, options: WriteQuery, subresource?: string): Promise<R> {
    return this.#call<R>({
      method: 'PATCH',
      name,
      ...(subresource !== undefined && { subresource }),
      query: writeQuery(options),
      body: patch.value,
      contentType: PATCH_TYPES[patch.type],
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
    return this.#call<R>({
      method: 'PATCH',
      name,
      ...(subresource !== undefined && { subresource }),
      query: writeQuery(options),
      body,
      contentType: APPLY_TYPE,
      signal: options.signal,
    });
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

function nameOf(object: { metadata: { name?: string } }): string {
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

function writeQuery({ dryRun, fieldManager, fieldValidation, force }: WriteQuery): string {
  return encodeQuery({ dryRun: dryRun ? 'All' : undefined, fieldManager, fieldValidation, force });
}

function listQuery(options: ListOptions): string {
  const { labelSelector, fieldSelector, limit, resourceVersion, resourceVersionMatch } = options;
  return encodeQuery({
    labelSelector: labelSelector || undefined,
    fieldSelector: fieldSelector || undefined,
    limit: limit || undefined,
    continue: options.continue || undefined,
    resourceVersion: resourceVersion || undefined,
    resourceVersionMatch,
    timeoutSeconds: options.timeoutSeconds,
  });
}

function watchQuery(options: WatchOptions): string {
  return encodeQuery({
    watch: true,
    labelSelector: options.labelSelector || undefined,
    fieldSelector: options.fieldSelector || undefined,
    resourceVersion: options.resourceVersion || undefined,
    resourceVersionMatch: options.resourceVersionMatch,
    allowWatchBookmarks: options.allowWatchBookmarks,
    sendInitialEvents: options.sendInitialEvents,
    timeoutSeconds: options.timeoutSeconds,
  });
}

function deleteBody(options: DeleteOptions): Pick<Call, 'body' | 'contentType' | 'signal'> {
  const { gracePeriodSeconds, propagationPolicy, preconditions, dryRun, signal } = options;
  return {
    body: {
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      gracePeriodSeconds,
      propagationPolicy,
      preconditions,
      ...(dryRun === true && { dryRun: ['All'] }),
    },
    contentType: JSON_TYPE,
    signal,
  };
}
