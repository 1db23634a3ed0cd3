import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goJsonProblem } from './index.js';

/** Texts, and the messages of kube-apiserver 1.37.2 about them. */
const PROBLEMS: readonly (readonly [text: string, problem: string])[] = [
  ['', 'unexpected end of JSON input'],
  [' ', 'unexpected end of JSON input'],
  ['{"a":"x', 'unexpected end of JSON input'],
  ['{"a"}', "invalid character '}' after object key"],
  ['{"a":tru}', "invalid character '}' in literal true (expecting 'e')"],
  ['{"a":nul', "invalid character ' ' in literal null (expecting 'l')"],
  ['{"a":1 "b"}', `invalid character '"' after object key:value pair`],
  ['{"a":01}', "invalid character '1' after object key:value pair"],
  ['[1 2]', "invalid character '2' after array element"],
  ['{"a":"\u0001"}', String.raw`invalid character '\x01' in string literal`],
  [String.raw`{"a":"\x"}`, "invalid character 'x' in string escape code"],
  [String.raw`{"a":"\u12x"}`, String.raw`invalid character 'x' in \u hexadecimal character escape`],
  ['-x', "invalid character 'x' in numeric literal"],
  ['{"a":1.x}', "invalid character 'x' after decimal point in numeric literal"],
  ['{"a":1ex}', "invalid character 'x' in exponent of numeric literal"],
  ['{"a":é}', "invalid character 'Ã' looking for beginning of value"],
  ["{'a':1}", String.raw`invalid character '\'' looking for beginning of object key string`],
  ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
  ['{"a":[1,]}', "invalid character ']' looking for beginning of value"],
  ['}', "invalid character '}' looking for beginning of value"],
  ['{"a":{}} x', "invalid character 'x' after top-level value"],
];

test("reports JSON syntax errors with the real server's messages", () => {
  for (const [text, problem] of PROBLEMS) assert.equal(goJsonProblem(text), problem, text);
});

test('accepts valid JSON at any depth', () => {
  const deep = `${'['.repeat(100_000)}1${']'.repeat(100_000)}`;
  for (const text of ['null', '{"a":[{"b":[]},-1.5e+3,"\\u00e9",{}]}', deep]) {
    assert.equal(goJsonProblem(text), undefined);
  }
});
