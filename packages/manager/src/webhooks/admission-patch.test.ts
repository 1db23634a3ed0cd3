import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonPatchOperation } from '@vmgen/runtime/client';
import { admissionPatch, jsonCopy } from './admission-patch.js';

describe('admissionPatch', () => {
  const cases: Readonly<Record<string, [object, object, JsonPatchOperation[]]>> = {
    'adds, replaces and removes fields': [
      { a: 1, b: 2, c: { d: 3 } },
      { a: 1, b: 3, c: {}, e: null },
      [
        { op: 'replace', path: '/b', value: 3 },
        { op: 'remove', path: '/c/d' },
        { op: 'add', path: '/e', value: null },
      ],
    ],
    'escapes the names of fields': [
      {},
      { 'a/b~c': 1 },
      [{ op: 'add', path: '/a~1b~0c', value: 1 }],
    ],
    'ignores the order of fields': [{ list: [{ a: 1, b: 2 }] }, { list: [{ b: 2, a: 1 }] }, []],
    'inserts an item': [
      { list: ['a', 'b', 'c'] },
      { list: ['a', 'x', 'b', 'c'] },
      [{ op: 'add', path: '/list/1', value: 'x' }],
    ],
    'changes an item, and removes the next ones': [
      { list: ['a', { n: 1, m: 1 }, 'b', 'c', 'd'] },
      { list: ['a', { n: 2, m: 1 }, 'd'] },
      [
        { op: 'replace', path: '/list/1/n', value: 2 },
        { op: 'remove', path: '/list/2' },
        { op: 'remove', path: '/list/2' },
      ],
    ],
    'replaces a value of another type': [
      { a: [1], b: { c: 1 } },
      { a: { x: 1 }, b: null },
      [
        { op: 'replace', path: '/a', value: { x: 1 } },
        { op: 'replace', path: '/b', value: null },
      ],
    ],
  };
  for (const [title, [before, after, patch]] of Object.entries(cases)) {
    test(title, () => assert.deepEqual(admissionPatch(before, after), patch));
  }

  test('keeps integers beyond 2^53 that moved, and that were copied', () => {
    const first = { id: 9_007_199_254_740_993n, name: 'first' };
    const second = { id: -9_007_199_254_740_995n, name: 'second' };
    const before = { list: [first, second] };
    const after = {
      list: [
        { id: Number(second.id), name: 'second' },
        { id: Number(first.id), name: 'first' },
      ],
      copy: Number(first.id),
    };
    const exact = { list: [second, first], copy: first.id };
    assert.deepEqual(applied(before, admissionPatch(before, after)), exact);
    const unchanged = { list: after.list.toReversed() };
    assert.deepEqual(admissionPatch(before, unchanged), []);
  });

  test('keeps integers beyond 2^53 in a patch of many changes', () => {
    const list = (id: bigint | number, name: string): object[] =>
      Array.from({ length: 1_001 }, (_, index) => ({ id, name: `${name}-${index}` }));
    const id = 9_007_199_254_740_993n;
    assert.deepEqual(admissionPatch({ list: list(id, 'a') }, { list: list(Number(id), 'b') }), [
      { op: 'replace', path: '/list', value: list(id, 'b') },
    ]);
  });

  test('fails if a number could be several integers, and accepts bigints', () => {
    const before = { list: [9_007_199_254_740_993n, 9_007_199_254_740_992n], name: 'a' };
    assert.throws(() => admissionPatch(before, { ...before, copy: [1, 2 ** 53] }), {
      code: 'ERR_VMGEN_ARGUMENT',
      message:
        '/copy/1 is 9007199254740992, which is the nearest number of several integers of the object; set a bigint',
    });
    const patch = admissionPatch(before, { ...before, copy: before.list[0] });
    assert.deepEqual(patch, [{ op: 'add', path: '/copy', value: before.list[0] }]);
  });

  test('patches random values to the result', () => {
    const random = createRandom(7);
    for (let run = 0; run < 500; run++) {
      const before = randomFields(random, 3);
      const after = mutate(structuredClone(before), random);
      const patch = admissionPatch(before, after);
      assert.deepEqual(applied(before, patch), after, JSON.stringify({ before, after, patch }));
    }
  });

  test('is bounded: many changes replace the changed fields of the root', () => {
    const before = { same: 1, spec: Object.fromEntries(numbers.map((n) => [`f${n}`, n])) };
    const after = { same: 1, spec: Object.fromEntries(numbers.map((n) => [`f${n}`, -n - 1])) };
    assert.deepEqual(admissionPatch(before, after), [
      { op: 'replace', path: '/spec', value: after.spec },
    ]);
  });

  test('compares long lists in bounded time', () => {
    const before = { list: [...numbers, ...numbers] };
    const after = { list: before.list.toReversed() };
    assert.equal(admissionPatch(before, after).length, 1);
  });
});

