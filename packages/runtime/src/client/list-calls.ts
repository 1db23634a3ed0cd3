import { setImmediate } from 'node:timers/promises';
import { childAbort } from '../async/child-abort.js';
import type { Persisted, ResourceScope } from '../meta/persisted.js';
import type { KubernetesList, KubernetesObject } from '../meta/types.js';
import { listQuery } from './call-query.js';
import { assertList } from './check-answer.js';
import { guessContinue } from './guess-continue.js';
import { ListDecoder } from '../decode/list-decoder.js';
import { FieldSets } from '../decode/share-field-sets.js';
import { parseListWithoutManagedFields } from '../decode/omit-managed-fields.js';
import type { ListOptions } from './options.js';
import { readBody, readChunks, receive } from './read-body.js';
import type { ResourceCalls } from './resource-calls.js';
import type { ResourceDefinition } from './resource.js';
import type { SharingOptions } from './sharing-options.js';
import type { TypeStrings } from './type-strings.js';

/** A list on the wire. Servers in Go write some empty lists as null. */
type WireList<T extends KubernetesObject> = Omit<KubernetesList<T>, 'items'> & {
  items: T[] | null;
};

/** A received page that was not parsed yet. */
interface Received {
  /** The token of the next page, guessed without parsing. */
  readonly next: string | undefined;
  readonly read: (pieces: ListDecoder) => unknown;
}

/** Lists the objects of a kind in pages. */
export class ListCalls<T extends KubernetesObject, S extends ResourceScope> {
  readonly #calls: ResourceCalls;
  readonly #resource: ResourceDefinition<T, S>;
  readonly #types: TypeStrings;

  constructor(calls: ResourceCalls, resource: ResourceDefinition<T, S>, types: TypeStrings) {
    this.#calls = calls;
    this.#resource = resource;
    this.#types = types;
  }

  async list(options: ListOptions): Promise<KubernetesList<Persisted<T, S>>> {
    return this.#read(await this.#receive(options), options, listDecoder(options));
  }

  /**
   * Yields the pages of a list. Each page is requested before the previous one is parsed, so that
   * the server works at the same time. If its token was guessed wrong, it is requested again.
   */
  async *pages(
    options: ListOptions & SharingOptions,
  ): AsyncGenerator<KubernetesList<Persisted<T, S>>, void, undefined> {
    const { signal, resourceVersion: _version, resourceVersionMatch: _match, ...later } = options;
    const ended = childAbort(signal);
    const request = (token: string): Promise<Received> =>
      this.#receive({ ...later, continue: token, signal: ended.signal });
    const pieces = listDecoder(options);
    try {
      let received = await this.#receive({ ...options, signal: ended.signal });
      for (;;) {
        const guess = received.next === undefined ? undefined : request(received.next);
        if (guess !== undefined) {
          // The caller may leave the loop or throw before this page arrives.
          guess.catch(() => undefined);
          // The request is sent in a later turn of the event loop.
          await setImmediate();
        }
        const page = this.#read(received, options, pieces);
        yield page;
        const { continue: token } = page.metadata;
        if (!token) return;
        received = await (guess !== undefined && token === received.next ? guess : request(token));
      }
    } finally {
      ended.abort();
    }
  }

  async #receive(options: ListOptions & SharingOptions): Promise<Received> {
    const { signal, omitManagedFields, sharesFieldSets } = options;
    const query = listQuery(options);
    const accept = this.#calls.listType;
    const response = await this.#calls.send({ method: 'GET', query, accept, signal });
    const parse = this.#calls.reader(options.parse);
    if (!omitManagedFields && !(sharesFieldSets && options.parse === undefined)) {
      const text = await response.text();
      return { next: undefined, read: () => readBody(text, parse) };
    }
    const chunks = await receive(response);
    const next = guessContinue(chunks);
    if (options.parse === undefined) {
      const read = (pieces: ListDecoder): unknown =>
        this.#calls.read(readChunks(chunks, () => pieces.read(chunks)));
      return { next, read };
    }
    const read = (): unknown =>
      readChunks(chunks, () => parseListWithoutManagedFields(Buffer.concat(chunks), parse));
    return { next, read };
  }

  #read(
    { read }: Received,
    options: ListOptions,
    pieces: ListDecoder,
  ): KubernetesList<Persisted<T, S>> {
    const list = read(pieces);
    assertList<WireList<Persisted<T, S>>>(list, this.#resource);
    const items = list.items ?? [];
    const ownership = { isOurs: options.parse === undefined };
    for (const item of items) this.#types.share(item, ownership);
    return { ...list, items };
  }
}

function listDecoder({ omitManagedFields }: ListOptions): ListDecoder {
  return new ListDecoder(undefined, omitManagedFields ? undefined : new FieldSets());
}
