import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../testing/seeded-random.test.helper.js';
import { BatchLineDecoder } from './line-decoders.js';
import type { Lines } from './line-splitter.js';
import { ListDecoder } from './list-decoder.js';
import {
  parseEventWithoutManagedFields,
  parseListWithoutManagedFields,
} from './omit-managed-fields.js';
import { isMapping } from '../meta/is-mapping.js';

const FIELDS = '"managedFields":[{"manager":"kubectl","fieldsV1":{"f:spec":{"f:a":{}}}}]';

test('ranges the managed fields of items and of an event before anything is parsed', () => {
  for (const metadata of [
    `{${FIELDS}}`,
    `{${FIELDS},"name":"a"}`,
    `{"name":"a",${FIELDS}}`,
    `{"labels":{"x":"y"},${FIELDS},"name":"a"}`,
    `{"aFields":["some text"],${FIELDS},"unmanagedFields":["some text"]}`,
  ]) {
    const object = `{"metadata":${metadata},"spec":{"n":1}}`;
    const seen: string[] = [];
    const parse = (text: string): unknown => {
      seen.push(text);
      return JSON.parse(text);
    };
    sameAsAfterParse('list', `{"items":[${object},${object}],"metadata":{}}\n`, parse);
    sameAsAfterParse('event', `{"type":"ADDED","object":${object}}`, parse);
    assert.equal(seen.length, 2, 'parsed once each');
    assert.doesNotMatch(seen.join(''), /fieldsV1/);
  }
});

test('parses events that arrived together with one call, without changing their bytes', (t) => {
  const parse = t.mock.method(JSON, 'parse');
  const texts = ['ADDED', 'BOOKMARK', 'MODIFIED', 'DELETED', 'ERROR'].map(
    (type) => `{"type":"${type}","object":{"metadata":{"name":"${type}",${FIELDS}}}}`,
  );
  const lines = together(texts.map((text) => Buffer.from(text)));
  const before = Buffer.from(lines.bytes);
  const events = [...LINES.read(lines)];
  assert.equal(parse.mock.callCount(), 1);
  assert.doesNotMatch(String(parse.mock.calls[0]?.arguments[0]), /fieldsV1/);
  parse.mock.restore();
  assert.deepStrictEqual(
    events,
    texts.map((text) => removed('event', JSON.parse(text))),
  );
  assert.deepEqual(lines.bytes, before);
  assert.deepEqual([...LINES.read(together([]))], []);
});

test('rejects lines that are valid events only in combination with their neighbours', () => {
  for (const [first, second] of [
    ['[1', '2]'],
    ['{"a":[1', '2]}'],
    ['{},{}', ''],
    ['', '{},{}'],
    ['{"a":"', '"}'],
    ['{}', '{},5'],
    ['{},{"a":[1', '2]},{}'],
    ['{}},{"type":"ADDED","object":{}', '{}'],
    [`{"metadata":{"managedFields":["`, `"]}}`],
    [`{"metadata":{"managedFields":[{}`, `{}]}}`],
  ]) {
    const lines = [first, second].map((text) => asEvent(Buffer.from(text ?? '')));
    const alone = lines.map((line) => outcome(() => JSON.parse(line.toString('utf8'))));
    const index = alone.findIndex((each) => isMapping(each) && 'error' in each);
    assert.notEqual(index, -1);
    const read = LINES.read(together(lines))[Symbol.iterator]();
    for (let i = 0; i < index; i++) assert.deepStrictEqual({ value: read.next().value }, alone[i]);
    assert.deepStrictEqual(
      outcome(() => read.next().value),
      alone[index],
    );
  }
});

test('retains other members that are called managedFields', () => {
  const kept = `{"metadata":{"annotations":{"managedFields":"x","a":${JSON.stringify(FIELDS)}},"name":"a"},
    "managedFields":[1],"spec":{"managedFields":[2],"metadata":{"managedFields":[3]},
    "template":{"metadata":{"managedFields":[4]}},"items":[{"metadata":{"managedFields":[5]}}]}}`;
  const [pretty, compact] = [kept, JSON.stringify(JSON.parse(kept))];
  for (const object of [pretty, compact]) {
    const list = `{"metadata":{"managedFields":[6]},"items":[${object}],"object":${object}}`;
    assert.deepEqual(
      parseListWithoutManagedFields(Buffer.from(list), JSON.parse),
      JSON.parse(list),
    );
    const event = `{"type":"ADDED","object":${object},"items":[{"metadata":{${FIELDS}}}]}`;
    assert.deepEqual(
      parseEventWithoutManagedFields(Buffer.from(event), JSON.parse),
      JSON.parse(event),
    );
  }
});

