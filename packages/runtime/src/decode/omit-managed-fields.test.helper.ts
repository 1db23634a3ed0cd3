import assert from 'node:assert/strict';
import { isMapping } from '../meta/is-mapping.js';
import { createFakeRandom } from '../testing/fake-random.js';
import { BatchLineDecoder } from './line-decoders.js';
import type { Lines } from './line-splitter.js';
import { ListDecoder } from './list-decoder.js';
import {
  parseEventWithoutManagedFields,
  parseListWithoutManagedFields,
} from './omit-managed-fields.js';

export const FIELDS = '"managedFields":[{"manager":"kubectl","fieldsV1":{"f:spec":{"f:a":{}}}}]';

/** Compares random texts, and damaged ones. */
export function checkRandomTexts(seed: number, rounds: number): void {
  const random = createFakeRandom(seed);
  for (let round = 0; round < rounds; round++) {
    const text = randomText(random);
    sameAsAfterParse('list', text);
    sameAsAfterParse('event', text);
    const damaged = damage(text, random);
    sameAsAfterParse('list', damaged);
    sameAsAfterParse('event', damaged);
    sameAsAfterParse('event', damage(String(asEvent(Buffer.from(text))), random));
  }
}

type Shape = 'list' | 'event';

/** Shared by all texts, as in a watch and for the pages of a list. */
export const LINES = new BatchLineDecoder((event) => event);
/** Objects of neighbouring events: one with managed fields, one that is not ASCII. */
const OTHERS = [`{"metadata":{${FIELDS}}}`, '"\u00e4"'];
const PIECES = [1, 60, 2 ** 16].map((bytes) => new ListDecoder(bytes));

/** Compares with a full parse followed by removal. An error must be the same. */
export function sameAsAfterParse(
  shape: Shape,
  text: string | Buffer,
  parse: (text: string) => unknown = JSON.parse,
): void {
  const bytes = Buffer.from(text);
  const before = Buffer.from(bytes);
  const read = shape === 'list' ? parseListWithoutManagedFields : parseEventWithoutManagedFields;
  const got = outcome(() => read(bytes, parse));
  const wanted = outcome(() => removed(shape, JSON.parse(bytes.toString('utf8'))));
  assert.deepStrictEqual(got, wanted, bytes.toString('utf8'));
  for (const pieces of shape === 'list' ? PIECES : []) {
    const middle = bytes.length >> 1;
    const chunks = [bytes.subarray(0, middle), bytes.subarray(middle)];
    const inPieces = outcome(() => pieces.read(chunks));
    assert.deepStrictEqual(inPieces, wanted, bytes.toString('utf8'));
  }
  if (shape === 'event') sameAmongOthers(bytes, wanted);
  assert.deepEqual(bytes, before, 'the bytes are not changed');
}

/** Compares the text between other events, as a line and as the object of an event. */
function sameAmongOthers(bytes: Buffer, wanted: unknown): void {
  const event = asEvent(bytes);
  const wantedEvent = outcome(() => removed('event', JSON.parse(event.toString('utf8'))));
  for (const text of OTHERS) {
    const other = asEvent(Buffer.from(text));
    for (const [line, value] of [
      [bytes, wanted],
      [event, wantedEvent],
    ] as const) {
      const got = outcome(() => [...LINES.read(together([other, line, other]))][1]);
      assert.deepStrictEqual(got, value, line.toString('utf8'));
    }
  }
}

export function asEvent(object: Buffer): Buffer {
  return Buffer.concat([Buffer.from('{"type":"MODIFIED","object":'), object, Buffer.from('}')]);
}

export function together(lines: readonly Buffer[]): Lines {
  const offsets: number[] = [];
  const parts: Buffer[] = [];
  let at = 0;
  for (const line of lines) {
    parts.push(line, Buffer.from('\n'));
    offsets.push(at, at + line.length);
    at += line.length + 1;
  }
  return { bytes: Buffer.concat(parts), offsets };
}

export function outcome(read: () => unknown): unknown {
  try {
    return { value: read() };
  } catch (error) {
    assert.ok(error instanceof SyntaxError);
    return { error: error.message };
  }
}

export function removed(shape: Shape, value: unknown): unknown {
  const objects = shape === 'list' ? own(value, 'items') : [own(value, 'object')];
  for (const object of Array.isArray(objects) ? objects : []) {
    const metadata = own(object, 'metadata');
    if (isMapping(metadata) && metadata['managedFields'] !== undefined) {
      metadata['managedFields'] = undefined;
    }
  }
  return value;
}

function own(value: unknown, key: string): unknown {
  return isMapping(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

const KEYS = [
  'items',
  'object',
  'metadata',
  'managedFields',
  'unmanagedFields',
  'aFields',
  'name',
  '__proto__',
  'a"b',
  '',
];
const STRINGS = ['', 'x', '"managedFields":[', '\\', '}]', 'ä\u{1f4e6}', '\u0001', '\ud800'];

function randomText(random: () => number): string {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const space = (): string => (random() < 0.02 ? pick([' ', '\n', '\t']) : '');
  const key = (likely: string): string => {
    const name = random() < 0.7 ? likely : pick(KEYS);
    const text = JSON.stringify(name);
    return random() < 0.03 ? text.replace('e', '\\u0065') : text;
  };
  const list = (count: number, each: () => string): string =>
    Array.from({ length: count }, () => space() + each() + space()).join(',');
  const anything = (depth: number): string => {
    const kind = depth === 0 ? random() * 0.6 : random();
    if (kind < 0.3) return JSON.stringify(pick(STRINGS));
    if (kind < 0.6) return pick(['0', '-1.5e+3', 'true', 'null', 'false', '[]', '{}', '1e400']);
    const count = Math.floor(random() * 4);
    if (kind < 0.8) return `[${list(count, () => anything(depth - 1))}]`;
    return object(count, 'spec', () => anything(depth - 1));
  };
  const object = (count: number, likely: string, value: (key: string) => string): string =>
    `{${list(count, () => {
      const name = key(likely);
      return `${name}${space()}:${space()}${value(name)}`;
    })}}`;
  const item = (): string =>
    random() < 0.05
      ? anything(2)
      : object(1 + Math.floor(random() * 3), 'metadata', () =>
          object(Math.floor(random() * 4), 'managedFields', () => anything(3)),
        );
  const items = (): string => (random() < 0.05 ? anything(3) : `[${list(3, item)}]`);
  return (
    space() +
    object(1 + Math.floor(random() * 2), pick(['items', 'object']), (name) =>
      name.includes('object') ? item() : items(),
    ) +
    space()
  );
}

/** Removes, inserts or replaces one byte, or truncates the text. */
function damage(text: string, random: () => number): Buffer {
  const bytes = [...Buffer.from(text)];
  const at = Math.floor(random() * bytes.length);
  const other = Buffer.from('{}[]",:\\ 0aé')[Math.floor(random() * 13)] ?? 0;
  const kind = random();
  if (kind < 0.3) bytes.splice(at, 1);
  else if (kind < 0.6) bytes.splice(at, 0, other);
  else if (kind < 0.9) bytes[at] = other;
  else bytes.length = at;
  return Buffer.from(bytes);
}
