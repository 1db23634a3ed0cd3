import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mergePatchBetween } from './merge-patch-between.js';

const parse = (text: string): Record<string, unknown> =>
  JSON.parse(text) as Record<string, unknown>;

describe('the merge patch between two objects', () => {
  for (const [title, before, after, patch] of [
    ['is none for the same', '{"a":{"b":[1,{"c":null}]}}', '{"a":{"b":[1,{"c":null}]}}', undefined],
    ['sets what is new or another', '{"a":1,"b":2}', '{"a":1,"b":3,"c":4}', '{"b":3,"c":4}'],
    [
      'removes what is gone',
      '{"a":1,"b":{"c":2,"d":3}}',
      '{"b":{"c":2}}',
      '{"a":null,"b":{"d":null}}',
    ],
    [
      'names only what changed inside',
      '{"a":{"b":{"c":1},"d":1}}',
      '{"a":{"b":{"c":2},"d":1}}',
      '{"a":{"b":{"c":2}}}',
    ],
    ['puts a list in the place of another', '{"a":[1,2]}', '{"a":[2]}', '{"a":[2]}'],
    ['sees a change deep in a list', '{"a":[{"b":[1]}]}', '{"a":[{"b":[2]}]}', '{"a":[{"b":[2]}]}'],
    [
      'tells a list from an object and a text',
      '{"a":[],"b":{}}',
      '{"a":{},"b":"x"}',
      '{"a":{},"b":"x"}',
    ],
    ['keeps an empty object', '{}', '{"a":{}}', '{"a":{}}'],
    ['takes null for absent', '{"a":1,"b":null}', '{"a":null,"c":null}', '{"a":null}'],
    [
      'keeps hostile keys apart',
      '{"__proto__":{"a":1}}',
      '{"__proto__":{"a":2},"constructor":1}',
      '{"__proto__":{"a":2},"constructor":1}',
    ],
  ] as const) {
    test(title, () => {
      const found = mergePatchBetween(parse(before), parse(after));
      assert.equal(JSON.stringify(found), patch);
    });
  }

  test('takes undefined for absent, in lists too', () => {
    assert.equal(mergePatchBetween<object>({}, { a: undefined }), undefined);
    assert.equal(
      mergePatchBetween<object>({ a: [{ b: 1 }] }, { a: [{ b: 1, c: undefined }] }),
      undefined,
    );
    assert.deepEqual(mergePatchBetween<object>({ a: 1 }, { a: undefined }), { a: null });
  });
});
