/** The counter for all resource versions of a server. */
export class VersionCounter {
  #current = 1;

  /** The version of the last change in the server. */
  get current(): number {
    return this.#current;
  }

  next(): number {
    return ++this.#current;
  }
}
