import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ArgumentType, MarkerValue } from './arguments.js';
import { MarkerSyntaxError } from './marker-syntax-error.js';
import { ValueParser } from './value-parser.js';

const any: ArgumentType = { type: 'any' };
const text: ArgumentType = { type: 'string' };
const texts: ArgumentType = { type: 'list', of: text };

function parse(source: string, type: ArgumentType): MarkerValue {
  const parser = new ValueParser(source);
  const value = parser.value(type);
  assert.ok(parser.isAtEnd(), `${source} was read to its end`);
  return value;
}

const GOOD: readonly [source: string, type: ArgumentType, value: MarkerValue][] = [
  ['plain', text, 'plain'],
  [' two words ', text, 'two words'],
  ['"a\\tb\\x41\\u00e9\\101\\""', text, 'a\tbAéA"'],
  ['`raw \\d{2},;`', text, 'raw \\d{2},;'],
  ['^a$', text, '^a$'],
  ['12', { type: 'integer' }, 12],
  ['-1.5e3', { type: 'number' }, -1500],
  ['9223372036854775807', { type: 'integer' }, 9223372036854775807n],
  ['true', { type: 'boolean' }, true],
  ['a;b;c', texts, ['a', 'b', 'c']],
  ['{a,"b,c"}', texts, ['a', 'b,c']],
  ['{a;b,c}', { type: 'list', of: texts }, [['a', 'b'], ['c']]],
  ['7', any, 7],
  ['"7"', any, '7'],
  ['100Mi', any, '100Mi'],
  ['2024-01-15', any, '2024-01-15'],
  ['087bdd', any, '087bdd'],
  ['true', any, true],
  ['truely', any, 'truely'],
  ['a;1;true', any, ['a', 1, true]],
  ['{}', any, {}],
  ['{a, 1}', any, ['a', 1]],
  ['{a: 1, "b c": {x, y}, d: {e: f}}', any, { a: 1, 'b c': ['x', 'y'], d: { e: 'f' } }],
  ['{{a: 1}, {a: 2}}', any, [{ a: 1 }, { a: 2 }]],
  ['as, it; is', { type: 'raw' }, 'as, it; is'],
  ['self.a == "x,y" && b', text, 'self.a == "x,y" && b'],
  ['a `b;c` d', text, 'a `b;c` d'],
  ['"\\xe4\\xb8\\xad\\344\\270\\255"', text, '中中'],
  ['"\\U0001f600"', text, '😀'],
  ['{a,b,}', texts, ['a', 'b']],
  ['a;b;', texts, ['a', 'b']],
  ['a;b', { type: 'list', of: any }, ['a', 'b']],
  ['{{a,b},{c}}', { type: 'list', of: texts }, [['a', 'b'], ['c']]],
  ['{a: x;y, b: 1}', any, { a: ['x', 'y'], b: 1 }],
  ['.5', { type: 'number' }, 0.5],
  ['010', any, 10],
  ['{1, 2Mi}', any, [1, '2Mi']],
  ["'a'", any, "'a'"],
  ['get, list', { type: 'words', of: ['get', 'list'] }, ['get', 'list']],
  ['fail', { type: 'choice', of: ['Fail', 'Ignore'], anyCase: true }, 'Fail'],
];

for (const [source, type, value] of GOOD) {
  test(`parses ${source} as ${type.type}`, () => {
    assert.deepEqual(parse(source, type), value);
  });
}

const BAD: readonly [source: string, type: ArgumentType, message: string, offset: number][] = [
  ['"open', text, 'the string has no closing quote', 0],
  ['`open', text, 'the raw string has no closing backtick', 0],
  ['"\\q"', text, 'unknown escape in string', 0],
  ['', text, 'expected a value', 0],
  ['1.5', { type: 'integer' }, 'expected an integer, not "1.5"', 0],
  ['yes', { type: 'boolean' }, 'expected true or false, not "yes"', 0],
  ['{a, b', any, 'the brace is never closed', 0],
  ['{a: 1, a: 2}', any, 'the key "a" is specified twice', 7],
  ['{a: 1, b}', any, 'expected : after the key "b"', 8],
  ['"\\\'"', text, 'unknown escape in string', 0],
  ['"\\ud800"', text, 'unknown escape in string', 0],
  ['get,lst', { type: 'words', of: ['get', 'list'] }, 'unknown word "lst"; did you mean list?', 4],
  ['red', { type: 'choice', of: ['a', 'b'] }, 'expected one of a, b, not "red"', 0],
];

for (const [source, type, message, offset] of BAD) {
  test(`rejects ${JSON.stringify(source)}: ${message}`, () => {
    assert.throws(
      () => parse(source, type),
      (error) => {
        assert.ok(error instanceof MarkerSyntaxError);
        assert.deepEqual([error.message, error.offset], [message, offset]);
        return true;
      },
    );
  });
}

test('keeps the map key __proto__', () => {
  const value = parse('{__proto__: 1}', any);
  assert.deepEqual(Object.keys(value), ['__proto__']);
});
