import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import { FieldsCodec } from './managers.js';

const fieldsOf = (names: readonly string[]): JsonObject => ({
  'f:data': Object.fromEntries(names.map((name) => [`f:${name}`, {}])),
});

test('decodes a FieldsV1 object once while it is in use, and releases the set later', () => {
  const codec = new FieldsCodec();
  const fields = fieldsOf(['a', 'b']);
  const set = codec.decode(fields);
  const decodeOthers = (): void => {
    for (let i = 0; i < 40; i++) {
      codec.decode(fieldsOf(Array.from({ length: 500 }, (_, name) => `${i}.${name}`)));
    }
  };
  decodeOthers();
  assert.equal(codec.decode(fields), set);
  decodeOthers();
  assert.equal(codec.decode(fields), set);
  decodeOthers();
  decodeOthers();
  decodeOthers();
  const again = codec.decode(fields);
  assert.notEqual(again, set);
  assert.deepEqual(again, set);
  assert.equal(codec.encode(set), fields);
});
