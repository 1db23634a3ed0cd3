import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mergePatchBetween } from './merge-patch-between.js';

const parse = (text: string): Record<string, unknown> =>
  JSON.parse(text) as Record<string, unknown>;

describe('mergePatchBetween', () => {
  for (const [title, before, after, patch] of [
    [
      'returns undefined for equal objects',
      '{"a":{"b":[1,{"c":null}]}}',
      '{"a":{"b":[1,{"c":null}]}}',
      undefined,
    ],
    ['sets new and changed fields', '{"a":1,"b":2}', '{"a":1,"b":3,"c":4}', '{"b":3,"c":4}'],
    [
      'removes missing fields',
      '{"a":1,"b":{"c":2,"d":3}}',
      '{"b":{"c":2}}',
      '{"a":null,"b":{"d":null}}',
    ],
    [
      'contains only changed nested fields',
      '{"a":{"b":{"c":1},"d":1}}',
      '{"a":{"b":{"c":2},"d":1}}',
      '{"a":{"b":{"c":2}}}',
    ],
    ['replaces a list', '{"a":[1,2]}', '{"a":[2]}', '{"a":[2]}'],
    [
      'detects a nested change in a list',
      '{"a":[{"b":[1]}]}',
      '{"a":[{"b":[2]}]}',
      '{"a":[{"b":[2]}]}',
    ],
    [
      'distinguishes a list from an object and a string',
      '{"a":[],"b":{}}',
      '{"a":{},"b":"x"}',
      '{"a":{},"b":"x"}',
    ],
    ['keeps an empty object', '{}', '{"a":{}}', '{"a":{}}'],
    ['treats null as absent', '{"a":1,"b":null}', '{"a":null,"c":null}', '{"a":null}'],
    [
      'treats keys like __proto__ as ordinary keys',
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

  test('treats undefined as absent, also in lists', () => {
    assert.equal(mergePatchBetween<object>({}, { a: undefined }), undefined);
    assert.equal(
      mergePatchBetween<object>({ a: [{ b: 1 }] }, { a: [{ b: 1, c: undefined }] }),
      undefined,
    );
    assert.deepEqual(mergePatchBetween<object>({ a: 1 }, { a: undefined }), { a: null });
  });
});

type Json = null | number | Json[] | { [key: string]: Json };

/** The algorithm of RFC 7386, section 2. */
function applied(target: Json | undefined, patch: Json): Json {
  if (patch === null || typeof patch !== 'object' || Array.isArray(patch)) return patch;
  const isObject = typeof target === 'object' && target !== null && !Array.isArray(target);
  const result = new Map(isObject ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) result.delete(key);
    else result.set(key, applied(result.get(key), value));
  }
  return Object.fromEntries(result);
}

/** Without null fields, which a merge patch cannot set. */
function randomValue(random: () => number, depth: number): Json {
  const list = <T>(item: () => T): T[] => Array.from({ length: Math.floor(random() * 3) }, item);
  const inner = (): Json => randomValue(random, depth - 1);
  const shape = depth === 0 ? 0 : Math.floor(random() * 3);
  if (shape === 0) return Math.floor(random() * 3);
  if (shape === 1) return list(inner);
  return Object.fromEntries(list(() => ['abc'.charAt(Math.floor(random() * 3)), inner()]));
}

test('the patch between random objects changes the first into the second', () => {
  let state = 1;
  const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  let same = 0;
  for (let i = 0; i < 2_000; i++) {
    const [before, after] = [{ x: randomValue(random, 4) }, { x: randomValue(random, 4) }];
    const patch = mergePatchBetween<object>(before, after) as Json | undefined;
    if (patch === undefined) same++;
    assert.deepEqual(patch === undefined ? before : applied(before, patch), after);
  }
  assert.ok(same > 10 && same < 1_000, `${same} pairs were the same`);
});
