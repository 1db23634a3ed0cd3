import type { Persisted } from '../meta/persisted.js';
import type { DeepReadonly } from '../meta/deep-readonly.js';
import type { MergePatch, StrategicMergePatch } from '../meta/merge-patch.js';
import type { KubernetesList, KubernetesObject } from '../meta/types.js';
import type { Transport, TransportResponse } from '../transport/transport.js';
import { assertDeletion, assertList, assertObject, assertSuccess } from './check-answer.js';
import { isNotFound, type ApiStatus } from './errors.js';
import type { DeleteOptions, GetOptions, ListOptions, WatchOptions } from './options.js';
import {
  deleteOptionsBody,
  listQuery,
  watchQuery,
  writeQuery,
  type WriteQuery,
} from './call-query.js';
import type { JsonPatchOperation } from './json-patch.js';
import {
  parseEventWithoutManagedFields,
  parseListWithoutManagedFields,
} from './omit-managed-fields.js';
import { readBody, readBodyBytes } from './read-body.js';
import { JSON_TYPE, type Representation } from './representation.js';
import { ResourceCalls, type ResourceCall } from './resource-calls.js';
import type {
  ApplyConfiguration,
  FullResourceClient,
  SubresourceClient,
  WatchEvent,
} from './resource-client.js';
import { apiVersionOf, type ResourceDefinition } from './resource.js';
import { TypedSubresourceClient } from './typed-subresource-client.js';
import { readWatchEvents } from './watch-stream.js';

/** A list as it is sent: Go's servers write an empty one of some kinds as null. */
type WireList<T extends KubernetesObject> = Omit<KubernetesList<T>, 'items'> & {
  items: T[] | null;
};

/** The one implementation of the interfaces of clients. */
export class TypedClient<
  T extends KubernetesObject,
  N extends boolean,
