import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeRandom } from '../testing/fake-random.js';
import { ListDecoder } from './list-decoder.js';

const FIELDS = '"managedFields":[{"manager":"kubectl","time":"2026-10-01T08:00:00Z"}]';
const TYPE = '"apiVersion":"v1","kind":"Thing",';

test('parses some items at a time', (t) => {
  const items = Array.from({ length: 50 }, (_, i) => item(TYPE, `thing-${i}`));
  const text = `{"items":[${items.join(',')}],"metadata":{"continue":"","resourceVersion":"7"}}\n`;
  const texts: string[] = [];
  const { parse } = JSON;
  t.mock.method(JSON, 'parse', (part: string) => {
    texts.push(part);
    return parse(part) as unknown;
  });
  const list = new ListDecoder(500).read([Buffer.from(text)]);
  t.mock.restoreAll();
  assert.deepEqual(list, whole(text));
  assert.ok(texts.length > 10, 'in pieces');
  for (const part of texts) {
    assert.ok(part.length < 700, 'no piece is long');
    assert.doesNotMatch(part, /manager/, 'managed fields are cut before');
  }
});

test('splits the text only between items of the list', () => {
  const inner = item(TYPE, 'inner');
  for (const text of [
    // What looks like the start of an item is nested, or part of a string.
    list(item(TYPE, 'a', `"list":[${inner},${inner}]`), item(TYPE, 'b')),
    list(item(TYPE, 'a', `"text":${JSON.stringify(`[${inner},${inner}]`)}`), item(TYPE, 'b')),
    // The items of the list are not the first of that name, or not the last.
    `{"metadata":{"items":[${inner},${inner}]},"items":[${inner},${inner}]}`,
    `{"items":[${inner},${inner}],"items":[${inner}]}`,
    `{"items":[${inner},${inner}],"extra":[${inner},${inner}]}`,
    `{"items":[${inner},${inner}],"items":null}`,
    `[{"items":[${inner},${inner}]}]`,
    // Invalid JSON, in one piece or between two.
    list(item(TYPE, 'a'), '', item(TYPE, 'b')),
    list(item(TYPE, 'a'), item(TYPE, 'b').slice(0, -1)),
    `{"items":[${inner}],[${inner}]}`,
    `{"items":[${inner},],"metadata":{}}`,
    `{"items":[${inner}]`,
    '{"items":[]}',
    '{"items":[ ]}',
    '{"items":null}',
  ]) {
    assert.deepEqual(
      outcome(() => new ListDecoder(1).read([Buffer.from(text)])),
      outcome(() => whole(text)),
      text,
    );
  }
});

for (const seed of [1, 2, 3, 4]) {
  test(`returns the same as a full parse for random pages (seed ${seed})`, () => {
    const random = createFakeRandom(seed);
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
    const pieces = new ListDecoder(1 + Math.floor(random() * 400));
    for (let round = 0; round < 200; round++) {
      const items = Array.from({ length: Math.floor(random() * 12) }, (_, i) =>
        item(
          pick([TYPE, TYPE, TYPE, '']),
          `a${i}`,
          pick(['"x":1', '"x":"ä"', `"in":[${item(TYPE, 'in')},${item(TYPE, 'in')}]`]),
        ),
      );
      const bytes = Buffer.from(list(...items));
      if (random() < 0.3)
        bytes[Math.floor(random() * bytes.length)] = pick([...Buffer.from('{}[]",:\\ 0')]);
      const at = Math.floor(random() * bytes.length);
      const chunks = [bytes.subarray(0, at), bytes.subarray(at)];
      assert.deepEqual(
        outcome(() => pieces.read(chunks)),
        outcome(() => whole(bytes.toString('utf8'))),
        bytes.toString('utf8'),
      );
    }
  });
}

test('distinguishes values that are equal except for their times', () => {
  const fields = (time: string, rest = '"manager":"a"}]'): string =>
    `"managedFields":[{"time":"${time}",${rest}`;
  const good = fields('2026-10-01T08:00:00Z');
  for (const other of [
    fields('2027-11-02T09:01:01Z'),
    fields('2027-11-02T09:01:01Z', '"manager":"b"}]'),
    fields('2027-11-02T09:01:01Z', '"manager":"a"]]'),
    fields('2027-11-02T09:01:01Z', '"manager"'),
    fields('2027-11-02T09:01:01', '"manager":"aa"}]'),
    fields('2027-11-02T09:01:01\\'),
    fields('2027-11-02T09:01:01"'),
    fields('2027-11-02T09:01:01\n'),
    fields('2027-11-02","x":"T0"'),
  ]) {
    const text = `{"items":[{"metadata":{${good}}},{"metadata":{${other}}}]}`;
    assert.deepEqual(
      outcome(() => new ListDecoder().read([Buffer.from(text)])),
      outcome(() => whole(text)),
      text,
    );
  }
});

function item(type: string, name: string, spec = '"n":1'): string {
  return `{${type}"metadata":{${FIELDS},"name":"${name}"},"spec":{${spec}}}`;
}

function list(...items: readonly string[]): string {
  return `{"apiVersion":"v1","items":[${items.join(',')}],"kind":"ThingList","metadata":{}}\n`;
}

interface Item {
  metadata?: { managedFields?: unknown };
}

function whole(text: string): unknown {
  const value = JSON.parse(text) as { items?: Item[] };
  for (const { metadata } of Array.isArray(value.items) ? value.items : []) {
    if (metadata?.managedFields !== undefined) metadata.managedFields = undefined;
  }
  return value;
}

function outcome(read: () => unknown): unknown {
  try {
    return { value: read() };
  } catch (error) {
    assert.ok(error instanceof SyntaxError);
    return { error: error.message };
  }
}
