/** Memory that many requests share. */
export class MemoryBudget {
  readonly #limit: number;
  #used = 0;

  /** @param limit in bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Reserves memory until {@link release}. A single user may exceed the limit: nobody else has to
   * end before it can go on.
   *
   * @returns false where others hold too much
   */
  reserve(bytes: number): boolean {
    if (this.#used > 0 && this.#used + bytes > this.#limit) return false;
    this.#used += bytes;
    return true;
  }

  release(bytes: number): void {
    this.#used -= bytes;
  }
}
