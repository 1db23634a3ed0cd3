import type { MemoryBudget } from './memory-budget.js';
import type { ObjectStore } from './object-store.js';
import type { Revision } from './revision.js';

/** What a reference to an object takes, in bytes. */
const REFERENCE = 8;

/**
 * The memory that a list takes while it is sent: its references, what was made for it, and the objects
 * that the store has replaced or removed since the list was read. Objects that the store still contains
 * do not count, because they are in memory without the list.
 */
export class HeldRevisions {
  readonly #store: ObjectStore;
  readonly #version: number;
  readonly #revisions: readonly Revision[];
  /** What was made for the list alone. */
  #ownBytes = 0;
  #memory: MemoryBudget | undefined;
  #reserved = 0;
  /** How much of the objects may still be counted: each object counts once. */
  #uncounted = 0;
  #onExceeded: (() => void) | undefined;
  #unsubscribe: (() => void) | undefined;

  /** @param version the resource version of the list */
  constructor(store: ObjectStore, version: number, revisions: readonly Revision[]) {
    this.#store = store;
    this.#version = version;
    this.#revisions = revisions;
  }

  /** Adds bytes that were allocated for this list alone. Must be called before {@link reserve}. */
  add(bytes: number): void {
    this.#ownBytes += bytes;
  }

  /**
   * Reserves memory until {@link release}, and more whenever the store replaces an object of the list.
   *
   * @param onExceeded called once if that fails, after everything was released
   * @returns false where others hold too much; then nothing is reserved
   */
  reserve(memory: MemoryBudget, onExceeded: () => void): boolean {
    let all = 0;
    for (const { bytes } of this.#revisions) all += bytes;
    const replaced = this.#replacedBytes();
    const bytes = this.#ownBytes + this.#revisions.length * REFERENCE + replaced;
    if (!memory.reserve(bytes)) return false;
    this.#memory = memory;
    this.#reserved = bytes;
    this.#uncounted = all - replaced;
    this.#onExceeded = onExceeded;
    this.#unsubscribe = this.#store.onReplaced(this.#note);
    return true;
  }

  release(): void {
    this.#memory?.release(this.#reserved);
    this.#memory = undefined;
    this.#unsubscribe?.();
  }

  /** Counts an object that the store has replaced or removed. */
  readonly #note = ({ version, bytes }: Revision): void => {
    if (version > this.#version) return;
    const more = Math.min(bytes, this.#uncounted);
    if (this.#memory?.reserve(more) === false) {
      this.release();
      this.#onExceeded?.();
      return;
    }
    this.#reserved += more;
    this.#uncounted -= more;
  };

  /** The size of the objects that the store does not contain any more. */
  #replacedBytes(): number {
    if (this.#store.lastVersion <= this.#version) return 0;
    let bytes = 0;
    for (const revision of this.#revisions) {
      if (this.#store.get(revision.key) !== revision) bytes += revision.bytes;
    }
    return bytes;
  }
}
