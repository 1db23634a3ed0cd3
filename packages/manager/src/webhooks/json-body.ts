import { WebhookCallError } from './webhook-call-error.js';

/** kube-apiserver's own objects are a few dozen levels deep; functions of users recurse. */
const MAX_DEPTH = 1_000;
const FIRST_BYTES = 16_384;
const NOTHING = Buffer.alloc(0);

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
  readonly #announcedBytes: number;
  // One buffer: a client can send each byte as a part of its own, and every part is an object.
  #buffer: Buffer = NOTHING;
  #bytes = 0;
  #valueBytes = 0;
  #depth = 0;
  #digits = 0;
  #isText = false;
  #isEscaped = false;
  /** The last text: the position after its first quote, and that of its last one. */
  #textStart = 0;
  #textEnd = 0;
  /** Clients cannot predict hashes. */
  readonly #seed = Math.floor(Math.random() * 2 ** 32);
  /** The hashes of the names so far in each open object. */
  readonly #fields: number[] = [];
  #knownFieldsBits = FEW_FIELDS_BITS;
  // A pool provides so few bytes.
  #knownFields = Buffer.allocUnsafe(2 ** (FEW_FIELDS_BITS - 3)).fill(0);

  /** @param announcedBytes What the client says that the text has. It need not be true. */
  constructor(announcedBytes: number) {
    this.#announcedBytes = announcedBytes;
  }

  /** The number of received bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** An estimate of the memory that the parsed value needs, in bytes. */
  get memory(): number {
    return this.#bytes + this.#valueBytes;
  }

  /** Adds a part, which must not change afterwards. Throws a WebhookCallError if the values are nested too deep. */
  add(part: Buffer): void {
    const from = this.#bytes;
    const bytes = from + part.length;
    if (from === 0 && bytes === this.#announcedBytes) this.#buffer = part;
    else {
      if (bytes > this.#buffer.length) this.#grow(bytes);
      part.copy(this.#buffer, from);
    }
    if (bytes > FIRST_BYTES && this.#knownFieldsBits === FEW_FIELDS_BITS) {
      this.#knownFieldsBits = MANY_FIELDS_BITS;
      this.#knownFields = Buffer.alloc(2 ** (MANY_FIELDS_BITS - 3));
    }
    this.#bytes = bytes;
    this.#scan(from);
  }

  /** Returns the text. */
  toString(): string {
    return this.#buffer.toString('utf8', 0, this.#bytes);
  }

  #grow(bytes: number): void {
    const larger = Buffer.allocUnsafe(Math.max(bytes, 2 * this.#buffer.length, FIRST_BYTES));
    this.#buffer.copy(larger, 0, 0, this.#bytes);
    this.#buffer = larger;
  }

  #scan(from: number): void {
    const buffer = this.#buffer;
    const end = this.#bytes;
    let at = this.#isText ? this.#skipText(from) : from;
    while (at < end) {
      const byte = buffer[at++] ?? 0;
      if (byte >= ZERO && byte <= NINE) {
        if (++this.#digits === LARGE_INTEGER_DIGITS) this.#valueBytes += LARGE_INTEGER_BYTES;
        continue;
      }
      this.#digits = 0;
      if (byte === QUOTE) {
        this.#isText = true;
        this.#valueBytes += TEXT_BYTES;
        this.#textStart = at;
        at = this.#skipText(at);
      } else if (byte === COMMA) this.#valueBytes += ITEM_BYTES;
      else if (byte === COLON)
        this.#valueBytes += this.#isKnownField() ? FIELD_BYTES : NEW_FIELD_BYTES;
      else if (byte === OPEN_OBJECT) this.#open(OBJECT_BYTES);
      else if (byte === OPEN_LIST) this.#open(LIST_BYTES);
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#depth--;
    }
  }

  /** Returns the position after the end of the open text, or the end of what has arrived. */
  #skipText(from: number): number {
    const buffer = this.#buffer;
    const end = this.#bytes;
    let at = from;
    while (at < end) {
      const byte = buffer[at++];
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) {
        this.#isText = false;
        this.#textEnd = at - 1;
        break;
      }
    }
    return at;
  }

  /** Whether an object had the same names before in the same order. Numbers are never known: V8 keeps them apart. */
  #isKnownField(): boolean {
    const first = this.#buffer[this.#textStart] ?? 0;
    if (first >= ZERO && first <= NINE) return false;
    let hash = this.#seed;
    for (let at = this.#textStart; at < this.#textEnd; at++) {
      hash = Math.imul(hash ^ (this.#buffer[at] ?? 0), 0x01000193);
    }
    // Each text is hashed once: a client may send many colons after a long one.
    this.#textStart = this.#textEnd;
    hash = Math.imul((this.#fields[this.#depth] ?? 0) ^ hash, 0x9e3779b1);
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
