import {
  Cuts,
  MARK,
  itemsOf,
  parseListWithoutManagedFields,
  takeOut,
  textOf,
} from './omit-managed-fields.js';
import { isMapping } from '../meta/is-mapping.js';
import { DOUBT } from './json-bytes.js';
import { ValueCheck } from './value-check.js';

/** V8 gets fresh memory from the system for each text or buffer that is much longer. */
const PIECE_BYTES = 2 ** 16;
const NOTHING = Buffer.alloc(0);
const ITEMS_KEY = Buffer.from('"items":[');
const METADATA_KEY = Buffer.from('"metadata":{');
/** What an item may begin with before its metadata: its type. */
const MAX_TYPE_BYTES = 512;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

/**
 * Reads lists whose items have no `metadata.managedFields`, as `parseEventWithoutManagedFields` reads
 * events. Items are parsed some at a time, for a text of half a megabyte takes longer to be made than a
 * dozen of short ones.
 *
 * Where to part them is a guess: before what begins as the first item does. Each piece must then parse
 * as an array that is not empty, and so must what stands around them, with a mark for the items, which
 * must be the one of them. Thus the parts were whole items. Else the whole is parsed.
 */
export class ListPieces {
  readonly #check = new ValueCheck();
  readonly #pieceBytes: number;
  /** Kept from page to page, for fresh memory takes longer than to fill it. */
  #work = NOTHING;

  constructor(pieceBytes = PIECE_BYTES) {
    this.#pieceBytes = pieceBytes;
  }

  /** The list whose text the chunks are; they stay as they are. Throws as `JSON.parse` does. */
  read(chunks: readonly Uint8Array[]): unknown {
    return (
      this.#inPieces(this.#gather(chunks)) ??
      parseListWithoutManagedFields(Buffer.concat(chunks), JSON.parse)
    );
  }

  /** The bytes that are ours to change. */
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
      `${textOf(bytes.subarray(0, first))}${MARK}${textOf(bytes.subarray(last))}`,
    );
    if (!isMapping(list) || itemsOf(list)[0] !== MARK) return undefined;
    const items: unknown[] = [];
    const border = borderOf(bytes, first);
    for (let from = first; from < last;) {
      const found = border === undefined ? -1 : bytes.indexOf(border, from + this.#pieceBytes);
      const to = found === -1 || found > last ? last : found;
      const piece = this.#piece(bytes, from, to);
      if (piece === undefined) return undefined;
      for (const item of piece) items.push(item);
      from = to + 1;
    }
    list['items'] = items;
    return list;
  }

  /** The items between two indices, at which brackets or commas stand. */
  #piece(bytes: Buffer, from: number, to: number): readonly unknown[] | undefined {
    // A search goes on to the end of what it is in.
    const cuts = new Cuts(bytes.subarray(0, to), this.#check, from);
    const end = cuts.move(from, to, from);
    if (end === DOUBT) return undefined;
    bytes[from - 1] = OPEN_ARRAY;
    bytes[end] = CLOSE_ARRAY;
    const items = parsed(textOf(bytes.subarray(from - 1, end + 1)));
    if (!Array.isArray(items) || items.length === 0) return undefined;
    return takeOut(items) === cuts.marks ? items : undefined;
  }
}

/** A comma, and what the first item begins with. */
function borderOf(bytes: Buffer, first: number): Buffer | undefined {
  const metadata = bytes.subarray(first, first + MAX_TYPE_BYTES).indexOf(METADATA_KEY);
  if (metadata === -1) return undefined;
  const border = Buffer.from(bytes.subarray(first - 1, first + metadata + METADATA_KEY.length));
  border.write(',');
  return border;
}

/** Undefined for what is no JSON: that is no value of JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
