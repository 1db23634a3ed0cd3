/** What a queue knows of a key. */
export interface KeyEntry {
  readonly key: string;
  /** Where the key waits, or that it is worked on; {@link IDLE} when neither. */
  state: number;
}

/** The queue has nothing to do with the key. */
export const IDLE = 0;

/** So many idle entries are kept without counting. */
const KEPT_IDLE = 1024;
/** How many idle entries there may be for each of the others. */
const IDLE_PER_LIVE = 7;

/**
 * The entries of a queue by their keys. Most keys come again, and to take an entry out of a map of a
 * hundred thousand and put it in again costs more than all else that a queue does; so idle ones stay
 * until they are most of the map. Then they go together, which costs each of them once.
 */
export class KeyEntries {
  #entries = new Map<string, KeyEntry>();
  #idle = 0;

  /** How many entries are kept, idle ones included. */
  get size(): number {
    return this.#entries.size;
  }

  find(key: string): KeyEntry | undefined {
    return this.#entries.get(key);
  }

  /** The entry of a key that is about to leave {@link IDLE}; made when there is none. */
  wake(key: string, found: KeyEntry | undefined, state: number): KeyEntry {
    if (found !== undefined) {
      found.state = state;
      this.#idle--;
      return found;
    }
    const entry = { key, state };
    this.#entries.set(key, entry);
    return entry;
  }

  rest(entry: KeyEntry): void {
    entry.state = IDLE;
    this.#idle++;
    const live = this.#entries.size - this.#idle;
    if (this.#idle > KEPT_IDLE && this.#idle > IDLE_PER_LIVE * live) this.#sweep(live);
  }

  #sweep(live: number): void {
    const before = this.#entries;
    this.#entries = new Map();
    this.#idle = 0;
    if (live === 0) return;
    for (const [key, entry] of before) if (entry.state !== IDLE) this.#entries.set(key, entry);
  }
}