> implements FullResourceClient<T, N> {
  readonly resource: ResourceDefinition<T, N>;
  readonly namespace: string | undefined;
  readonly #apiVersion: string;
  readonly #calls: ResourceCalls;
  readonly #object: TypedSubresourceClient<Persisted<T, N>>;
  readonly #status: TypedSubresourceClient<Persisted<T, N>>;

  constructor(
    transport: Transport,
    resource: ResourceDefinition<T, N>,
    namespace: string | undefined,
    representation?: Representation,
  ) {
    this.resource = resource;
    this.namespace = namespace;
    this.#apiVersion = apiVersionOf(resource);
    this.#calls = new ResourceCalls(transport, resource, namespace, representation);
    this.#object = new TypedSubresourceClient(this.#calls, undefined, this.#checkObject);
    this.#status = new TypedSubresourceClient(this.#calls, 'status', this.#checkObject);
  }

  async create(object: DeepReadonly<T>, options: WriteQuery = {}): Promise<Persisted<T, N>> {
    this.#calls.needNamespace('create');
    const query = writeQuery(options);
    const body = this.#typed(object);
    const { signal } = options;
    return this.#calls.answer<Persisted<T, N>>(
      { method: 'POST', query, body, contentType: JSON_TYPE, signal },
      this.#checkObject,
    );
  }

  async update(object: DeepReadonly<T>, options: WriteQuery = {}): Promise<Persisted<T, N>> {
    return this.#object.update(nameOf(object), this.#typed(object), options);
  }

  async updateStatus(object: DeepReadonly<T>, options: WriteQuery = {}): Promise<Persisted<T, N>> {
    return this.#status.update(nameOf(object), this.#typed(object), options);
  }

  async get(name: string, options: GetOptions = {}): Promise<Persisted<T, N>> {
    return this.#object.get(name, options);
  }

  async find(name: string, options: GetOptions = {}): Promise<Persisted<T, N> | undefined> {
    try {
      return await this.get(name, options);
    } catch (error) {
      if (isNotFound(error) && isOfObject(error.status, name)) return undefined;
      throw error;
    }
  }

  async list(options: ListOptions = {}): Promise<KubernetesList<Persisted<T, N>>> {
    const { signal } = options;
    const query = listQuery(options);
    const accept = this.#calls.listType;
    const response = await this.#calls.send({ method: 'GET', query, accept, signal });
    const list = await this.#readList(response, options);
    assertList(list, this.resource);
    const items = list.items ?? [];
    // What a parser of the caller's gave may be frozen.
    const isOurs = options.parse === undefined;
    for (const item of items) this.#shareType(item, isOurs);
    return { ...list, items };
  }

  async *watch(options: WatchOptions = {}): AsyncGenerator<WatchEvent<T, N>, void, undefined> {
    for await (const events of this.watchBatches(options)) yield* events;
  }

  /** As `watch`; events that came together are given together, which takes a fraction of the time. */
  async *watchBatches(
    options: WatchOptions = {},
  ): AsyncGenerator<readonly WatchEvent<T, N>[], void, undefined> {
    const { signal, omitManagedFields } = options;
    const parse = this.#calls.reader(options.parse);
    const read = omitManagedFields
      ? (line: Buffer): unknown => parseEventWithoutManagedFields(line, parse)
      : (line: Buffer): unknown => parse(line.toString('utf8'));
    const abort = new AbortController();
    // The reader may leave the loop while the request still waits for its answer.
    const ended = signal === undefined ? abort.signal : AbortSignal.any([signal, abort.signal]);
    try {
      const query = watchQuery(options);
      const response = await this.#calls.send({ method: 'GET', query, signal: ended });
      for await (const events of readWatchEvents<T, N>(response, read)) {
        if (options.parse === undefined) this.#shareTypes(events);
        yield events;
      }
      // A transport may end an answer at an abort as if the server had.
      signal?.throwIfAborted();
    } finally {
      abort.abort();
    }
  }

  async mergePatch(
    name: string,
    patch: MergePatch<T>,
    options: WriteQuery = {},
  ): Promise<Persisted<T, N>> {
    return this.#object.mergePatch(name, patch, options);
  }

  async jsonPatch(
    name: string,
    operations: readonly JsonPatchOperation[],
    options: WriteQuery = {},
  ): Promise<Persisted<T, N>> {
    return this.#object.jsonPatch(name, operations, options);
  }

  async strategicMergePatch(
    name: string,
    patch: StrategicMergePatch<T>,
    options: WriteQuery = {},
  ): Promise<Persisted<T, N>> {
    return this.#object.strategicMergePatch(name, patch, options);
  }

  async mergePatchStatus(
    name: string,
    patch: MergePatch<T>,
    options: WriteQuery = {},
  ): Promise<Persisted<T, N>> {
    return this.#status.mergePatch(name, patch, options);
  }

  async jsonPatchStatus(
    name: string,
    operations: readonly JsonPatchOperation[],
    options: WriteQuery = {},
  ): Promise<Persisted<T, N>> {
    return this.#status.jsonPatch(name, operations, options);
  }

  async strategicMergePatchStatus(
    name: string,
    patch: StrategicMergePatch<T>,
    options: WriteQuery = {},
  ): Promise<Persisted<T, N>> {
    return this.#status.strategicMergePatch(name, patch, options);
  }

  async apply(configuration: ApplyConfiguration<T>, options: WriteQuery): Promise<Persisted<T, N>> {
    return this.#object.apply(nameOf(configuration), this.#typed(configuration), options);
  }

  async applyStatus(
    configuration: ApplyConfiguration<T>,
    options: WriteQuery,
  ): Promise<Persisted<T, N>> {
    return this.#status.apply(nameOf(configuration), this.#typed(configuration), options);
  }

  async delete(name: string, options: DeleteOptions = {}): Promise<Persisted<T, N> | ApiStatus> {
    return this.#calls.answer<Persisted<T, N> | ApiStatus>(
      { ...deletion(options), name },
      (answer) => assertDeletion(answer, this.resource),
    );
  }

  async deleteCollection(options: DeleteOptions = {}, selection: ListOptions = {}): Promise<void> {
    const query = listQuery(selection);
    await this.#calls.answer({ ...deletion(options), query }, (answer) => assertSuccess(answer));
  }

  subresource<R, B = R>(subresource: string): SubresourceClient<R, B> {
    return new TypedSubresourceClient<R>(this.#calls, subresource, (answer) =>
      assertSuccess(answer),
    );
  }

  readonly #checkObject = (answer: unknown): void => assertObject(answer, this.resource);

  async #readList(
    response: TransportResponse,
    options: ListOptions,
  ): Promise<WireList<Persisted<T, N>>> {
    const parse = this.#calls.reader(options.parse);
    if (!options.omitManagedFields) return readBody(await response.text(), parse);
    return readBodyBytes(response, (bytes) => parseListWithoutManagedFields(bytes, parse));
  }

  /** The body with its apiVersion and kind, which types let callers leave out. */
  #typed<B extends object>(body: B): B {
    return { apiVersion: this.#apiVersion, kind: this.resource.kind, ...body };
  }

  #shareTypes(events: readonly WatchEvent<T, N>[]): void {
    for (const event of events) {
      if (event.type !== 'ERROR' && event.type !== 'BOOKMARK') this.#shareType(event.object, true);
    }
  }

  /**
   * The items of built-in lists come without the type that each of them has. Those that have it get
   * the one string for all, where a parser has made one for each: 72 bytes of a VirtualMachine.
   */
  #shareType(item: T, isOurs: boolean): void {
    const apiVersion = this.#apiVersion;
    const { kind } = this.resource;
    item.apiVersion ??= apiVersion;
    item.kind ??= kind;
    if (!isOurs || item.apiVersion !== apiVersion || item.kind !== kind) return;
    item.apiVersion = apiVersion;
    item.kind = kind;
  }
}

function deletion(options: DeleteOptions): ResourceCall {
  const body = deleteOptionsBody(options);
  const { signal } = options;
  // An object, a list or a Status: a server asked for the form of one may refuse to send another.
  return { method: 'DELETE', body, contentType: JSON_TYPE, accept: JSON_TYPE, signal };
}

/** A kind that is not served is "not found" as well, without the name or by a page that is no Status. */
function isOfObject({ details }: ApiStatus, name: string): boolean {
  const isPage = details?.causes?.some(({ reason }) => reason === 'UnexpectedServerResponse');
  return details?.name === name && isPage !== true;
}

function nameOf(object: { readonly metadata: { readonly name?: string | undefined } }): string {
  return object.metadata.name ?? '';
}
