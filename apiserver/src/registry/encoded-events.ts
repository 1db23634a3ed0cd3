/** How many encoded events are kept: enough for watches that read at about the same time. */
const capacity = 256;

const encoder = new TextEncoder();

/** The latest events of watches in bytes, so that many watches of one resource encode each once. */
export class EncodedEvents {
  readonly #byKey = new Map<string, Uint8Array>();

  /** @param key names resource version, type of the event, and group, version and kind */
  encode(key: string, text: () => string): Uint8Array {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const bytes = encoder.encode(text());
    this.#byKey.set(key, bytes);
    if (this.#byKey.size > capacity) {
      const oldest = this.#byKey.keys().next();
      if (oldest.done !== true) this.#byKey.delete(oldest.value);
    }
    return bytes;
  }
}
