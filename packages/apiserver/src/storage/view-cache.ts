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

/** The maximum number of cached views of one object. Clients of a kind use one or two versions. */
const MAX_VIEWS = 2;

interface Entry {
  readonly view: JsonObject;
  readonly revision: Revision;
  readonly bytes: number;
  /** The views of the same version of the kind. */
  readonly views: WeakMap<Revision, Entry>;
}

/**
 * Copies of stored objects in other versions of their kind: at most two per object, and all together
 * within a limit. The least recently read ones are removed first.
 */
export class ViewCache {
  /** The limit of all views, in bytes. */
  readonly limit: number;
  /** All entries, the least recently read one first. */
  readonly #entries = new Set<Entry>();
  /** The entries of each object, the least recently read one first. */
  readonly #byRevision = new WeakMap<Revision, Set<Entry>>();
  #used = 0;

  /** @param limit in bytes */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** The size of the cached views in bytes. */
  get bytes(): number {
    return this.#used;
  }

  /** Creates the part of the cache for one version of one kind. */
  createViews(): Views {
    const views = new WeakMap<Revision, Entry>();
    const cached = (revision: Revision): JsonObject | undefined => {
      const known = views.get(revision);
      if (known !== undefined) this.#use(known);
      return known?.view;
    };
    const viewOf = (revision: Revision, make: () => JsonObject): JsonObject => {
      const known = cached(revision);
      if (known !== undefined) return known;
      const view = make();
      const entry = { view, revision, bytes: heapBytes(view), views };
      views.set(revision, entry);
      this.#used += entry.bytes;
      this.#use(entry);
      this.#enforce(revision);
      return view;
    };
    return Object.assign(viewOf, { cached });
  }

  /** Makes an entry the most recently read one. */
  #use(entry: Entry): void {
    const { revision } = entry;
    const ofRevision = this.#byRevision.get(revision) ?? new Set();
    this.#byRevision.set(revision, ofRevision);
    for (const entries of [this.#entries, ofRevision]) {
      entries.delete(entry);
      entries.add(entry);
    }
  }

  #enforce(added: Revision): void {
    const ofRevision = this.#byRevision.get(added) ?? new Set();
    for (const oldest of ofRevision) {
      if (ofRevision.size <= MAX_VIEWS) break;
      this.#remove(oldest);
    }
    for (const oldest of this.#entries) {
      if (this.#used <= this.limit) return;
      this.#remove(oldest);
    }
  }

  #remove(entry: Entry): void {
    this.#entries.delete(entry);
    this.#byRevision.get(entry.revision)?.delete(entry);
    entry.views.delete(entry.revision);
    this.#used -= entry.bytes;
  }
}
