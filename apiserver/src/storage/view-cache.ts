import type { JsonObject } from '@vmgen/base/json';
import { heapBytes } from '../json/heap-bytes.js';
import type { Revision } from './revision.js';

/** The views of one version of one kind. */
export interface Views {
  /** Returns the cached view of a revision, or creates it with `make`. */
  (revision: Revision, make: () => JsonObject): JsonObject;
  /** Returns the view of a revision if it is cached. */
  cached(revision: Revision): JsonObject | undefined;
}

interface Entry {
  readonly bytes: number;
  readonly drop: () => void;
}

/**
 * Copies of stored objects in other versions of their kind. If they exceed the limit, the oldest
 * are removed first.
 */
export class ViewCache {
  readonly #limit: number;
  /** In the order of their creation. */
  readonly #entries = new Set<Entry>();
  #used = 0;

  /** @param limit in bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The size of the cached views in bytes. */
  get bytes(): number {
    return this.#used;
  }

  /** Creates the part of the cache for one version of one kind. */
  createViews(): Views {
    const views = new WeakMap<Revision, JsonObject>();
    const viewOf = (revision: Revision, make: () => JsonObject): JsonObject => {
      const known = views.get(revision);
      if (known !== undefined) return known;
      const view = make();
      views.set(revision, view);
      this.#add({ bytes: heapBytes(view), drop: () => views.delete(revision) });
      return view;
    };
    return Object.assign(viewOf, { cached: (revision: Revision) => views.get(revision) });
  }

  #add(entry: Entry): void {
    this.#entries.add(entry);
    this.#used += entry.bytes;
    for (const oldest of this.#entries) {
      if (this.#used <= this.#limit) return;
      this.#entries.delete(oldest);
      this.#used -= oldest.bytes;
      oldest.drop();
    }
  }
}
