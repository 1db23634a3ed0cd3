/** A history whose oldest part can be removed. */
export interface History {
  /** The memory that it retains, in bytes. */
  readonly bytes: number;
  /** @returns false if it is empty */
  dropOldest(): boolean;
}

/**
 * The memory limit of the logs of all stores. When a large log is shortened, small logs keep their
 * content.
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

  /** Records that a history grew by some bytes, or shrank if negative. */
  note(bytes: number): void {
    this.#used += bytes;
  }

  /** Shortens the largest histories until the limit is met. */
  enforce(): void {
    while (this.#used > this.#limit) {
      const largest = [...this.#histories].reduce((a, b) => (b.bytes > a.bytes ? b : a));
      if (!largest.dropOldest()) return;
    }
  }
}
