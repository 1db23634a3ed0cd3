import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Document, parse } from 'yaml';
import { printYaml } from './print-yaml.js';

test('blocks are laid out as the library does', () => {
  const value = {
    a: { b: [], c: {}, d: null, e: true, f: 0, g: -1.5, h: 'two words', i: undefined },
    list: [1, 'x', [1, [2]], { a: 1, b: { c: [{ d: 1 }] } }, {}],
  };
  assert.equal(printYaml(value), new Document(value).toString({ lineWidth: 0 }));
});

test('text of several lines is a block at its depth', () => {
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
  test(`readers of YAML ${version} read every text, as key and as value, as it was`, () => {
    for (const text of TEXTS) {
      const value = { outer: [{ [text]: text, second: [text, [text]] }] };
      assert.deepEqual(parse(printYaml(value), { version }), value, JSON.stringify(text));
    }
  });
}
