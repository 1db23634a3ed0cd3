import { VmgenError } from '../errors/vmgen-error.js';
import type { DeepReadonly } from '../meta/deep-readonly.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Cached } from './cached.js';
import { KeyIndex } from './key-index.js';

/**
 * The values that an index finds an object under: none, one or many. Must be a pure function; it is
 * asked about an object when it comes, and again when it goes. Where it throws, or gives no array of
 * strings, that is logged and the object stands under no value.
 */
export type IndexFunction<T extends KubernetesObject, S extends ResourceScope = ResourceScope> = (
  object: Cached<T, S>,
) => readonly string[];

/** Index functions by the index's name. */
export type Indexers<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> = Readonly<Record<string, IndexFunction<T, S>>>;

/**
 * Told that an index function threw, or gave something else than an array of strings. What it
 * throws itself is lost.
 */
export type IndexErrorHandler = (indexName: string, key: string, error: unknown) => void;

/** The index of every informer of a namespaced kind. */
export const NAMESPACE_INDEX = 'namespace';

/** Indexes by `metadata.namespace`. */
export function namespaceIndex(object: DeepReadonly<KubernetesObject>): readonly string[] {
  const { namespace } = object.metadata;
  return namespace === undefined ? NO_VALUES : [namespace];
}

const NO_VALUES: readonly string[] = [];

interface Entry<T extends KubernetesObject, S extends ResourceScope> {
  readonly index: KeyIndex<T, S>;
  /** False until somebody asks for the index of namespaces, which every informer has and few use. */
  isMade: boolean;
}

/** All indices of a store. */
export class IndexSet<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  readonly #entries = new Map<string, Entry<T, S>>();
  readonly #onError: IndexErrorHandler | undefined;

  constructor(onError?: IndexErrorHandler) {
    this.#onError = onError;
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** An index over `objects`, made where it was not yet. Throws on an unknown one. */
  get(name: string, objects: ReadonlyMap<string, Cached<T, S>>): KeyIndex<T, S> {
    const entry = this.#entries.get(name);
    if (entry === undefined) {
      const known = [...this.#entries.keys()].join(', ') || 'none';
      throw new VmgenError(
        'ERR_VMGEN_ARGUMENT',
        `there is no index ${JSON.stringify(name)}; the store has: ${known}`,
      );
    }
    if (!entry.isMade) entry.index.rebuild(objects);
    entry.isMade = true;
    return entry.index;
  }

  /** Adds indices and fills them. All or none: throws before any change when a name is taken. */
  add(indexers: Indexers<T, S>, objects: ReadonlyMap<string, Cached<T, S>>): void {
    const added = Object.entries(indexers);
    for (const [name] of added) {
      if (this.#entries.has(name)) {
        throw new VmgenError(
          'ERR_VMGEN_ARGUMENT',
          `there is an index ${JSON.stringify(name)} already; use another name`,
        );
      }
    }
    for (const [name, valuesOf] of added) {
      const tell = (key: string, error: unknown): void => this.#tellError(name, key, error);
      const isMade = valuesOf !== namespaceIndex;
      const index = new KeyIndex(valuesOf, tell);
      this.#entries.set(name, { index, isMade });
      if (isMade) index.rebuild(objects);
    }
  }

  /** Puts a key under the values of the object that it has now; under none without an object. */
  update(key: string, before: Cached<T, S> | undefined, object: Cached<T, S> | undefined): void {
    for (const { index, isMade } of this.#entries.values()) {
      if (isMade) index.update(key, before, object);
    }
  }

  /** Forgets everything and indexes `objects`. */
  rebuild(objects: ReadonlyMap<string, Cached<T, S>>): void {
    for (const { index, isMade } of this.#entries.values()) if (isMade) index.rebuild(objects);
  }

  #tellError(name: string, key: string, error: unknown): void {
    try {
      this.#onError?.(name, key, error);
    } catch {
      // A store has nobody else to tell, and must not be left half written.
    }
  }
}
