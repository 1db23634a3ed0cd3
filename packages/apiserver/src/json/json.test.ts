import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cloneJson,
  deepEqualJson,
  JsonSyntaxError,
  MAX_JSON_DEPTH,
  parseJson,
  parseJsonStrict,
  stringifyJson,
  type JsonObject,
} from '@vmgen/base/json';
import { parseYamlBody, parseYamlBodyStrict } from '@vmgen/base/yaml';

test('parses and prints an int64 beyond 2^53 exactly', () => {
  const text = '{"a":9007199254740993,"b":[-9223372036854775808,9007199254740991],"c":"x"}';
  assert.deepEqual(parseJson(text), {
    a: 9007199254740993n,
    b: [-9223372036854775808n, 9007199254740991],
    c: 'x',
  });
  assert.equal(stringifyJson(parseJson(text)), text);
});

test('parses an integer beyond int64 as a double', () => {
  assert.deepEqual(
    parseJson('[9223372036854775808, 1.0, 10000000000000000.5]'),
    [9223372036854775808, 1, 10000000000000000.5],
  );
});

test('does not modify digits in strings', () => {
  const text = '{"a":"12345678901234567890","b":"\\u0041\\n\\"\\\\","c":[true,false,null,{}]}';
  assert.deepEqual(parseJson(text), JSON.parse(text));
});

test('rejects the same text as JSON.parse', () => {
  const long = '12345678901234567890';
  const broken = ['', '{', '[1,]', '{"a":1,}', '01', '1.', '"\n"', "{'a':1}", '[1] 2', 'nul', '-'];
  for (const text of broken) {
    assert.throws(() => parseJson(text), JsonSyntaxError, text);
    assert.throws(() => parseJson(`[${long},${text}`), JsonSyntaxError, text);
    assert.throws(() => parseJsonStrict(text), JsonSyntaxError, text);
  }
});

test('parses a __proto__ key without prototype pollution', () => {
  for (const text of ['{"__proto__":{"x":1}}', '{"__proto__":{"x":12345678901234567}}']) {
    const value = parseJson(text) as JsonObject;
    assert.deepEqual(Object.keys(value), ['__proto__']);
    const copy = cloneJson(value);
    assert.deepEqual(Object.keys(copy), ['__proto__']);
    assert.equal(stringifyJson(copy), text);
    assert.equal(({} as JsonObject)['x'], undefined);
  }
  assert.deepEqual(Object.keys(parseYamlBody('__proto__: {x: 1}') as JsonObject), ['__proto__']);
});

test('reports repeated keys by path, and uses the last one', () => {
  const strict = parseJsonStrict('{"a":1,"a":2,"b":[{"c":1,"c":1,"c":3}],"d":{"e":0}}');
  const { duplicateKeys, ...rest } = strict;
  const entry = { c: 3 };
  const root = { a: 2, b: [entry], d: { e: 0 } };
  assert.deepEqual(
    [...duplicateKeys],
    [
      [root, new Map([['a', [1]]])],
      [entry, new Map([['c', [1, 1]]])],
    ],
  );
  assert.deepEqual(rest, {
    value: root,
    duplicates: ['a', 'b[0].c'],
    keys: ['a', 'c'],
    offsets: [7, 25],
  });
});

test('rejects a body that is nested too deeply', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  assert.ok(parseJson(nested(MAX_JSON_DEPTH)));
  for (const parse of [parseJson, parseJsonStrict]) {
    assert.throws(() => parse(nested(MAX_JSON_DEPTH + 1)), /nested more than 400 levels deep/);
  }
  const brackets = `{"a":"${'['.repeat(5000)}\\\\","b":"\\"${'{'.repeat(5000)}"}`;
  assert.deepEqual(parseJson(brackets), JSON.parse(brackets));
});

test('parses a YAML body as YAML 1.1', () => {
  const text = `on: y
1: no
1.50: 1_000
o: 010
0x10: 1e3
d: 2001-01-01
t: 1:30
big: 9007199254740993
b: !!binary aGk=
none: ~
m: &m {a: {b: 1}}
mm: {<<: *m, c: 2}
---
second: document
`;
  assert.deepEqual(parseYamlBody(text), {
    true: true,
    1: false,
    1.5: 1000,
    o: 8,
    16: 1000,
    d: '2001-01-01',
    t: '1:30',
    big: 9007199254740993n,
    b: 'hi',
    none: null,
    m: { a: { b: 1 } },
    mm: { a: { b: 1 }, c: 2 },
  });
  assert.equal(parseYamlBody(''), null);
});

test('rejects YAML that JSON cannot express, and YAML bombs', () => {
  for (const text of ['a: .inf', '~: x', '[1, 2]: x', 'a: [', '{a: 1']) {
    assert.throws(() => parseYamlBody(text), JsonSyntaxError, text);
  }
  let bomb = 'a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n';
  for (let i = 1; i < 9; i++) {
    bomb += `a${i}: &a${i} [${`*a${i - 1}, `.repeat(10)}]\n`;
  }
  assert.throws(() => parseYamlBody(bomb), JsonSyntaxError);
});

test('reports repeated YAML keys', () => {
  assert.deepEqual(parseYamlBodyStrict('a: 1\nb: {c: 1, c: 2}\n'), {
    value: { a: 1, b: { c: 2 } },
    duplicates: ['b.c'],
    duplicateKeys: new Map(),
    keys: ['c'],
    offsets: [15],
  });
  assert.deepEqual(parseYamlBody('a: 1\na: 2'), { a: 2 });
});

test('ignores the order of keys and the representation of integers in comparisons', () => {
  assert.ok(deepEqualJson({ a: 1, b: [2n] }, { b: [2], a: 1n }));
  assert.ok(deepEqualJson(2n ** 60n, 2n ** 60n));
  assert.ok(!deepEqualJson(9007199254740993n, 9007199254740992));
  assert.ok(!deepEqualJson({ a: 1 }, { a: 1, b: 2 }));
  assert.ok(!deepEqualJson({ a: 1, b: 2 }, { a: 1 }));
  assert.ok(!deepEqualJson([], {}));
  assert.ok(!deepEqualJson(null, {}));
  assert.ok(!deepEqualJson('1', 1));
  assert.ok(!deepEqualJson({ a: {} }, parseJson('{"__proto__":{},"b":1}')));
});

test('copies values deeply', () => {
  const original = { a: [{ b: 1 }], c: null, d: 5n };
  const copy = cloneJson(original);
  assert.deepEqual(copy, original);
  assert.notEqual(copy.a[0], original.a[0]);
});
