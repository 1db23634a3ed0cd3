/** The counter for all resource versions of a server. */
export class VersionCounter {
  readonly #listeners = new Set<() => void>();
  #current = 1;

  /** The version of the last change in the server. */
  get current(): number {
    return this.#current;
  }

  next(): number {
    this.#current++;
    for (const listener of this.#listeners) listener();
    return this.#current;
  }

  /** Calls `listener` with each new version, before the change is stored. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
