/** What gives up the oldest of its history. */
export interface History {
  /** How much memory would be free without it, in bytes. */
  readonly bytes: number;
  /** @returns false where nothing is left */
  dropOldest(): boolean;
}

/**
 * The memory that the logs of all stores of a server may hold together. A log that takes little
 * keeps what it has while a large one is cut.
 */
export class HistoryBudget {
  readonly #limit: number;
  readonly #histories = new Set<History>();
  #used = 0;

  /** @param limit in bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  join(history: History): void {
    this.#histories.add(history);
  }

  leave(history: History): void {
    this.#histories.delete(history);
    this.#used -= history.bytes;
  }

  /** Notes that a history has grown (or shrunk, by a negative number of bytes). */
  note(bytes: number): void {
    this.#used += bytes;
  }

  /** Cuts the largest histories until all of them fit. */
  enforce(): void {
    while (this.#used > this.#limit) {
      const largest = [...this.#histories].reduce((a, b) => (b.bytes > a.bytes ? b : a));
      if (!largest.dropOldest()) return;
    }
  }
}
