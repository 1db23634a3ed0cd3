import { VmgenError } from '../errors/vmgen-error.js';
import { ReadResponse } from '../transport/read-response.js';
import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.js';
import { apiErrorFromResponse } from './api-error-from-response.js';
import { readBody } from './read-body.js';
import { JSON_TYPE, type Representation } from './representation.js';
import { checkName, checkSubresource, collectionPath, type PathResource } from './resource-path.js';
import { qualifiedName } from './resource.js';

/** The parameters of one {@link TransportRequest}. */
export interface ResourceCall {
  readonly method: TransportRequest['method'];
  /** The name of the object. Defaults to the collection. */
  readonly name?: string;
  readonly subresource?: string | undefined;
  readonly query?: string;
  readonly body?: unknown;
  readonly contentType?: string;
  /** The Accept header. Defaults to an object in the client's representation. */
  readonly accept?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Sends requests for the objects of a kind, in one namespace or in all namespaces. */
export class ResourceCalls {
  readonly resource: PathResource;
  readonly #transport: Transport;
  readonly #namespace: string | undefined;
  readonly #path: string;
  readonly #representation: Representation | undefined;

  /** Without a representation, whole objects and lists are requested. */
  constructor(
    transport: Transport,
    resource: PathResource,
    namespace: string | undefined,
    representation: Representation | undefined,
  ) {
    this.#transport = transport;
    this.resource = resource;
    this.#representation = representation;
    this.#namespace = namespace;
    this.#path = collectionPath(resource, namespace);
  }

  /** Returns the body of a successful response. `check` throws if it is not valid. */
  async answer<R>(call: ResourceCall, check: (answer: unknown) => void): Promise<R> {
    const response = await this.send(call);
    const answer =
      response instanceof ReadResponse && response.json !== undefined
        ? (this.read(response.json) as R)
        : readBody<R>(await response.text(), this.reader());
    check(answer);
    return answer;
  }

  /** The Accept header for lists. */
  get listType(): string {
    return this.#representation?.list ?? JSON_TYPE;
  }

  /**
   * Returns a function that parses responses and events and converts them from the representation.
   */
  reader(parse: (text: string) => unknown = JSON.parse): (text: string) => unknown {
    const representation = this.#representation;
    return representation === undefined ? parse : (text) => representation.read(parse(text));
  }

  /** Converts a response from the representation. */
  read(answer: unknown): unknown {
    return this.#representation === undefined ? answer : this.#representation.read(answer);
  }

  /** Sends a request. Throws an error for an unsuccessful response. */
  async send(call: ResourceCall): Promise<TransportResponse> {
    const { method, contentType, body } = call;
    const path = `${this.#path}${this.#objectPath(call)}${call.query ?? ''}`;
    const response = await this.#transport.request({
      method,
      path,
      headers: {
        accept: call.accept ?? this.#representation?.object ?? JSON_TYPE,
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

  /** Throws if the kind is namespaced and the client has no namespace. */
  assertNamespace(verb: string): void {
    if (this.resource.scope === 'Namespaced' && this.#namespace === undefined) {
      throw new VmgenError(
        'ERR_VMGEN_ARGUMENT',
        `cannot ${verb} ${this.resource.plural} in all namespaces; ` +
          'create the client with the namespace of the object',
      );
    }
  }

  #objectPath({ method, name, subresource }: ResourceCall): string {
    if (name === undefined) return '';
    checkName(this.resource, name);
    this.assertNamespace(method.toLowerCase());
    const path = `/${encodeURIComponent(name)}`;
    if (subresource === undefined) return path;
    checkSubresource(this.resource, subresource);
    return `${path}/${encodeURIComponent(subresource)}`;
  }
}
