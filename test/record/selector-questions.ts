import type { LabelSelector } from '@vmgen/runtime';
import { pick, seeded } from '../support/seeded.js';
import { randomTexts } from './random-texts.js';

const long = 'a'.repeat(64);

/** Sets of labels, or of fields, that each selector is asked about. */
export const sets: readonly Readonly<Record<string, string>>[] = [
  {},
  { a: '' },
  { a: 'a' },
  { a: 'b', b: '1' },
  { a: '1', in: 'a' },
  { a: '-5', b: 'a', 'x.io/a': 'a' },
  { a: '05', notin: 'in' },
  { a: '+5', 'x.io/a': '1' },
  { a: '9223372036854775807' },
  { a: '9223372036854775808', b: '-9223372036854775808' },
  { a: '1_0', b: '0x1', in: '' },
  { constructor: 'a', A_b: '5' },
  { 'metadata.name': 'a', a: 'a,b' },
  { 'metadata.name': '', a: '\\', b: '=' },
];

const symbols = ['(', ')', ',', '!', '=', '==', '!=', '>', '<', ' '];
const words = ['a', 'b', 'in', 'notin', 'A_b', '1', '5', 'exists', 'constructor'];
const hostile = [
  '-5',
  'x.io/a',
  '\t',
  '\n',
  '-a',
  'a/b/c',
  '/a',
  'a/',
  'X.io/a',
  '"',
  '\\',
  'ü',
  '😀',
  '\u00a0',
  long,
];

/** Nearly selectors: a key, an operator and values, with now and then something else in between. */
function nearlySelectors(seed: number, count: number): string[] {
  const random = seeded(seed);
  const word = (): string => pick(random() < 0.97 ? words : hostile, random());
  const blank = (): string => pick(['', '', ' ', '  ', '\t'], random());
  const values = (): string =>
    Array.from({ length: Math.floor(random() * 4) }, () => blank() + word() + blank()).join(',');
  const requirement = (): string => {
    const operator = pick(['=', '==', '!=', '>', '<', 'in', 'notin', ''], random());
    if (operator === '') return pick(['', '!', '! '], random()) + word();
    if (operator.endsWith('in')) return `${word()} ${operator}${blank()}(${values()})`;
    return word() + blank() + operator + blank() + (random() < 0.9 ? word() : '');
  };
  const texts = new Set<string>();
  while (texts.size < count) {
    const size = 1 + Math.floor(random() * 3);
    const text = Array.from({ length: size }, requirement).join(blank() + ',' + blank());
    texts.add(random() < 0.9 ? text : text.replace(/.$/, pick(symbols, random())));
  }
  return [...texts];
}

/** Texts to be read as label selectors. */
export const labelTexts: readonly string[] = [
  ...new Set([
    '',
    ' ',
    ',',
    'a,',
    ',a',
    'a,,b',
    '!',
    '!!a',
    '!a=b',
    'a=',
    'a==',
    'a!=',
    'a=,b',
    'a===b',
    'a=!b',
    'a!==b',
    'a<>b',
    'a>',
    'a>b',
    'a<9223372036854775808',
    'a>-9223372036854775808,a<9223372036854775807',
    'a>+1',
    'a>01',
    'a in',
    'a in ()',
    'a in (,)',
    'a in (,,)',
    'a in (a,)',
    'a in (,a)',
    'a in (a,,b)',
    'a in (a b)',
    'a in (a',
    'a in a)',
    'a in ((a))',
    'a in (in,notin)',
    'a in (b,a,b)',
    'in in (in)',
    'notin notin (notin)',
    'in',
    'in,notin',
    '!in',
    'a notin (a)b',
    'a notin(a),b',
    'a in(a)',
    'a=b c',
    'a b',
    'b,a',
    'b=1,a=1,a=2',
    'x.io/a in (a), !b ,A_b',
    'a=in',
    'a=(',
    'a=a,b!=b,!c,d,e in (e),f notin (f),g>1,h<1',
    long,
    `a=${long}`,
    `${'a.'.repeat(127)}a/b`,
    `a in (${long},-)`,
    'a=-',
    'a=a-',
    'a=.a',
    'a\u0000b',
    'a\u0000,b',
    'a,\u0000b',
    'a=\u0000b',
    'a in (\u0000a)',
    '\u0000',
    'ü=a',
    'a=ü',
    `a=${'ü'.repeat(40)}`,
    'ü'.repeat(40),
    'a=\u007f\u0001\u2028\ufeff',
    'a\u00a0=b',
    'a\v=b',
    'a\r\n=\r\nb',
    ...randomTexts(1, 250, [...symbols, ...words, ...hostile], 8),
    ...nearlySelectors(2, 350),
  ]),
];

/** Texts to be read as field selectors. */
export const fieldTexts: readonly string[] = [
  ...new Set([
    '',
    ',',
    'a',
    'a=b,',
    ',a=b',
    'b=1,a=1',
    'a=1,a=1',
    'a!=1,a=2,a==3',
    '=',
    '==',
    '!=',
    '=a',
    'a=',
    'a==',
    'a!=',
    'a===b',
    'a=b=c',
    'a!b',
    'a!b=c',
    'a!!=c',
    'a=!b',
    'a=\\,b',
    'a=a\\,b',
    'a=\\=',
    'a=\\\\',
    'a=\\',
    'a=\\x',
    'a=\\ü',
    'a=\\😀',
    'a\\=b',
    'a\\,b=c',
    'a\\,=c',
    '\\',
    ' a = b ',
    'a=ü',
    'a=\n',
    'metadata.name=a',
    ...randomTexts(
      3,
      300,
      [
        'a',
        'b',
        'metadata.name',
        '=',
        '=',
        '==',
        '!=',
        '!',
        ',',
        '\\',
        '\\,',
        '\\=',
        '\\\\',
        ' ',
        'ü',
        '😀',
      ],
      8,
    ),
  ]),
];

function randomObjects(seed: number, count: number): LabelSelector[] {
  const random = seeded(seed);
  const word = (): string => pick(random() < 0.95 ? words : [...hostile, ''], random());
  const operators = ['In', 'NotIn', 'Exists', 'DoesNotExist'] as const;
  return Array.from({ length: count }, () => ({
    // Of several that are wrong, Go names any one.
    ...(random() < 0.5 && { matchLabels: { [word()]: word() } }),
    ...(random() < 0.8 && {
      matchExpressions: Array.from({ length: Math.floor(random() * 3) }, () => {
        const operator = pick(operators, random());
        const wantsValues = operator.endsWith('In') === random() < 0.9;
        const values = Array.from({ length: 1 + Math.floor(random() * 3) }, word);
        return { key: word(), operator, ...(wantsValues && { values }) };
      }),
    }),
  }));
}

/** Objects to be read as label selectors. */
export const selectorObjects: readonly LabelSelector[] = [
  {},
  { matchLabels: {}, matchExpressions: [] },
  { matchLabels: { b: '1', a: 'b' } },
  { matchLabels: { a: '' } },
  ...randomObjects(4, 200),
];
