import { isMapping } from '../meta/is-mapping.js';
import {
  PLACEHOLDER,
  PLACEHOLDER_BYTES,
  findKey,
  textOf,
  type Cutter,
} from './omit-managed-fields.js';
import { INVALID, REMEMBER_EVERY, endsMember, skipValue } from './value-scanner.js';

/**
 * The two halves of the key of a field set, and the start of its value. The search looks for the second
 * half, because an upper-case V is rare in objects.
 */
const KEY_START = Buffer.from('"fields');
const KEY_END = Buffer.from('V1":{');
const CLOSE_OBJECT = 0x7d;
/** The number of remembered values. Objects of one kind have a few field sets each. */
const MAX_KNOWN = 8;
/** A longer value is not remembered. */
const MAX_BYTES = 2 ** 14;
/**
 * After this number of successive unknown values, most values are not looked up: those of objects with
 * different owners contain UIDs, so none of them equals another one.
 */
const MANY_MISSES = 64;
/** One of so many values is looked up then. A multiple of {@link REMEMBER_EVERY}. */
const LOOK_EVERY = 32;

interface FieldSet {
  readonly bytes: Buffer;
  readonly value: unknown;
}

/**
 * The field sets (`fieldsV1`) that objects had last. Objects of one kind are mostly written in the same
 * way, so most of their field sets are equal. Comparing the bytes takes a fraction of the time of a
 * parse, and equal field sets share one value in memory.
 *
 * The value of a field set belongs to several objects, so it is frozen.
 */
export class FieldSets {
  readonly #known: FieldSet[] = [];
  /** The index of the expected field set, which follows the one that was found last. */
  #expected = 0;
  /** The index of the field set that is replaced next. */
  #oldest = 0;
  /** The number of successive values that were not found. */
  #misses = 0;

  /** Returns the field set whose text starts at an index, if it is remembered and looked up. */
  find(bytes: Buffer, start: number): FieldSet | undefined {
    if (this.#misses >= MANY_MISSES && this.#misses % LOOK_EVERY !== 0) {
      this.#misses++;
      return undefined;
    }
    const { length } = this.#known;
    for (let i = 0; i < length; i++) {
      const index = (this.#expected + i) % length;
      const set = this.#known[index];
      if (set === undefined || !isAt(set.bytes, bytes, start)) continue;
      this.#expected = index + 1;
      this.#misses = 0;
      return set;
    }
    if (this.#misses++ % REMEMBER_EVERY === 0) this.#remember(bytes, start);
    return undefined;
  }

  #remember(bytes: Buffer, start: number): void {
    const length = skipValue(bytes, start) - start;
    if (length < PLACEHOLDER_BYTES.length || length > MAX_BYTES) return;
    const known = Buffer.from(bytes.subarray(start, start + length));
    const value: unknown = JSON.parse(textOf(known), (_name, part: unknown) => Object.freeze(part));
    this.#known[this.#oldest] = { bytes: known, value };
    this.#oldest = (this.#oldest + 1) % MAX_KNOWN;
  }
}

/** Whether `text` is at an index, and the end of a JSON value follows it. */
function isAt(text: Buffer, bytes: Buffer, start: number): boolean {
  const end = start + text.length;
  if (!endsMember(bytes[end])) return false;
  return bytes[end - 1] === CLOSE_OBJECT && text.compare(bytes, start, end) === 0;
}

/** Replaces known field sets by placeholders, and the placeholders by the values of {@link FieldSets}. */
export class FieldSetCutter implements Cutter {
  readonly #bytes: Buffer;
  readonly #sets: FieldSets;
  /** The start of the next value, or -1. */
  #next: number;
  /** The values of the placeholders, in order. */
  readonly #values: unknown[] = [];

  constructor(bytes: Buffer, sets: FieldSets, start = 0) {
    this.#bytes = bytes;
    this.#sets = sets;
    this.#next = findValue(bytes, start);
  }

  move(start: number, end: number, write: number): number {
    const bytes = this.#bytes;
    let read = start;
    while (this.#next !== -1 && this.#next < end) {
      const from = this.#next;
      const set = this.#sets.find(bytes, from);
      if (set !== undefined) {
        if (from + set.bytes.length > end) return INVALID;
        bytes.copyWithin(write, read, from);
        write += from - read;
        write += PLACEHOLDER_BYTES.copy(bytes, write);
        this.#values.push(set.value);
        read = from + set.bytes.length;
      }
      this.#next = findValue(bytes, Math.max(read, from));
    }
    bytes.copyWithin(write, read, end);
    return write + end - read;
  }

  /**
   * Every placeholder must be a field set of an entry of `metadata.managedFields`. Both orders are those
   * of the text, so the placeholders then are the values in order.
   */
  restore(objects: readonly unknown[]): boolean {
    let count = 0;
    for (const object of objects) {
      for (const entry of entriesOf(object)) {
        if (!isMapping(entry) || entry['fieldsV1'] !== PLACEHOLDER) continue;
        entry['fieldsV1'] = this.#values[count++];
      }
    }
    return count === this.#values.length;
  }
}

function findValue(bytes: Buffer, start: number): number {
  return findKey(bytes, start, KEY_START, KEY_END);
}

function entriesOf(object: unknown): readonly unknown[] {
  const metadata = isMapping(object) ? object['metadata'] : undefined;
  const entries = isMapping(metadata) ? metadata['managedFields'] : undefined;
  return Array.isArray(entries) ? entries : [];
}
