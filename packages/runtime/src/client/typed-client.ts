import { childAbort } from '../async/child-abort.js';
import type { Persisted, ResourceScope } from '../meta/persisted.js';
import type { DeepPartial, DeepReadonly } from '../meta/deep-readonly.js';
import type { MergePatch, StrategicMergePatch } from '../meta/merge-patch.js';
import type { KubernetesList, KubernetesObject } from '../meta/types.js';
import type { Transport } from '../transport/transport.js';
import { assertDeletion, assertObject, assertSuccess } from './check-answer.js';
import { isNotFound, type ApiStatus } from './errors.js';
import type {
  ApplyOptions,
  CallOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  WatchOptions,
} from './options.js';
import {
  deleteOptionsBody,
  listQuery,
  watchQuery,
  writeQuery,
  type WriteQuery,
} from './call-query.js';
import type { JsonPatchOperation } from './json-patch.js';
import { ListCalls } from './list-calls.js';
import {
  BatchLineDecoder,
  PlainLineDecoder,
  SingleLineDecoder,
  type LineDecoder,
} from '../decode/line-decoders.js';
import { FieldSets } from '../decode/share-field-sets.js';
import { JSON_TYPE, type Representation } from './representation.js';
import { ResourceCalls, type ResourceCall } from './resource-calls.js';
import type {
  ApplyConfiguration,
  FullResourceClient,
  SubresourceClient,
  WatchEvent,
} from './resource-client.js';
import type { ResourceDefinition } from './resource.js';
import type { Scale } from './scale.js';
import type { SharingOptions } from './sharing-options.js';
import { TypeStrings } from './type-strings.js';
import { TypedSubresourceClient } from './typed-subresource-client.js';
import { readWatchEvents } from './watch-stream.js';

/** The implementation of all client interfaces. */
export class TypedClient<
  T extends KubernetesObject,
  S extends ResourceScope,
