import { VmgenError } from '../errors/vmgen-error.js';
import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.js';
import { apiErrorFromResponse } from './api-error-from-response.js';
import { readBody } from './read-body.js';
import { JSON_TYPE, type Representation } from './representation.js';
import { checkName, checkSubresource, collectionPath, type PathResource } from './resource-path.js';
import { qualifiedName } from './resource.js';

/** One call: what {@link TransportRequest} is made of. */
export interface ResourceCall {
  readonly method: TransportRequest['method'];
  /** The object; the collection when left out. */
  readonly name?: string;
  readonly subresource?: string | undefined;
  readonly query?: string;
  readonly body?: unknown;
  readonly contentType?: string;
  /** What is to come, where that is not an object in the client's representation. */
  readonly accept?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Sends calls about the objects of a kind, in one namespace or over all of them. */
export class ResourceCalls {
  readonly resource: PathResource;
  readonly #transport: Transport;
  readonly #namespace: string | undefined;
  readonly #path: string;
  readonly #representation: Representation | undefined;

  /** Without a representation, objects and lists come as they are. */
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

  /** The body of a success; `check` throws where that is not what was asked for. */
  async answer<R>(call: ResourceCall, check: (answer: unknown) => void): Promise<R> {
    const response = await this.send(call);
    const answer = readBody<R>(await response.text(), this.reader());
    check(answer);
    return answer;
  }

  /** What a list is asked for as. */
  get listType(): string {
    return this.#representation?.list ?? JSON_TYPE;
  }

  /** Reads answers and events by `parse`, as what they stand for. */
  reader(parse: (text: string) => unknown = JSON.parse): (text: string) => unknown {
    const representation = this.#representation;
    return representation === undefined ? parse : (text) => representation.read(parse(text));
  }

  /** What an answer stands for. */
  read(answer: unknown): unknown {
    return this.#representation === undefined ? answer : this.#representation.read(answer);
  }

  /** Turns every answer that is no success into an error. */
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

  /** Throws where the objects stand in namespaces and none was given. */
  needNamespace(verb: string): void {
    if (this.resource.scope === 'Namespaced' && this.#namespace === undefined) {
      throw new VmgenError(
        'ERR_VMGEN_ARGUMENT',
        `cannot ${verb} ${this.resource.plural} over all namespaces: ` +
          'make the client with the namespace of the object',
      );
    }
  }

  #objectPath({ method, name, subresource }: ResourceCall): string {
    if (name === undefined) return '';
    checkName(this.resource, name);
    this.needNamespace(method.toLowerCase());
    const path = `/${encodeURIComponent(name)}`;
    if (subresource === undefined) return path;
    checkSubresource(this.resource, subresource);
    return `${path}/${encodeURIComponent(subresource)}`;
  }
}
