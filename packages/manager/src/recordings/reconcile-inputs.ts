import type { CachedReader, Clock, KubernetesObject, Transport } from '@vmgen/runtime';
import { keyText } from '@vmgen/runtime/internal';
import type { TransportRequest, TransportResponse } from '@vmgen/runtime/transport';

import type { KeptRecordings } from './kept-recordings.js';

/** How a program reads a cache; `find` includes `get`. */
export type ReadCall = 'find' | 'list' | 'byIndex';

/** A declared cache. */
export interface ObservedCache {
  readonly name: string;
  readonly isSecret: boolean;
}

/**
 * Everything that the reconciles of a manager receive passes through this: production records it, and a
 * replay answers in its place.
 */
export interface ReconcileInputs {
  /** The time that reconciles read. */
  readonly clock: Clock;
  /** The recordings of failed runs; undefined in a replay. */
  readonly kept: KeptRecordings | undefined;
  /** Whether nothing fills the caches. */
  readonly isReplay: boolean;
  /** Starts a run, which must end with `end()`. */
  start(controller: string, key: string, reconcileId: string): RunInputs;
  /** Returns the object that a read finds. `found` is what the cache contains. */
  find<T extends object>(cache: ObservedCache, key: string, found: T | undefined): T | undefined;
  /** Returns the objects that a read finds. `found` is what the cache contains. */
  list<T extends object>(
    cache: ObservedCache,
    call: Exclude<ReadCall, 'find'>,
    argument: string,
    found: T[],
  ): T[];
  /** Returns what the manager remembers of earlier reconciles under a name. */
  recall(name: string, remembered: string | undefined): string | undefined;
  /** Returns a transport for requests that do not come from the transport of a run. */
  observed(transport: Transport): Transport;
}

/** The inputs of one run. */
export interface RunInputs {
  /** Begins the synchronous part of the run: reads until `suspend()` are certainly its own. */
  begin(): void;
  suspend(): void;
  /** Sends a request with `next`. */
  send(
    request: TransportRequest,
    next: (request: TransportRequest) => Promise<TransportResponse>,
  ): Promise<TransportResponse>;
  effect<R>(run: () => Promise<R>): Promise<R>;
  random(): number;
  /** Called when the run is aborted. */
  aborted(reason: unknown): void;
  /** Called with the error of the run, unless the process ends. */
  failed(error: unknown): void;
  end(): void;
}

/** Returns a reader whose reads pass through `inputs`. */
export function observeReader(
  name: string,
  reader: CachedReader<KubernetesObject>,
  inputs: ReconcileInputs,
): CachedReader<KubernetesObject> {
  return new ObservedReader(name, reader, inputs);
}

type Reader = CachedReader<KubernetesObject>;

class ObservedReader implements Reader {
  readonly resource: Reader['resource'];
  readonly informer: Reader['informer'];
  readonly #cache: ObservedCache;
  readonly #reader: Reader;
  readonly #inputs: ReconcileInputs;

  constructor(name: string, reader: Reader, inputs: ReconcileInputs) {
    this.resource = reader.resource;
    this.informer = reader.informer;
    const { group, plural } = reader.resource;
    this.#cache = { name, isSecret: group === '' && plural === 'secrets' };
    this.#reader = reader;
    this.#inputs = inputs;
  }

  find(key: Parameters<Reader['find']>[0]): ReturnType<Reader['find']> {
    const text = keyText(key);
    return this.#inputs.find(this.#cache, text, this.#reader.find(text));
  }

  get(key: Parameters<Reader['get']>[0]): ReturnType<Reader['get']> {
    // The reader throws the error.
    return this.find(key) ?? this.#reader.get(key);
  }

  list(selector?: Parameters<Reader['list']>[0]): ReturnType<Reader['list']> {
    if (selector !== undefined && typeof selector !== 'string') {
      return this.list().filter(({ metadata }) => selector.matches(metadata.labels));
    }
    return this.#inputs.list(this.#cache, 'list', selector ?? '', this.#reader.list(selector));
  }

  byIndex(index: string, value: string): ReturnType<Reader['byIndex']> {
    const found = this.#reader.byIndex(index, value);
    return this.#inputs.list(this.#cache, 'byIndex', `${index}=${value}`, found);
  }

  namespace(namespace: string): ReturnType<Reader['namespace']> {
    const lister = this.#reader.namespace(namespace);
    const list = (selector = ''): ReturnType<Reader['list']> => {
      const found = lister.list(...(selector === '' ? [] : [selector]));
      return this.#inputs.list(this.#cache, 'list', `${namespace}/${selector}`, found);
    };
    return {
      list: (selector) =>
        selector === undefined || typeof selector === 'string'
          ? list(selector)
          : list().filter(({ metadata }) => selector.matches(metadata.labels)),
      find: (name) => this.find({ namespace, name }),
      get: (name) => this.get({ namespace, name }),
    };
  }
}
