import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compilePattern } from '@vmgen/base/text';
import { ecmaPattern } from './ecma-pattern.js';

const PRINTED: readonly (readonly [pattern: string, printed: string | undefined])[] = [
  ['^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', '^[a-z0-9]([\\-a-z0-9]*[a-z0-9])?$'],
  ['\\Aa\\_b\\-c\\z', '^a_b-c$'],
  ['^(?P<major>\\d+)(?:x|y)+?$', '^([0-9]+)(x|y)+?$'],
  ['^[[:alpha:]_.-]{2,}.$', '^[A-Za-z_.\\-]{2,}[^\\n]$'],
  ['^\\Qa.b\\E\\S\\s$', '^a\\.b[^\\t\\n\\f\\r ][\\t\\n\\f\\r ]$'],
  ['\\pL\\p{Greek}\\PN', '[\\p{L}][\\p{Script=Greek}][^\\p{N}]'],
  ['a{,3}', 'a\\{,3\\}'],
  ['[^]x[]', '[^\\]x\\[]'],
  ['\\x41\\x{1F600}\\n', 'A\u{1f600}\\x0a'],
  ['a|', 'a|'],
  ['', ''],
  ['(?i)abc', undefined],
  ['(?s:a.b)', undefined],
  ['[a\\D]', undefined],
  ['\\C', undefined],
];

test('patterns of RE2 become those of JavaScript', () => {
  for (const [pattern, printed] of PRINTED) assert.equal(ecmaPattern(pattern), printed, pattern);
});

test('translated patterns have the same matches', () => {
  const texts = [
    '',
    'a',
    'ab',
    'a_b-c',
    'a.b',
    '1xy',
    'é',
    'λ',
    '\n',
    'a\nb',
    'A\u{1f600}\n',
    'a{,3}',
  ];
  for (const [pattern] of PRINTED) {
    const printed = ecmaPattern(pattern);
    if (printed === undefined) continue;
    const [own, translated] = [compilePattern(pattern), new RegExp(printed, 'u')];
    for (const text of texts) {
      assert.equal(translated.test(text), own.test(text), `${pattern} and ${JSON.stringify(text)}`);
    }
  }
});
