/** How many encoded events are kept: enough for watches that read at about the same time. */
const CAPACITY = 256;
const MAX_BYTES = 16 * 1024 * 1024;

const encoder = new TextEncoder();

/** The latest events of watches in bytes, so that many watches of one resource encode each once. */
export class EncodedEvents {
  readonly #byKey = new Map<string, Uint8Array>();
  #bytes = 0;

  /** @param key names resource version, type of the event, and group, version and kind */
  encode(key: string, text: () => string): Uint8Array {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const bytes = encoder.encode(text());
    this.#byKey.set(key, bytes);
    this.#bytes += bytes.length;
    while (this.#byKey.size > CAPACITY || this.#bytes > MAX_BYTES) this.#dropOldest();
    return bytes;
  }

  #dropOldest(): void {
    for (const [key, bytes] of this.#byKey) {
      this.#byKey.delete(key);
      this.#bytes -= bytes.length;
      return;
    }
  }
}
