import { WebhookCallError } from './webhook-call-error.js';

/** kube-apiserver's own objects are a few dozen levels deep; functions of users recurse. */
const MAX_DEPTH = 1_000;
const FIRST_BYTES = 16_384;

/**
 * What V8 needs for a value, in bytes, besides its text: measured with Node 20 for the inputs that need
 * the most, such as a list of empty lists. An object of Kubernetes needs less.
 */
const OBJECT_BYTES = 64;
const LIST_BYTES = 56;
const TEXT_BYTES = 24;
/** Less than a text of its own, because V8 keeps one text for each name. */
const FIELD_BYTES = 16 - TEXT_BYTES;
/** V8 describes fields that follow each other in an object for the first time: a name, and a hidden class. */
const NEW_FIELD_BYTES = 256;
const ITEM_BYTES = 8;
/** An integer that may become a bigint, which is parsed as a text first. */
const LARGE_INTEGER_BYTES = 128;
const LARGE_INTEGER_DIGITS = 16;

/** One bit for each hash of the fields of an object: 512 bytes, and 32 KiB for bodies that do not fit the first buffer. */
const FEW_FIELDS_BITS = 12;
const MANY_FIELDS_BITS = 18;

const QUOTE = 0x22;
const COMMA = 0x2c;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** A JSON text that arrives in parts. It knows how much memory its values need before it is parsed. */
export class JsonBody {
  // One buffer: a client can send each byte as a part of its own, and every part is an object.
  #buffer = Buffer.allocUnsafe(FIRST_BYTES);
  #bytes = 0;
  #valueBytes = 0;
  #depth = 0;
  #digits = 0;
  #isText = false;
  #isEscaped = false;
  #isNumber = false;
  /** The hash of the last text. Clients cannot predict it. */
  #hash = 0;
  readonly #seed = Math.floor(Math.random() * 2 ** 32);
  /** The hashes of the names so far in each open object. */
  readonly #fields: number[] = [];
  #knownFieldsBits = FEW_FIELDS_BITS;
  #knownFields = new Uint8Array(2 ** (FEW_FIELDS_BITS - 3));

  /** The number of received bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** An estimate of the memory that the parsed value needs, in bytes. */
  get memory(): number {
    return this.#bytes + this.#valueBytes;
  }

  /** Adds a part. Throws a WebhookCallError if the values are nested too deep. */
  add(part: Buffer): void {
    const bytes = this.#bytes + part.length;
    if (bytes > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(bytes, 2 * this.#buffer.length));
      this.#buffer.copy(larger, 0, 0, this.#bytes);
      this.#buffer = larger;
      if (this.#knownFieldsBits === FEW_FIELDS_BITS) {
        this.#knownFieldsBits = MANY_FIELDS_BITS;
        this.#knownFields = new Uint8Array(2 ** (MANY_FIELDS_BITS - 3));
      }
    }
    part.copy(this.#buffer, this.#bytes);
    this.#bytes = bytes;
    for (const byte of part) this.#scan(byte);
  }

  /** Returns the text. */
  toString(): string {
    return this.#buffer.toString('utf8', 0, this.#bytes);
  }

  #scan(byte: number): void {
    if (this.#isText) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) this.#isText = false;
      if (this.#hash === this.#seed) this.#isNumber = byte >= ZERO && byte <= NINE;
      this.#hash = Math.imul(this.#hash ^ byte, 0x01000193);
      return;
    }
    if (byte >= ZERO && byte <= NINE) {
      if (++this.#digits === LARGE_INTEGER_DIGITS) this.#valueBytes += LARGE_INTEGER_BYTES;
      return;
    }
    this.#digits = 0;
    if (byte === QUOTE) {
      this.#isText = true;
      this.#valueBytes += TEXT_BYTES;
      this.#hash = this.#seed;
    } else if (byte === COMMA) this.#valueBytes += ITEM_BYTES;
    else if (byte === COLON)
      this.#valueBytes += this.#isKnownField() ? FIELD_BYTES : NEW_FIELD_BYTES;
    else if (byte === OPEN_OBJECT) this.#open(OBJECT_BYTES);
    else if (byte === OPEN_LIST) this.#open(LIST_BYTES);
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#depth--;
  }

  /** Whether an object had the same names before in the same order. Numbers are never known: V8 keeps them apart. */
  #isKnownField(): boolean {
    if (this.#isNumber) return false;
    const hash = Math.imul((this.#fields[this.#depth] ?? 0) ^ this.#hash, 0x9e3779b1);
    this.#fields[this.#depth] = hash;
    const bit = hash >>> (32 - this.#knownFieldsBits);
    const byte = this.#knownFields[bit >>> 3] ?? 0;
    const mask = 1 << (bit & 7);
    this.#knownFields[bit >>> 3] = byte | mask;
    return (byte & mask) !== 0;
  }

  #open(bytes: number): void {
    this.#valueBytes += bytes;
    this.#fields[++this.#depth] = 0;
    if (this.#depth <= MAX_DEPTH) return;
    throw new WebhookCallError(400, `the body has more than ${MAX_DEPTH} nested objects and lists`);
  }
}
