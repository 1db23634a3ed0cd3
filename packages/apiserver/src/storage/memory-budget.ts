/** A memory limit that several requests share. */
export class MemoryBudget {
  readonly #limit: number;
  #used = 0;

  /** @param limit in bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Reserves memory until {@link release}. A single holder may exceed the limit, because it does
   * not have to wait for others.
   *
   * @returns false if others hold too much
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
