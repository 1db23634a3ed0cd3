import { eachLine, type Lines } from './line-splitter.js';
import {
  Cuts,
  MARK,
  parseEventWithoutManagedFields,
  takeMark,
  textOf,
} from './omit-managed-fields.js';
import { DOUBT } from './json-bytes.js';
import { ValueCheck } from './value-check.js';
import type { LineReader } from './watch-stream.js';

const NOTHING = Buffer.alloc(0);
/** A longer buffer is not kept. */
const KEPT_BYTES = 2 ** 18;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const CLOSE_OBJECT = 0x7d;
/** Stands between two objects. */
const BETWEEN = Buffer.from(`,${MARK},`);

/** What stands before the object of an event, as servers write it. */
interface Envelope {
  readonly type: string;
  readonly head: Buffer;
}

/** Where the types differ. */
const TYPE_AT = '{"type":"'.length;
const ENVELOPES: ReadonlyMap<number | undefined, Envelope> = new Map(
  ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR'].map((type) => [
    type.charCodeAt(0),
    { type, head: Buffer.from(`{"type":"${type}","object":`) },
  ]),
);

/** Reads each line by itself, and whole. */
export class PlainLines implements LineReader {
  readonly #parse: (text: string) => unknown;

  constructor(parse: (text: string) => unknown) {
    this.#parse = parse;
  }

  *read(lines: Lines): Generator<unknown, void, undefined> {
    for (const line of eachLine(lines)) yield this.#parse(line.toString('utf8'));
  }
}

/** Reads events as {@link parseEventWithoutManagedFields} does, each line by itself. */
export class CutLines implements LineReader {
  readonly #parse: (text: string) => unknown;
  readonly #check = new ValueCheck();

  constructor(parse: (text: string) => unknown) {
    this.#parse = parse;
  }

  *read(lines: Lines): Generator<unknown, void, undefined> {
    for (const line of eachLine(lines)) {
      yield parseEventWithoutManagedFields(line, this.#parse, this.#check);
    }
  }
}

/**
 * Reads events as {@link CutLines} does, but parses the objects of the lines that came together as one
 * array, which takes less time than each alone.
 *
 * That a line is one event is a guess: it begins as servers write events, and ends with a brace. In the
 * array, a secret mark stands between each two objects. Where every second element is a mark, and these
 * are all, each of the others is one value, and what it was made of is what stood in its line.
 */
export class EventLines implements LineReader {
  readonly #asEvent: (event: unknown) => unknown;
  readonly #alone: CutLines;
  readonly #check = new ValueCheck();
  #work = NOTHING;

  /** `asEvent` makes of an event as it was sent what it stands for. */
  constructor(asEvent: (event: unknown) => unknown) {
    this.#asEvent = asEvent;
    this.#alone = new CutLines((text) => asEvent(JSON.parse(text)));
  }

  read(lines: Lines): Iterable<unknown> {
    return this.#together(lines) ?? this.#alone.read(lines);
  }

  /** Undefined where the lines are to be read alone. */
  #together({ bytes, borders }: Lines): unknown[] | undefined {
    const work = this.#copy(bytes.subarray(0, borders.at(-1) ?? 0));
    const cuts = new Cuts(work, this.#check);
    const types: string[] = [];
    const marks: number[] = [];
    let write = 0;
    for (let i = 0; i < borders.length; i += 2) {
      const [from = 0, to = 0] = [borders[i], borders[i + 1]];
      const envelope = envelopeOf(bytes, from, to);
      if (envelope === undefined) return undefined;
      // What was before the object is longer than what is to be there.
      if (i === 0) work[write++] = OPEN_ARRAY;
      else write += BETWEEN.copy(work, write);
      write = cuts.move(from + envelope.head.length, to - 1, write);
      if (write === DOUBT) return undefined;
      types.push(envelope.type);
      marks.push(cuts.marks);
    }
    if (types.length === 0) return [];
    work[write++] = CLOSE_ARRAY;
    return this.#events(work.subarray(0, write), types, marks);
  }

  #copy(bytes: Buffer): Buffer {
    const { length } = bytes;
    const work = length <= this.#work.length ? this.#work : Buffer.allocUnsafeSlow(2 * length);
    this.#work = work.length <= KEPT_BYTES ? work : NOTHING;
    work.set(bytes);
    return work.subarray(0, length);
  }

  #events(
    bytes: Buffer,
    types: readonly string[],
    marks: readonly number[],
  ): unknown[] | undefined {
    const values = parsedArray(textOf(bytes));
    if (values?.length !== 2 * types.length - 1) return undefined;
    const events: unknown[] = [];
    for (const [index, type] of types.entries()) {
      if (index > 0 && values[2 * index - 1] !== MARK) return undefined;
      const object = values[2 * index];
      if (takeMark(object) !== marks[index]) return undefined;
      events.push({ type, object });
    }
    return events.map(this.#asEvent);
  }
}

function envelopeOf(bytes: Buffer, from: number, to: number): Envelope | undefined {
  const envelope = ENVELOPES.get(bytes[from + TYPE_AT]);
  if (envelope === undefined || bytes[to - 1] !== CLOSE_OBJECT) return undefined;
  const { head } = envelope;
  for (let i = 0; i < head.length; i++) if (bytes[from + i] !== head[i]) return undefined;
  return envelope;
}

function parsedArray(text: string): readonly unknown[] | undefined {
  try {
    const values: unknown = JSON.parse(text);
    return Array.isArray(values) ? values : undefined;
  } catch {
    return undefined;
  }
}
