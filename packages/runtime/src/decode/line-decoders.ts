import { linesOf, type Lines } from './line-splitter.js';
import {
  ManagedFieldsCutter,
  PLACEHOLDER,
  parseEventWithoutManagedFields,
  textOf,
  type Cutter,
} from './omit-managed-fields.js';
import { FieldSetCutter, type FieldSets } from './share-field-sets.js';
import { INVALID, ValueScanner } from './value-scanner.js';

const EMPTY = Buffer.alloc(0);
/** A longer buffer is released after use. */
const KEPT_BYTES = 2 ** 18;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const CLOSE_OBJECT = 0x7d;
/** Separates two objects in the array. */
const SEPARATOR = Buffer.from(`,${PLACEHOLDER},`);

/** The bytes before the object of an event, as API servers write them. */
interface Envelope {
  readonly type: string;
  readonly head: Buffer;
}

/** The offset of the first letter of the type, which differs between all types. */
const TYPE_OFFSET = '{"type":"'.length;
const ENVELOPES: ReadonlyMap<number | undefined, Envelope> = new Map(
  ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR'].map((type) => [
    type.charCodeAt(0),
    { type, head: Buffer.from(`{"type":"${type}","object":`) },
  ]),
);

/** Decodes the lines that arrived together, one value per line, in order. */
export interface LineDecoder {
  read(lines: Lines): Iterable<unknown>;
}

/** Parses each line separately, with its managed fields. */
export class PlainLineDecoder implements LineDecoder {
  readonly #parse: (text: string) => unknown;

  constructor(parse: (text: string) => unknown) {
    this.#parse = parse;
  }

  *read(lines: Lines): Generator<unknown, void, undefined> {
    for (const line of linesOf(lines)) yield this.#parse(line.toString('utf8'));
  }
}

/** Parses each line separately, as {@link parseEventWithoutManagedFields} does. */
export class SingleLineDecoder implements LineDecoder {
  readonly #parse: (text: string) => unknown;
  readonly #scanner = new ValueScanner();

  constructor(parse: (text: string) => unknown) {
    this.#parse = parse;
  }

  *read(lines: Lines): Generator<unknown, void, undefined> {
    for (const line of linesOf(lines)) {
      yield parseEventWithoutManagedFields(line, this.#parse, this.#scanner);
    }
  }
}

/**
 * Decodes events as {@link SingleLineDecoder} does, or with shared field sets as
 * {@link PlainLineDecoder} does, but parses the objects of all lines that arrived together as one array,
 * which takes less time than to parse each of them.
 *
 * The decoder assumes that a line is one event if it starts as servers write events and ends with a
 * brace. In the array, the placeholder separates the objects. If every second element is the placeholder
 * and their number is right, each other element is the one value of its line. Otherwise the decoder
 * parses each line separately.
 */
export class BatchLineDecoder implements LineDecoder {
  readonly #toEvent: (event: unknown) => unknown;
  readonly #shared: FieldSets | undefined;
  readonly #single: LineDecoder;
  readonly #scanner = new ValueScanner();
  #work = EMPTY;

  /**
   * @param toEvent checks or converts a parsed event
   * @param shared keeps managed fields, and shares field sets
   */
  constructor(toEvent: (event: unknown) => unknown, shared?: FieldSets) {
    this.#toEvent = toEvent;
    this.#shared = shared;
    const parse = (text: string): unknown => toEvent(JSON.parse(text));
    this.#single =
      shared === undefined ? new SingleLineDecoder(parse) : new PlainLineDecoder(parse);
  }

  read(lines: Lines): Iterable<unknown> {
    return this.#readBatch(lines) ?? this.#single.read(lines);
  }

  /** Returns undefined if the lines must be parsed separately. */
  #readBatch({ bytes, offsets }: Lines): unknown[] | undefined {
    const work = this.#copy(bytes.subarray(0, offsets.at(-1) ?? 0));
    const cutter =
      this.#shared === undefined
        ? new ManagedFieldsCutter(work, this.#scanner)
        : new FieldSetCutter(work, this.#shared);
    const types: string[] = [];
    let write = 0;
    for (let i = 0; i < offsets.length; i += 2) {
      const [from = 0, to = 0] = [offsets[i], offsets[i + 1]];
      const envelope = envelopeOf(bytes, from, to);
      if (envelope === undefined) return undefined;
      // The envelope is longer than the separator, so `write` never overtakes `from`.
      if (i === 0) work[write++] = OPEN_ARRAY;
      else write += SEPARATOR.copy(work, write);
      write = cutter.move(from + envelope.head.length, to - 1, write);
      if (write === INVALID) return undefined;
      types.push(envelope.type);
    }
    if (types.length === 0) return [];
    work[write++] = CLOSE_ARRAY;
    return this.#events(work.subarray(0, write), types, cutter);
  }

  #copy(bytes: Buffer): Buffer {
    const { length } = bytes;
    const work = length <= this.#work.length ? this.#work : Buffer.allocUnsafeSlow(2 * length);
    this.#work = work.length <= KEPT_BYTES ? work : EMPTY;
    work.set(bytes);
    return work.subarray(0, length);
  }

  #events(bytes: Buffer, types: readonly string[], cutter: Cutter): unknown[] | undefined {
    const values = parsedArray(textOf(bytes));
    if (values?.length !== 2 * types.length - 1) return undefined;
    const objects: unknown[] = [];
    for (let i = 0; i < values.length; i++) {
      if (i % 2 === 0) objects.push(values[i]);
      else if (values[i] !== PLACEHOLDER) return undefined;
    }
    if (!cutter.restore(objects)) return undefined;
    return objects.map((object, i) => this.#toEvent({ type: types[i], object }));
  }
}

function envelopeOf(bytes: Buffer, from: number, to: number): Envelope | undefined {
  const envelope = ENVELOPES.get(bytes[from + TYPE_OFFSET]);
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
