/** The state of a key in a queue. */
export interface KeyEntry {
  readonly key: string;
  /** Whether the key is queued or in progress; {@link IDLE} if neither. */
  state: number;
}

/** The key is neither queued nor in progress. */
export const IDLE = 0;

/** Idle entries are kept up to this number. */
const KEPT_IDLE = 1024;
/** The maximum number of idle entries per other entry. */
const IDLE_PER_LIVE = 7;

/**
 * The entries of a queue by key. Most keys are added repeatedly, and removing an entry from a large
 * map and adding it again costs more than all other operations of a queue. So idle entries are kept
 * until they are most of the map, and are then removed together.
 */
export class KeyEntries {
  #entries = new Map<string, KeyEntry>();
  #idle = 0;

  /** The number of entries, including idle ones. */
  get size(): number {
    return this.#entries.size;
  }

  find(key: string): KeyEntry | undefined {
    return this.#entries.get(key);
  }

  /**
   * Returns the entry of a key that is no longer {@link IDLE}. Creates it if `found` is undefined.
   */
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
