import { isAscii } from 'node:buffer';
import { isMapping } from '../meta/is-mapping.js';
import { DOUBT } from './json-bytes.js';
import { ValueCheck } from './value-check.js';

/** The key of managed fields, and the start of their value. Few other texts have a large F. */
const KEY_START = Buffer.from('"managed');
const KEY_END = Buffer.from('Fields":[');
/** Stands for what was cut out. Nobody can send it, for nobody else knows it. */
export const MARK = 10 ** 8 + Math.floor(Math.random() * 9 * 10 ** 8);
const MARK_BYTES = Buffer.from(String(MARK));

/**
 * Reads a watch event, as `parse` does, but its object has no `metadata.managedFields`: these are
 * undefined.
 *
 * The values of all keys `managedFields` are cut out of the bytes before they are parsed, for making
 * values of them takes half of the time and memory. A mark is left in the place of each; where the
 * marks that the objects have are as many as were set, nothing else was cut. Else, as where other
 * parts of an object have such keys, the whole is parsed. So the result, or the error, is the one that
 * parsing the whole first would give, whatever the bytes are.
 */
export function parseEventWithoutManagedFields(
  line: Buffer,
  parse: (text: string) => unknown,
  check = new ValueCheck(),
): unknown {
  return parseWithout(line, parse, objectOf, check);
}

/** As {@link parseEventWithoutManagedFields}, for a list and its items. */
export function parseListWithoutManagedFields(
  bytes: Buffer,
  parse: (text: string) => unknown,
): unknown {
  return parseWithout(bytes, parse, itemsOf, new ValueCheck());
}

function parseWithout(
  bytes: Buffer,
  parse: (text: string) => unknown,
  objectsOf: (value: unknown) => readonly unknown[],
  check: ValueCheck,
): unknown {
  const cuts = findCuts(bytes, check);
  const marked = cuts.length > 0 ? parseMarked(bytes, cuts, parse) : undefined;
  if (marked !== undefined && takeOut(objectsOf(marked.value)) === cuts.length / 2) {
    return marked.value;
  }
  const value = parse(textOf(bytes));
  takeOut(objectsOf(value));
  return value;
}

/** Where the values stand: from and to, and so on. None where one is not as it should be. */
function findCuts(bytes: Buffer, check: ValueCheck): readonly number[] {
  const cuts: number[] = [];
  for (let from = findValue(bytes, 0); from !== -1;) {
    const to = check.end(bytes, from);
    if (to === DOUBT) return [];
    cuts.push(from, to);
    from = findValue(bytes, to);
  }
  return cuts;
}

/** Where the next value of managed fields begins, as far as can be seen; -1 where there is none. */
function findValue(bytes: Buffer, start: number): number {
  let at = bytes.indexOf(KEY_END, start);
  while (at !== -1 && !endsWith(bytes, at, KEY_START)) at = bytes.indexOf(KEY_END, at + 1);
  return at === -1 ? -1 : at + KEY_END.length - 1;
}

function endsWith(bytes: Buffer, end: number, text: Buffer): boolean {
  const start = end - text.length;
  for (let i = 0; i < text.length; i++) if (bytes[start + i] !== text[i]) return false;
  return true;
}

/** Undefined where what is left is no JSON: then an error shall speak of the bytes as they came. */
function parseMarked(
  bytes: Buffer,
  cuts: readonly number[],
  parse: (text: string) => unknown,
): { readonly value: unknown } | undefined {
  const encoding = isAscii(bytes) ? 'latin1' : 'utf8';
  let text = '';
  let from = 0;
  for (let i = 0; i < cuts.length; i += 2) {
    text += `${bytes.toString(encoding, from, cuts[i])}${MARK}`;
    from = cuts[i + 1] ?? 0;
  }
  text += bytes.toString(encoding, from);
  try {
    return { value: parse(text) };
  } catch {
    return undefined;
  }
}

/** Cuts the values out of bytes that are ours to change, piece by piece, and leaves marks. */
export class Cuts {
  readonly #bytes: Buffer;
  readonly #check: ValueCheck;
  /** Where the next value is; -1 where there is none. */
  #next: number;
  /** How many marks are in the piece that was moved last. */
  marks = 0;

  constructor(bytes: Buffer, check: ValueCheck, start = 0) {
    this.#bytes = bytes;
    this.#check = check;
    this.#next = findValue(bytes, start);
  }

  /**
   * Moves what stands between two indices to `write`, which is not behind it, without the values. Pieces
   * are moved in their order; no key stands between them, and no value may go on behind one: a line end,
   * or the end of the bytes, must be there. Gives the end of what was moved, or DOUBT where a value is
   * not as it should be. One that is no longer than a mark stays.
   */
  move(start: number, end: number, write: number): number {
    const bytes = this.#bytes;
    this.marks = 0;
    let read = start;
    while (this.#next !== -1 && this.#next < end) {
      const from = this.#next;
      const to = this.#check.end(bytes, from);
      if (to === DOUBT) return DOUBT;
      if (to - from >= MARK_BYTES.length) {
        bytes.copyWithin(write, read, from);
        write += from - read;
        write += MARK_BYTES.copy(bytes, write);
        this.marks++;
        read = to;
      }
      this.#next = findValue(bytes, to);
    }
    bytes.copyWithin(write, read, end);
    return write + end - read;
  }
}

/** The text of bytes; ASCII, as most objects are, takes a third of the time. */
export function textOf(bytes: Buffer): string {
  return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
}

/**
 * Makes managed fields undefined and counts how many were marks. `delete` would turn metadata into a
 * slower and larger dictionary.
 */
export function takeOut(objects: readonly unknown[]): number {
  let marks = 0;
  for (const object of objects) marks += takeMark(object);
  return marks;
}

/** As {@link takeOut}, for one. */
export function takeMark(object: unknown): 0 | 1 {
  const metadata = isMapping(object) ? object['metadata'] : undefined;
  if (!isMapping(metadata)) return 0;
  const { managedFields } = metadata;
  if (managedFields === undefined) return 0;
  metadata['managedFields'] = undefined;
  return managedFields === MARK ? 1 : 0;
}

/** The objects of a list as it came; none where it is no list. */
export function itemsOf(list: unknown): readonly unknown[] {
  return isMapping(list) && Array.isArray(list['items']) ? list['items'] : [];
}

/** The object of a watch event as it came, as a list of one. */
function objectOf(event: unknown): readonly unknown[] {
  return isMapping(event) ? [event['object']] : [];
}
