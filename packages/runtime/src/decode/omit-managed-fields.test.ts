import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  asEvent,
  checkRandomTexts,
  FIELDS,
  LINES,
  outcome,
  removed,
  sameAsAfterParse,
  together,
} from './omit-managed-fields.test.helper.js';
import {
  parseEventWithoutManagedFields,
  parseListWithoutManagedFields,
} from './omit-managed-fields.js';
import { isMapping } from '../meta/is-mapping.js';

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

test('rejects managed fields with bytes after them that could continue a number', () => {
  for (const after of ['.0', 'e0', 'E+0', '.00e0', '0', '[]', '{}', ' ', '\n', '\t']) {
    const object = `{"metadata":{${FIELDS}${after},"name":"a"}}`;
    sameAsAfterParse('list', `{"items":[${object},${object}],"metadata":{}}`);
    sameAsAfterParse('event', `{"type":"ADDED","object":${object}}`);
  }
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

test('returns the same as a full parse for random and damaged texts', () => {
  checkRandomTexts(1, 400);
});
