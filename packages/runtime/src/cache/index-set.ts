import { VmgenError } from '../errors/vmgen-error.js';
import type { DeepReadonly } from '../meta/deep-readonly.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Cached } from './cached.js';
import { KeyIndex } from './key-index.js';

/**
 * Returns the values under which an index finds an object: none, one or several. Must be a pure
 * function, because it is called when an object is added and again when it is removed. If it throws
 * or does not return an array of strings, the error is logged and the object is not in the index.
 */
export type IndexFunction<T extends KubernetesObject, S extends ResourceScope = ResourceScope> = (
  object: Cached<T, S>,
) => readonly string[];

/** Index functions by index name. */
export type Indexers<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> = Readonly<Record<string, IndexFunction<T, S>>>;

/**
 * Called when an index function throws or does not return an array of strings. Errors that the
 * handler throws are ignored.
 */
export type IndexErrorHandler = (indexName: string, key: string, error: unknown) => void;

/** The name of the index that all informers of namespaced kinds have. */
export const NAMESPACE_INDEX = 'namespace';

/** Indexes by `metadata.namespace`. */
export function namespaceIndex(object: DeepReadonly<KubernetesObject>): readonly string[] {
  const { namespace } = object.metadata;
  return namespace === undefined ? NO_VALUES : [namespace];
}

const NO_VALUES: readonly string[] = [];

interface Entry<T extends KubernetesObject, S extends ResourceScope> {
  readonly index: KeyIndex<T, S>;
  /** False until the first use of the namespace index, which all informers have but few use. */
  isBuilt: boolean;
}

/** All indexes of a store. */
export class IndexSet<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  readonly #entries = new Map<string, Entry<T, S>>();
  readonly #onError: IndexErrorHandler | undefined;

  constructor(onError?: IndexErrorHandler) {
    this.#onError = onError;
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /**
   * Returns an index over `objects` and builds it if necessary. Throws if there is no index with
   * this name.
   */
  get(name: string, objects: ReadonlyMap<string, Cached<T, S>>): KeyIndex<T, S> {
    const entry = this.#entries.get(name);
    if (entry === undefined) {
      const known = [...this.#entries.keys()].join(', ') || 'none';
      throw new VmgenError(
        'ERR_VMGEN_ARGUMENT',
        `there is no index ${JSON.stringify(name)}; existing indexes: ${known}`,
      );
    }
    if (!entry.isBuilt) entry.index.rebuild(objects);
    entry.isBuilt = true;
    return entry.index;
  }

  /** Adds and builds indexes. Throws without adding any if one of the names exists. */
  add(indexers: Indexers<T, S>, objects: ReadonlyMap<string, Cached<T, S>>): void {
    const added = Object.entries(indexers);
    for (const [name] of added) {
      if (this.#entries.has(name)) {
        throw new VmgenError(
          'ERR_VMGEN_ARGUMENT',
          `the index ${JSON.stringify(name)} already exists; use another name`,
        );
      }
    }
    for (const [name, valuesOf] of added) {
      const onError = (key: string, error: unknown): void => this.#reportError(name, key, error);
      const isBuilt = valuesOf !== namespaceIndex;
      const index = new KeyIndex(valuesOf, onError);
      this.#entries.set(name, { index, isBuilt });
      if (isBuilt) index.rebuild(objects);
    }
  }

  /** Updates the values of a key; removes the key if there is no object. */
  update(key: string, before: Cached<T, S> | undefined, object: Cached<T, S> | undefined): void {
    for (const { index, isBuilt } of this.#entries.values()) {
      if (isBuilt) index.update(key, before, object);
    }
  }

  /** Clears the indexes and indexes `objects`. */
  rebuild(objects: ReadonlyMap<string, Cached<T, S>>): void {
    for (const { index, isBuilt } of this.#entries.values()) if (isBuilt) index.rebuild(objects);
  }

  #reportError(name: string, key: string, error: unknown): void {
    try {
      this.#onError?.(name, key, error);
    } catch {
      // A throwing error handler must not leave the store inconsistent.
    }
  }
}
