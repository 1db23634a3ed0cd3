import { groupVersionOf, type ServedResource } from '../resource/served-resource.js';

/** How many encoded events are kept: enough for watches that read at about the same time. */
const CAPACITY = 256;
const MAX_BYTES = 16 * 1024 * 1024;

const encoder = new TextEncoder();

/** An event of a change, by the version of the change. */
interface NamedEvent {
  readonly type: string;
  readonly version: number;
}

interface Encoded {
  readonly resource: ServedResource;
  readonly bytes: Uint8Array;
}

/** The latest events of watches in bytes, so that many watches of one resource encode each once. */
export class EncodedEvents {
  readonly #byKey = new Map<string, Encoded>();
  #bytes = 0;

  /**
   * @param resource the resource as its endpoint serves it: another endpoint of the same version
   * may show the same object by another schema
   */
  encode(resource: ServedResource, event: NamedEvent, text: () => string): Uint8Array {
    const key = `${event.version} ${event.type} ${groupVersionOf(resource)} ${resource.plural}`;
    const known = this.#byKey.get(key);
    if (known?.resource === resource) return known.bytes;
    if (known !== undefined) this.#drop(key, known);
    const bytes = encoder.encode(text());
    this.#byKey.set(key, { resource, bytes });
    this.#bytes += bytes.length;
    while (this.#byKey.size > CAPACITY || this.#bytes > MAX_BYTES) this.#dropOldest();
    return bytes;
  }

  #dropOldest(): void {
    for (const [key, oldest] of this.#byKey) {
      this.#drop(key, oldest);
      return;
    }
  }

  #drop(key: string, { bytes }: Encoded): void {
    this.#byKey.delete(key);
    this.#bytes -= bytes.length;
  }
}
