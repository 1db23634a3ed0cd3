import { isAscii } from 'node:buffer';
import {
  cutInPlace,
  objectOf,
  parseEventWithoutManagedFields,
  takeOut,
} from './omit-managed-fields.js';
import { ValueCheck } from './value-check.js';
import type { LineReader } from './watch-stream.js';

const NOTHING = Buffer.alloc(0);
/** A longer buffer is not kept. */
const KEPT_BYTES = 2 ** 17;

/** Where the text of a line is after the cuts, and how many they were; undefined where it is in doubt. */
interface Part {
  readonly start: number;
  readonly end: number;
  readonly marks: number | undefined;
}

/** Reads each line by itself, and whole. */
export class PlainLines implements LineReader {
  readonly #parse: (text: string) => unknown;

  constructor(parse: (text: string) => unknown) {
    this.#parse = parse;
  }

  *read(lines: readonly Buffer[]): Generator<unknown, void, undefined> {
    for (const line of lines) yield this.#parse(line.toString('utf8'));
  }
}

/**
 * Reads events as {@link parseEventWithoutManagedFields} does; the lines that came together are cut and
 * made a text together, of which each is a slice.
 */
export class EventLines implements LineReader {
  readonly #parse: (text: string) => unknown;
  readonly #check = new ValueCheck();
  #work = NOTHING;

  constructor(parse: (text: string) => unknown) {
    this.#parse = parse;
  }

  /** The events of some lines, one after the other; the lines stay as they are. */
  *read(lines: readonly Buffer[]): Generator<unknown, void, undefined> {
    const parts: Part[] = [];
    const textOf = this.#texts(lines, parts);
    let index = 0;
    for (const line of lines) {
      const part = parts[index++];
      yield (
        (part && this.#marked(part, textOf)) ??
        parseEventWithoutManagedFields(line, this.#parse, this.#check)
      );
    }
  }

  /** Cuts all lines. Their texts are good until the next ones are cut. */
  #texts(lines: readonly Buffer[], parts: Part[]): (part: Part) => string {
    let length = 0;
    for (const line of lines) length += line.length;
    const work = length <= this.#work.length ? this.#work : Buffer.allocUnsafeSlow(2 * length);
    this.#work = work.length <= KEPT_BYTES ? work : NOTHING;
    let start = 0;
    for (const line of lines) {
      work.set(line, start);
      const cut = cutInPlace(work, start, start + line.length, this.#check);
      const part = { start, end: cut?.end ?? start, marks: cut?.marks };
      parts.push(part);
      start = part.end;
    }
    const cut = work.subarray(0, start);
    if (!isAscii(cut)) return ({ start, end }) => cut.toString('utf8', start, end);
    const text = cut.toString('latin1');
    return ({ start, end }) => text.slice(start, end);
  }

  /** Undefined where the line is to be read as it came. */
  #marked(part: Part, textOf: (part: Part) => string): unknown {
    if (part.marks === undefined) return undefined;
    let event: unknown;
    try {
      event = this.#parse(textOf(part));
    } catch {
      return undefined;
    }
    return takeOut(objectOf(event)) === part.marks ? event : undefined;
  }
}