> implements FullResourceClient<T, S> {
  readonly resource: ResourceDefinition<T, S>;
  readonly namespace: string | undefined;
  readonly #types: TypeStrings;
  readonly #calls: ResourceCalls;
  readonly #lists: ListCalls<T, S>;
  readonly #object: TypedSubresourceClient<Persisted<T, S>>;
  readonly #status: TypedSubresourceClient<Persisted<T, S>>;

  readonly #scale: TypedSubresourceClient<Scale>;

  constructor(
    transport: Transport,
    resource: ResourceDefinition<T, S>,
    namespace: string | undefined,
    representation?: Representation,
  ) {
    this.resource = resource;
    this.namespace = namespace;
    this.#types = new TypeStrings(resource);
    this.#calls = new ResourceCalls(transport, resource, namespace, representation);
    this.#lists = new ListCalls(this.#calls, resource, this.#types);
    this.#object = new TypedSubresourceClient(this.#calls, undefined, this.#checkObject);
    this.#status = new TypedSubresourceClient(this.#calls, 'status', this.#checkObject);
    this.#scale = new TypedSubresourceClient(this.#calls, 'scale', assertSuccess);
  }

  async create(object: DeepReadonly<T>, options: WriteQuery = {}): Promise<Persisted<T, S>> {
    this.#calls.assertNamespace('create');
    const query = writeQuery(options);
    const body = this.#typed(object);
    const { signal } = options;
    return this.#calls.answer<Persisted<T, S>>(
      { method: 'POST', query, body, contentType: JSON_TYPE, signal },
      this.#checkObject,
    );
  }

  async update(object: DeepReadonly<T>, options: WriteQuery = {}): Promise<Persisted<T, S>> {
    return this.#object.update(nameOf(object), this.#typed(object), options);
  }

  async updateStatus(object: DeepReadonly<T>, options: WriteQuery = {}): Promise<Persisted<T, S>> {
    return this.#status.update(nameOf(object), this.#typed(object), options);
  }

  async get(name: string, options: GetOptions = {}): Promise<Persisted<T, S>> {
    return this.#object.get(name, options);
  }

  async find(name: string, options: GetOptions = {}): Promise<Persisted<T, S> | undefined> {
    try {
      return await this.get(name, options);
    } catch (error) {
      if (isNotFound(error) && isOfObject(error.status, name)) return undefined;
      throw error;
    }
  }

  async list(options: ListOptions = {}): Promise<KubernetesList<Persisted<T, S>>> {
    return this.#lists.list(options);
  }

  /** Yields the pages of a list. Each page is requested before the previous one is yielded. */
  listPages(
    options: ListOptions & SharingOptions,
  ): AsyncGenerator<KubernetesList<Persisted<T, S>>, void, undefined> {
    return this.#lists.pages(options);
  }

  async *watch(options: WatchOptions = {}): AsyncGenerator<WatchEvent<T, S>, void, undefined> {
    for await (const events of this.watchBatches(options)) yield* events;
  }

  /**
   * Like `watch`, but yields events that arrived together as one batch, which takes a fraction of
   * the time.
   */
  async *watchBatches(
    options: WatchOptions & SharingOptions = {},
  ): AsyncGenerator<readonly WatchEvent<T, S>[], void, undefined> {
    const { signal } = options;
    const reader = this.#lineDecoder(options);
    // The caller may leave the loop before the response arrives.
    const ended = childAbort(signal);
    try {
      const query = watchQuery(options);
      const response = await this.#calls.send({ method: 'GET', query, signal: ended.signal });
      for await (const events of readWatchEvents<T, S>(response, reader)) {
        if (options.parse === undefined) this.#shareTypes(events);
        yield events;
      }
      // On an abort, a transport may end the response as if the server had ended it.
      signal?.throwIfAborted();
    } finally {
      ended.abort();
    }
  }

  async mergePatch(
    name: string,
    patch: MergePatch<T>,
    options: WriteQuery = {},
  ): Promise<Persisted<T, S>> {
    return this.#object.mergePatch(name, patch, options);
  }

  async jsonPatch(
    name: string,
    operations: readonly JsonPatchOperation[],
    options: WriteQuery = {},
  ): Promise<Persisted<T, S>> {
    return this.#object.jsonPatch(name, operations, options);
  }

  async strategicMergePatch(
    name: string,
    patch: StrategicMergePatch<T>,
    options: WriteQuery = {},
  ): Promise<Persisted<T, S>> {
    return this.#object.strategicMergePatch(name, patch, options);
  }

  async mergePatchStatus(
    name: string,
    patch: MergePatch<T>,
    options: WriteQuery = {},
  ): Promise<Persisted<T, S>> {
    return this.#status.mergePatch(name, patch, options);
  }

  async jsonPatchStatus(
    name: string,
    operations: readonly JsonPatchOperation[],
    options: WriteQuery = {},
  ): Promise<Persisted<T, S>> {
    return this.#status.jsonPatch(name, operations, options);
  }

  async strategicMergePatchStatus(
    name: string,
    patch: StrategicMergePatch<T>,
    options: WriteQuery = {},
  ): Promise<Persisted<T, S>> {
    return this.#status.strategicMergePatch(name, patch, options);
  }

  async apply(configuration: ApplyConfiguration<T>, options: WriteQuery): Promise<Persisted<T, S>> {
    return this.#object.apply(nameOf(configuration), this.#typed(configuration), options);
  }

  async applyStatus(
    configuration: ApplyConfiguration<T>,
    options: WriteQuery,
  ): Promise<Persisted<T, S>> {
    return this.#status.apply(nameOf(configuration), this.#typed(configuration), options);
  }

  async delete(name: string, options: DeleteOptions = {}): Promise<Persisted<T, S> | ApiStatus> {
    return this.#calls.answer<Persisted<T, S> | ApiStatus>(
      { ...deletion(options), name },
      (answer) => assertDeletion(answer, this.resource),
    );
  }

  async deleteCollection(options: DeleteOptions = {}, selection: ListOptions = {}): Promise<void> {
    this.#calls.assertNamespace('delete');
    const query = listQuery(selection);
    await this.#calls.answer({ ...deletion(options), query }, (answer) => assertSuccess(answer));
  }

  async getScale(name: string, options: CallOptions = {}): Promise<Scale> {
    return this.#scale.get(name, options);
  }

  async updateScale(
    name: string,
    scale: DeepReadonly<Scale>,
    options: WriteQuery = {},
  ): Promise<Scale> {
    return this.#scale.update(name, scale, options);
  }

  async patchScale(
    name: string,
    patch: MergePatch<Scale>,
    options: WriteQuery = {},
  ): Promise<Scale> {
    return this.#scale.mergePatch(name, patch, options);
  }

  async applyScale(
    name: string,
    scale: DeepReadonly<DeepPartial<Scale>>,
    options: ApplyOptions,
  ): Promise<Scale> {
    return this.#scale.apply(name, scale, options);
  }

  subresource<R, B = R>(subresource: string): SubresourceClient<R, B> {
    return new TypedSubresourceClient<R>(this.#calls, subresource, (answer) =>
      assertSuccess(answer),
    );
  }

  readonly #checkObject = (answer: unknown): void => assertObject(answer, this.resource);

  /** Adds the apiVersion and kind, which callers may omit. */
  #typed<B extends object>(body: B): B {
    const { apiVersion, kind } = this.#types;
    return { apiVersion, kind, ...body };
  }

  #lineDecoder(options: WatchOptions & SharingOptions): LineDecoder {
    const { omitManagedFields, sharesFieldSets, parse } = options;
    const calls = this.#calls;
    const isBatch = parse === undefined && (omitManagedFields || sharesFieldSets);
    if (isBatch) {
      const shared = omitManagedFields ? undefined : new FieldSets();
      return new BatchLineDecoder((event) => calls.read(event), shared);
    }
    const reader = calls.reader(parse);
    return omitManagedFields ? new SingleLineDecoder(reader) : new PlainLineDecoder(reader);
  }

  #shareTypes(events: readonly WatchEvent<T, S>[]): void {
    for (const event of events) {
      if (event.type !== 'ERROR' && event.type !== 'BOOKMARK')
        this.#types.share(event.object, { isOurs: true });
    }
  }
}

function deletion(options: DeleteOptions): ResourceCall {
  const body = deleteOptionsBody(options);
  const { signal } = options;
  // The response is an object, a list or a Status. If only one type is accepted, a server may
  // reject the request.
  return { method: 'DELETE', body, contentType: JSON_TYPE, accept: JSON_TYPE, signal };
}

/**
 * Returns whether a NotFound refers to the object. If the kind is not served, the response has no
 * name or is not a Status.
 */
function isOfObject({ details }: ApiStatus, name: string): boolean {
  const isPage = details?.causes?.some(({ reason }) => reason === 'UnexpectedServerResponse');
  return details?.name === name && isPage !== true;
}

function nameOf(object: { readonly metadata: { readonly name?: string | undefined } }): string {
  return object.metadata.name ?? '';
}
