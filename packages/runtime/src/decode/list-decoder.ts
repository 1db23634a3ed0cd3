import {
  ManagedFieldsCutter,
  PLACEHOLDER,
  itemsOf,
  parseListWithoutManagedFields,
  textOf,
} from './omit-managed-fields.js';
import { isMapping } from '../meta/is-mapping.js';
import { FieldSetCutter, type FieldSets } from './share-field-sets.js';
import { INVALID, ValueScanner } from './value-scanner.js';

/** V8 allocates memory from the system for each string or buffer that is much longer. */
const PIECE_BYTES = 2 ** 16;
const EMPTY = Buffer.alloc(0);
const ITEMS_KEY = Buffer.from('"items":[');
const METADATA_KEY = Buffer.from('"metadata":{');
/** The maximum length of the members before `metadata`: apiVersion and kind. */
const MAX_TYPE_BYTES = 512;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

/**
 * Decodes lists without `metadata.managedFields` of their items, or with shared field sets. It parses some items at a time, because
 * to create one string of half a megabyte takes longer than to create a dozen short ones.
 *
 * The decoder splits the text before what looks like the start of an item. It accepts the split only if
 * each piece parses as a non-empty array, and the rest parses as an object whose `items` is the
 * placeholder. Then each piece consists of whole items. Otherwise the decoder parses the whole text.
 */
export class ListDecoder {
  readonly #scanner = new ValueScanner();
  readonly #pieceBytes: number;
  readonly #shared: FieldSets | undefined;
  /** Reused for each page, because to allocate memory takes longer than to fill it. */
  #work = EMPTY;

  /** With `shared`, managed fields are kept, and field sets are shared. */
  constructor(pieceBytes = PIECE_BYTES, shared?: FieldSets) {
    this.#pieceBytes = pieceBytes;
    this.#shared = shared;
  }

  /**
   * Decodes the list whose text is in the chunks, and does not change them. Throws SyntaxError as
   * `JSON.parse` does.
   */
  read(chunks: readonly Uint8Array[]): unknown {
    const list = this.#inPieces(this.#gather(chunks));
    if (list !== undefined) return list;
    const bytes = Buffer.concat(chunks);
    return this.#shared === undefined
      ? parseListWithoutManagedFields(bytes, JSON.parse)
      : JSON.parse(bytes.toString('utf8'));
  }

  /** Copies the chunks into the work buffer, which may be changed. */
  #gather(chunks: readonly Uint8Array[]): Buffer {
    let length = 0;
    for (const chunk of chunks) length += chunk.length;
    if (length > this.#work.length) this.#work = Buffer.allocUnsafeSlow(length + (length >> 3));
    let at = 0;
    for (const chunk of chunks) {
      this.#work.set(chunk, at);
      at += chunk.length;
    }
    return this.#work.subarray(0, length);
  }

  #inPieces(bytes: Buffer): unknown {
    const key = bytes.indexOf(ITEMS_KEY);
    const first = key + ITEMS_KEY.length;
    const last = bytes.lastIndexOf(CLOSE_ARRAY);
    if (key === -1 || last <= first) return undefined;
    const list = parsed(
      `${textOf(bytes.subarray(0, first))}${PLACEHOLDER}${textOf(bytes.subarray(last))}`,
    );
    if (!isMapping(list) || itemsOf(list)[0] !== PLACEHOLDER) return undefined;
    const items: unknown[] = [];
    const separator = separatorOf(bytes, first);
    for (let from = first; from < last;) {
      const found =
        separator === undefined ? -1 : bytes.indexOf(separator, from + this.#pieceBytes);
      const to = found === -1 || found > last ? last : found;
      const piece = this.#piece(bytes, from, to);
      if (piece === undefined) return undefined;
      for (const item of piece) items.push(item);
      from = to + 1;
    }
    list['items'] = items;
    return list;
  }

  /** Parses the items between two indices, each of which is next to a bracket or comma. */
  #piece(bytes: Buffer, from: number, to: number): readonly unknown[] | undefined {
    // The end of the piece limits the search.
    const until = bytes.subarray(0, to);
    const cutter =
      this.#shared === undefined
        ? new ManagedFieldsCutter(until, this.#scanner, from)
        : new FieldSetCutter(until, this.#shared, from);
    const end = cutter.move(from, to, from);
    if (end === INVALID) return undefined;
    bytes[from - 1] = OPEN_ARRAY;
    bytes[end] = CLOSE_ARRAY;
    const items = parsed(textOf(bytes.subarray(from - 1, end + 1)));
    if (!Array.isArray(items) || items.length === 0) return undefined;
    return cutter.restore(items) ? items : undefined;
  }
}

/** A comma and the start of the first item, up to and including `"metadata":{`. */
function separatorOf(bytes: Buffer, first: number): Buffer | undefined {
  const metadata = bytes.subarray(first, first + MAX_TYPE_BYTES).indexOf(METADATA_KEY);
  if (metadata === -1) return undefined;
  const separator = Buffer.from(bytes.subarray(first - 1, first + metadata + METADATA_KEY.length));
  separator.write(',');
  return separator;
}

/** Returns undefined for invalid JSON. JSON has no such value. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
