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

type Json = null | number | Json[] | { [key: string]: Json };

/** RFC 7386, section 2, as it stands there. */
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

/** Without nulls as fields, which no merge patch can write. */
function randomValue(random: () => number, depth: number): Json {
  const list = <T>(item: () => T): T[] => Array.from({ length: Math.floor(random() * 3) }, item);
  const inner = (): Json => randomValue(random, depth - 1);
  const shape = depth === 0 ? 0 : Math.floor(random() * 3);
  if (shape === 0) return Math.floor(random() * 3);
  if (shape === 1) return list(inner);
  return Object.fromEntries(list(() => ['abc'.charAt(Math.floor(random() * 3)), inner()]));
}

test('the patch between any two objects makes the second of the first', () => {
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
