import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Document, parse, Scalar, visit } from 'yaml';
import { printYaml } from './print-yaml.js';

test('formats blocks as the yaml library does', () => {
  const value = {
    a: { b: [], c: {}, d: null, e: true, f: 0, g: -1.5, h: 'two words', i: undefined },
    list: [1, 'x', [1, [2]], { a: 1, b: { c: [{ d: 1 }] } }, {}],
  };
  assert.equal(printYaml(value), new Document(value).toString({ lineWidth: 0 }));
});

test('prints a shared object as a copy at each position', () => {
  const part = { a: { b: 1 }, c: ['x'], 'd: ': [{ e: 'two\nlines' }] };
  const value = { part, list: [part, [part]], deep: { part, deeper: { part } } };
  assert.equal(printYaml(value), printYaml(structuredCopy(value)));
});

/** Without anything that is one object in two places. */
const structuredCopy = (value: object): object => JSON.parse(JSON.stringify(value)) as object;

/** Each text in the style that is wanted for it, but laid out by the library. */
function printByLibrary(value: object): string {
  const document = new Document(value);
  visit(document, {
    Scalar(_, scalar) {
      if (typeof scalar.value !== 'string') return;
      const isWord = /^(?:yes|no|on|off|y|n|=|<<|0[obx]?[\da-f_]+|[\d][\d_,.:eE+-]*|\.[\d_]+.*)$/i;
      if (isWord.test(scalar.value)) scalar.type = Scalar.QUOTE_DOUBLE;
      else scalar.type = scalar.value.includes('\n') ? Scalar.BLOCK_LITERAL : Scalar.PLAIN;
    },
  });
  return document.toString({ lineWidth: 0 });
}

/** Words with a meaning in YAML, and the text between them. */
const SYNTAX = [
  ...['- ', '-', '?', ': ', ':', ' #', '#', ',', '[', ']', '{', '}', '&', '*', '!', '|', '>'],
  ...["'", '"', '%', '@', '`', '=', '~', '<<', '.', ' ', 'null', 'true', 'yes', 'é', '1', '0x'],
  ...['_', '\\', '/', 'a', 'word', '+'],
];

test('formats single-line text as the yaml library does', () => {
  const text = fc
    .array(fc.constantFrom(...SYNTAX), { maxLength: 6 })
    .map((parts) => parts.join(''));
  const isOurs = (given: string) => !/^(?:---|\.\.\.)/.test(given);
  fc.assert(
    fc.property(text.filter(isOurs), (given) => {
      const value = { outer: [{ [given]: given, second: [given] }] };
      assert.equal(printYaml(value), printByLibrary(value));
    }),
    { numRuns: 3000, seed: 1 },
  );
});

test('formats multi-line text as the yaml library does', () => {
  const line = fc.array(fc.constantFrom(...SYNTAX, '  '), { maxLength: 4 });
  const isOurs = (given: string) =>
    /^\S[^]*\n[^]*\S$/.test(given) && !/[ \t]$|^(?:---|\.\.\.)/m.test(given);
  const text = fc.array(
    line.map((parts) => parts.join('')),
    { minLength: 2, maxLength: 4 },
  );
  fc.assert(
    fc.property(text.map((lines) => lines.join('\n')).filter(isOurs), (given) => {
      const value = { outer: [{ name: given, second: [given] }] };
      assert.equal(printYaml(value), printByLibrary(value));
    }),
    { numRuns: 1000, seed: 1 },
  );
});

test('prints multi-line text as an indented block', () => {
  assert.equal(
    printYaml({ a: [{ b: 'one: 1\n\n  two' }] }),
    'a:\n  - b: |-\n      one: 1\n\n        two\n',
  );
});

const TEXTS = [
  ...['', ' ', 'a ', ' a', 'a: b', 'a #b', '- a', '?', '--- a', '...', '%', '@', '`', '|', '>'],
  ...['yes', 'No', 'on', 'y', '~', 'null', '1', '1e3', '0x1', '1_0', '.5', '.inf', '<<', '='],
  ...['a\nb', 'a\n', '\na', ' a\nb', 'a\r\nb', 'a\tb', '\u0000', '\u001b', '\u007f', '\u0085'],
  ...['\u2028', '\ufeffx', '\u202ex', '\u00a0x', 'é', '🚀', '__proto__', 'constructor', "it's"],
  ...['"', "'", '\\', '{a}', '[a]', 'a, b', 'x'.repeat(2000), 'a\n--- b', 'word '.repeat(50) + '.'],
];
for (const version of ['1.1', '1.2'] as const) {
  test(`prints keys and values that a YAML ${version} parser reads back unchanged`, () => {
    for (const text of TEXTS) {
      const value = { outer: [{ [text]: text, second: [text, [text]] }] };
      assert.deepEqual(parse(printYaml(value), { version }), value, JSON.stringify(text));
    }
  });
}