test('returns the same value as a full parse for unusual forms', () => {
  for (const item of [
    `{"metadata":{"managed\\u0046ields":[1],"name":"a"}}`,
    `{"met\\u0061data":{${FIELDS}}}`,
    `{"metadata":{"managedFields":1,"managedFields":[2],"name":"a"}}`,
    `{"metadata":{"name":"a","managedFields":1,"managedFields":[2]}}`,
    `{"metadata":{${FIELDS}},"metadata":{"name":"b",${FIELDS}}}`,
    `{"metadata":[{${FIELDS}}]}`,
    `{"metadata":{"unmanagedFields":["twelve bytes"],"aFields":["twelve bytes"],${FIELDS}}}`,
    `{"metadata": { ${FIELDS} , "name" : "a" } }`,
    `{"metadata":{"managedFields":"text, ]}"}}`,
    `{"metadata":{"managedFields":{"deep":${'['.repeat(500)}${']'.repeat(500)}}}}`,
    `{"metadata":{"__proto__":{"managedFields":[1]},${FIELDS}},"__proto__":{"metadata":{${FIELDS}}}}`,
    `{"metadata":{"name":"\u{1f4e6}\\ud83d",${FIELDS},"x":"ä\\""}}`,
    'null',
    '[]',
    '[{"metadata":{}}]',
    '"metadata"',
  ]) {
    sameAsAfterParse('list', `{"items":[${item}]}`);
    sameAsAfterParse('list', ` {"items" : [ ${item} ], "items":[${item}]}`);
    sameAsAfterParse('event', `{"object":${item},"type":"ADDED"}`);
    sameAsAfterParse('event', item);
  }
});

test('throws the same error as a full parse', () => {
  for (const managed of [
    '[}',
    '[{]}',
    '[nope]',
    '[01]',
    '[1,]',
    '{"a"}',
    '{"a":}',
    '{a:1}',
    '["\\x"]',
    '["\\u12g4"]',
    '["\t"]',
    '[1 2]',
    '',
    '"',
    '[',
    '-',
  ]) {
    for (const rest of ['', ',"name":"a"', ',', ',,"name":"a"']) {
      const item = `{"metadata":{"managedFields":${managed}${rest}}}`;
      sameAsAfterParse('list', `{"items":[${item}]}`);
      sameAsAfterParse('event', `{"object":${item}}`);
    }
  }
  sameAsAfterParse('event', '');
  sameAsAfterParse('list', `\u{feff}{"items":[{"metadata":{${FIELDS}}}]}`);
});

for (const seed of [1, 2, 3, 4]) {
  test(`returns the same as a full parse for random and damaged texts (seed ${seed})`, () => {
    const random = seededRandom(seed);
    for (let round = 0; round < 1500; round++) {
      const text = randomText(random);
      sameAsAfterParse('list', text);
      sameAsAfterParse('event', text);
      const damaged = damage(text, random);
      sameAsAfterParse('list', damaged);
      sameAsAfterParse('event', damaged);
      sameAsAfterParse('event', damage(String(asEvent(Buffer.from(text))), random));
    }
  });
}

type Shape = 'list' | 'event';

/** Shared by all texts, as in a watch and for the pages of a list. */
const LINES = new BatchLineDecoder((event) => event);
/** Objects of neighbouring events: one with managed fields, one that is not ASCII. */
const OTHERS = [`{"metadata":{${FIELDS}}}`, '"\u00e4"'];
const PIECES = [1, 60, 2 ** 16].map((bytes) => new ListDecoder(bytes));

/** Compares with a full parse followed by removal. An error must be the same. */
function sameAsAfterParse(
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

function asEvent(object: Buffer): Buffer {
  return Buffer.concat([Buffer.from('{"type":"MODIFIED","object":'), object, Buffer.from('}')]);
}

function together(lines: readonly Buffer[]): Lines {
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

function outcome(read: () => unknown): unknown {
  try {
    return { value: read() };
  } catch (error) {
    assert.ok(error instanceof SyntaxError);
    return { error: error.message };
  }
}

function removed(shape: Shape, value: unknown): unknown {
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