const numbers = Array.from({ length: 3_000 }, (_, index) => index);

function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Random = ReturnType<typeof createRandom>;

function randomFields(random: Random, depth: number): Record<string, unknown> {
  const names = ['a', 'b/c', '~', ''].slice(0, 1 + random(4));
  return Object.fromEntries(names.map((name) => [name, randomValue(random, depth - 1)]));
}

function randomValue(random: Random, depth: number): unknown {
  const kind = random(depth > 0 ? 5 : 3);
  if (kind === 0) return random(3);
  if (kind === 1) return null;
  if (kind === 2) return ['x', 'y'][random(2)];
  if (kind === 3) return randomFields(random, depth);
  return Array.from({ length: random(6) }, () => randomValue(random, depth - 1));
}

/** Changes some values in place. */
function mutate<V>(value: V, random: Random): V {
  if (Array.isArray(value)) {
    if (random(3) === 0) value.splice(random(value.length + 1), random(2), randomValue(random, 1));
    for (const item of value) mutate(item, random);
  } else if (typeof value === 'object' && value !== null) {
    for (const name of Object.keys(value)) {
      const change = random(6);
      const fields: Record<string, unknown> = value as Record<string, unknown>;
      if (change === 0) Reflect.deleteProperty(fields, name);
      else if (change === 1) fields[name] = randomValue(random, 2);
      else mutate(fields[name], random);
    }
  }
  return value;
}

describe('jsonCopy', () => {
  test('returns what the JSON text contains', () => {
    const date = new Date(0);
    const value = {
      date,
      none: undefined,
      list: [undefined, 1, () => 1],
      run: () => 1,
      big: 2n ** 60n,
    };
    const copy: unknown = jsonCopy(value);
    assert.deepEqual(copy, {
      date: '1970-01-01T00:00:00.000Z',
      list: [null, 1, null],
      big: 2n ** 60n,
    });
    const hostile: unknown = JSON.parse('{"__proto__":{"a":1}}');
    assert.equal(JSON.stringify(jsonCopy(hostile)), '{"__proto__":{"a":1}}');
  });

  test('names the path of a number that JSON cannot represent', () => {
    for (const number of [NaN, Infinity]) {
      assert.throws(() => jsonCopy({ spec: { 'a/b': [0, { n: number }] } }), {
        code: 'ERR_VMGEN_ARGUMENT',
        message: `/spec/a~1b/1/n is ${number}, which JSON cannot represent`,
      });
    }
  });
});

/** Applies a patch as RFC 6902 defines it. */
function applied(value: unknown, patch: readonly JsonPatchOperation[]): unknown {
  const root = { root: structuredClone(value) };
  for (const operation of patch) {
    const names = `/root${operation.path}`
      .slice(1)
      .split('/')
      .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = names.pop() ?? '';
    let parent: unknown = root;
    for (const name of names) parent = (parent as Record<string, unknown>)[name];
    const fields = parent as Record<string, unknown>;
    const { op } = operation;
    if (Array.isArray(parent)) {
      const added: unknown[] = op === 'remove' ? [] : ['value' in operation && operation.value];
      const index = Number(last);
      assert.ok(index < parent.length + Number(op === 'add'), operation.path);
      parent.splice(index, op === 'add' ? 0 : 1, ...added);
    } else if (op === 'remove') {
      assert.ok(Object.hasOwn(fields, last), operation.path);
      Reflect.deleteProperty(fields, last);
    } else {
      assert.equal(Object.hasOwn(fields, last), op === 'replace', operation.path);
      fields[last] = 'value' in operation && operation.value;
    }
  }
  return root.root;
}
