import type { ServedResource } from '../resource/served-resource.js';

/** The number of retained events: enough for watches that progress at about the same speed. */
const CAPACITY = 256;
const MAX_BYTES = 16 * 1024 * 1024;

const encoder = new TextEncoder();

/** An event of a change, with the version of the change. */
interface NamedEvent {
  readonly type: string;
  readonly version: number;
}

interface Encoded {
  readonly resource: ServedResource;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/**
 * Caches the latest encoded watch events, so that each event is encoded once for many watches of a
 * resource.
 */
export class EncodedEvents {
  /** By the version of the change. Endpoints and selectors may show a change differently. */
  readonly #byVersion = new Map<number, Encoded[]>();
  #count = 0;
  #bytes = 0;

  /**
   * @param resource the resource of the endpoint. Another endpoint of the same version may show the
   * object by another schema
   */
  encode(resource: ServedResource, { type, version }: NamedEvent, text: () => string): Uint8Array {
    const sameVersion = this.#byVersion.get(version);
    const known = sameVersion?.find((entry) => entry.resource === resource && entry.type === type);
    if (known !== undefined) return known.bytes;
    const bytes = encoder.encode(text());
    const encoded = { resource, type, bytes };
    if (sameVersion === undefined) this.#byVersion.set(version, [encoded]);
    else sameVersion.push(encoded);
    this.#count++;
    this.#bytes += bytes.length;
    while (this.#count > CAPACITY || this.#bytes > MAX_BYTES) this.#dropOldest();
    return bytes;
  }

  #dropOldest(): void {
    for (const [version, oldest] of this.#byVersion) {
      this.#byVersion.delete(version);
      this.#count -= oldest.length;
      for (const { bytes } of oldest) this.#bytes -= bytes.length;
      return;
    }
  }
}
