import type { Transport, TransportRequest, TransportResponse } from '@vmgen/runtime';
import { isJsonObject, parseJson, type JsonObject } from '@vmgen/base/json';
import { ServerError, type ServerStatus } from './errors.js';
import { stringAt } from './json-at.js';
import { compactJson } from './print-object.js';

/** The media types of patches, by the names that users type. */
export const PATCH_TYPES = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const;

/** Asks for the columns of `kubectl get`, and for the object from servers that have none. */
export const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';

/** A request with a body. */
interface Write {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body: JsonObject | string;
  /** Defaults to JSON. */
  readonly type?: string;
}

/** Sends requests, and reports warnings and errors of the server. */
export class Client {
  readonly #transport: Transport;
  readonly #signal: AbortSignal | undefined;
  readonly #warn: (text: string) => void;
  readonly #warned = new Set<string>();

  /** @param warn receives each warning of the server once */
  constructor(transport: Transport, signal: AbortSignal | undefined, warn: (text: string) => void) {
    this.#transport = transport;
    this.#signal = signal;
    this.#warn = warn;
  }

  /** @throws ServerError */
  async get(path: string, accept = 'application/json'): Promise<JsonObject> {
    return this.#read(await this.#send({ method: 'GET', path, headers: { accept } }));
  }

  /** As {@link get}; undefined if the object does not exist. */
  async find(path: string): Promise<JsonObject | undefined> {
    try {
      return await this.get(path);
    } catch (error) {
      if (error instanceof ServerError && error.isNotFound) return undefined;
      throw error;
    }
  }

  /** @throws ServerError */
  async write({ method, path, body, type = 'application/json' }: Write): Promise<JsonObject> {
    // Sorted, as kubectl sends it: the server reports errors in this order.
    const text = typeof body === 'string' ? body : compactJson(body);
    const headers = { accept: 'application/json', 'content-type': type };
    return this.#read(await this.#send({ method, path, headers, body: text }));
  }

  /**
   * Yields the events of a watch until the server or the signal ends it.
   *
   * @throws ServerError
   */
  async *watch(path: string, accept: string): AsyncGenerator<WatchEvent> {
    const response = await this.#send({ method: 'GET', path, headers: { accept } });
    if (response.status >= 400) await this.#read(response);
    try {
      for await (const line of linesOf(response.body)) {
        const event = parseJson(line);
        const object = isJsonObject(event) ? event['object'] : undefined;
        if (!isJsonObject(event) || !isJsonObject(object)) continue;
        if (event['type'] === 'ERROR') throw new ServerError(object);
        yield { type: stringAt(event, 'type'), object };
      }
    } catch (error) {
      if (this.#signal?.aborted !== true) throw error;
    }
  }

  #send(request: TransportRequest): Promise<TransportResponse> {
    return this.#transport.request({
      ...request,
      headers: { ...request.headers, 'user-agent': 'kubectl' },
      ...(this.#signal !== undefined && { signal: this.#signal }),
    });
  }

  async #read(response: TransportResponse): Promise<JsonObject> {
    for (const warning of warningsIn(response.headers['warning'] ?? '')) {
      if (!this.#warned.has(warning)) this.#warn(`Warning: ${warning}\n`);
      this.#warned.add(warning);
    }
    const text = await response.text();
    const value =
      response.headers['content-type']?.includes('json') === true ? parseJson(text) : text;
    if (response.status >= 400) {
      throw new ServerError(isJsonObject(value) ? value : unknownError(response));
    }
    return isJsonObject(value) ? value : {};
  }
}

/** An event of a watch. */
interface WatchEvent {
  readonly type: string;
  readonly object: JsonObject;
}

const unknownError = ({ status }: TransportResponse): ServerStatus =>
  status === 404
    ? { code: 404, reason: 'NotFound', message: 'the server could not find the requested resource' }
    : { code: status, message: `the server answered with the status ${status}` };

/** The texts in a Warning header. */
const warningsIn = (header: string): string[] =>
  [...header.matchAll(/299 - "((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) =>
    text.replace(/\\(.)/g, '$1'),
  );

async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
