import { isAscii } from 'node:buffer';
import { isMapping } from '../meta/is-mapping.js';
import { INVALID, ValueScanner } from './value-scanner.js';

/**
 * The two halves of the key, and the start of its value. The search looks for the second half, because
 * an upper-case F is rare in objects.
 */
const KEY_START = Buffer.from('"managed');
const KEY_END = Buffer.from('Fields":[');
/**
 * Replaces a value that was cut out. The number is random and never leaves the process, so no server
 * can send it.
 */
export const PLACEHOLDER = 10 ** 8 + Math.floor(Math.random() * 9 * 10 ** 8);
export const PLACEHOLDER_BYTES = Buffer.from(String(PLACEHOLDER));

/**
 * Parses a watch event as `parse` does, and sets `metadata.managedFields` of its object to undefined.
 *
 * The result or the error is the same as that of parsing everything and removing managed fields
 * afterwards, for any input (see README.md in this folder).
 */
export function parseEventWithoutManagedFields(
  line: Buffer,
  parse: (text: string) => unknown,
  scanner = new ValueScanner(),
): unknown {
  return parseWithout(line, parse, objectOf, scanner);
}

/** As {@link parseEventWithoutManagedFields}, for the items of a list. */
export function parseListWithoutManagedFields(
  bytes: Buffer,
  parse: (text: string) => unknown,
): unknown {
  return parseWithout(bytes, parse, itemsOf, new ValueScanner());
}

function parseWithout(
  bytes: Buffer,
  parse: (text: string) => unknown,
  objectsOf: (value: unknown) => readonly unknown[],
  scanner: ValueScanner,
): unknown {
  const ranges = findManagedFields(bytes, scanner);
  const replaced = ranges.length > 0 ? parseWithPlaceholders(bytes, ranges, parse) : undefined;
  if (
    replaced !== undefined &&
    clearManagedFields(objectsOf(replaced.value)) === ranges.length / 2
  ) {
    return replaced.value;
  }
  const value = parse(textOf(bytes));
  clearManagedFields(objectsOf(value));
  return value;
}

/** The start and end of each value, in one flat list. Empty if the scanner cannot read one of them. */
function findManagedFields(bytes: Buffer, scanner: ValueScanner): readonly number[] {
  const ranges: number[] = [];
  for (let from = findValue(bytes, 0); from !== -1;) {
    const to = scanner.endOf(bytes, from);
    if (to === INVALID) return [];
    ranges.push(from, to);
    from = findValue(bytes, to);
  }
  return ranges;
}

/**
 * The start of the next value that appears to belong to a key `managedFields`, or -1. The
 * key can be part of a string: the caller counts placeholders to detect this.
 */
function findValue(bytes: Buffer, start: number): number {
  return findKey(bytes, start, KEY_START, KEY_END);
}

/**
 * The index of the last byte of the next key in two halves, or -1. The first byte of the second half
 * should be rare.
 */
export function findKey(bytes: Buffer, from: number, start: Buffer, end: Buffer): number {
  let at = bytes.indexOf(end, from);
  while (at !== -1 && !endsWith(bytes, at, start)) at = bytes.indexOf(end, at + 1);
  return at === -1 ? -1 : at + end.length - 1;
}

function endsWith(bytes: Buffer, end: number, text: Buffer): boolean {
  const start = end - text.length;
  for (let i = 0; i < text.length; i++) if (bytes[start + i] !== text[i]) return false;
  return true;
}

/**
 * Parses the text with a placeholder for each range. Returns undefined if that is not JSON: the caller
 * then parses the original text, so that the error refers to it.
 */
function parseWithPlaceholders(
  bytes: Buffer,
  ranges: readonly number[],
  parse: (text: string) => unknown,
): { readonly value: unknown } | undefined {
  const encoding = isAscii(bytes) ? 'latin1' : 'utf8';
  let text = '';
  let from = 0;
  for (let i = 0; i < ranges.length; i += 2) {
    text += `${bytes.toString(encoding, from, ranges[i])}${PLACEHOLDER}`;
    from = ranges[i + 1] ?? 0;
  }
  text += bytes.toString(encoding, from);
  try {
    return { value: parse(text) };
  } catch {
    return undefined;
  }
}

/** Replaces values by placeholders, in place, in a buffer that the caller owns. */
export interface Cutter {
  /**
   * Moves the bytes from `start` to `end` to `write`, which must not be greater than `start`, and writes
   * a placeholder for each replaced value. Returns the index after the last byte written, or INVALID if
   * that is not possible.
   *
   * Call this with ascending ranges. No key may lie between two ranges, and a value must end within its
   * range: a line break or the end of the buffer must follow.
   */
  move(start: number, end: number, write: number): number;
  /**
   * Replaces the placeholders in the parsed objects of all ranges, in order. Returns whether each of them
   * was where it belongs. Otherwise the objects are invalid.
   */
  restore(objects: readonly unknown[]): boolean;
}

/** Replaces values of managed fields by placeholders, and the placeholders by undefined. */
export class ManagedFieldsCutter implements Cutter {
  readonly #bytes: Buffer;
  readonly #scanner: ValueScanner;
  /** The start of the next value, or -1. */
  #next: number;
  #placeholders = 0;

  constructor(bytes: Buffer, scanner: ValueScanner, start = 0) {
    this.#bytes = bytes;
    this.#scanner = scanner;
    this.#next = findValue(bytes, start);
  }

  /** INVALID if the scanner cannot read a value. A value that is shorter than a placeholder remains. */
  move(start: number, end: number, write: number): number {
    const bytes = this.#bytes;
    let read = start;
    while (this.#next !== -1 && this.#next < end) {
      const from = this.#next;
      const to = this.#scanner.endOf(bytes, from);
      if (to === INVALID) return INVALID;
      if (to - from >= PLACEHOLDER_BYTES.length) {
        bytes.copyWithin(write, read, from);
        write += from - read;
        write += PLACEHOLDER_BYTES.copy(bytes, write);
        this.#placeholders++;
        read = to;
      }
      this.#next = findValue(bytes, to);
    }
    bytes.copyWithin(write, read, end);
    return write + end - read;
  }

  restore(objects: readonly unknown[]): boolean {
    return clearManagedFields(objects) === this.#placeholders;
  }
}

/** Decodes UTF-8. Most objects are ASCII, which takes a third of the time as latin1. */
export function textOf(bytes: Buffer): string {
  return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
}

/**
 * Sets `metadata.managedFields` to undefined and returns how many of the values were placeholders.
 * `delete` would turn metadata into a slower and larger dictionary.
 */
function clearManagedFields(objects: readonly unknown[]): number {
  let placeholders = 0;
  for (const object of objects) placeholders += clearManagedFieldsOf(object);
  return placeholders;
}

function clearManagedFieldsOf(object: unknown): 0 | 1 {
  const metadata = isMapping(object) ? object['metadata'] : undefined;
  if (!isMapping(metadata)) return 0;
  const { managedFields } = metadata;
  if (managedFields === undefined) return 0;
  metadata['managedFields'] = undefined;
  return managedFields === PLACEHOLDER ? 1 : 0;
}

/** The items of a parsed list; empty if the value is not a list. */
export function itemsOf(list: unknown): readonly unknown[] {
  return isMapping(list) && Array.isArray(list['items']) ? list['items'] : [];
}

/** The object of a parsed watch event, as a list of one. */
function objectOf(event: unknown): readonly unknown[] {
  return isMapping(event) ? [event['object']] : [];
}
