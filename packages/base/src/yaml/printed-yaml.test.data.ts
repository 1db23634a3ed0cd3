import type { JsonObject } from '../json/index.js';

/** Texts as kube-apiserver 1.37.2 prints them, in a field and in a list. */
const TEXTS: readonly (readonly [text: string, yaml: string])[] = [
  ['', '""\n'],
  ['~', '"~"\n'],
  ['null', '"null"\n'],
  ['yes', '"yes"\n'],
  ['n', '"n"\n'],
  ['on', '"on"\n'],
  ['1', '"1"\n'],
  ['1.5', '"1.5"\n'],
  ['0x1f', '"0x1f"\n'],
  ['0o7', '"0o7"\n'],
  ['1_0', '"1_0"\n'],
  ['-', "'-'\n"],
  ['.5', '".5"\n'],
  ['.inf', '".inf"\n'],
  ['1:30', '"1:30"\n'],
  ['2026-01-02', '"2026-01-02"\n'],
  ['2026-1-2T1:2:3Z', '"2026-1-2T1:2:3Z"\n'],
  ['2026-13-01', '2026-13-01\n'],
  ['2026-01-02 10:00:00', '"2026-01-02 10:00:00"\n'],
  ['2026-01-02 10:00:00Z', '2026-01-02 10:00:00Z\n'],
  ['<<', '<<\n'],
  ['=', '=\n'],
  ['a: b', "'a: b'\n"],
  ['a:', "'a:'\n"],
  ['a #b', "'a #b'\n"],
  ['# a', "'# a'\n"],
  ['- a', "'- a'\n"],
  ['-a', '-a\n'],
  ['? a', "'? a'\n"],
  ['@a', "'@a'\n"],
  ['%a', "'%a'\n"],
  ["it's", "it's\n"],
  ['"q"', '\'"q"\'\n'],
  ['\\', '\\\n'],
  ['a\nb', '|-\n    a\n    b\n'],
  ['a\nb\n', '|\n    a\n    b\n'],
  ['a\n\n', '|+\n    a\n\n'],
  ['\n', '|2+\n\n'],
  [' a\nb', '|2-\n     a\n    b\n'],
  ['a\nb ', '"a\\nb "\n'],
  ['a \nb', '"a \\nb"\n'],
  ['a\n b', '|-\n    a\n     b\n'],
  [' ', "' '\n"],
  ['a ', "'a '\n"],
  ['a\tb', '"a\\tb"\n'],
  ['é', 'é\n'],
  ['中', '中\n'],
  ['\ud83d\ude00', '"\\U0001F600"\n'],
  ['\u00a0', '\u00a0\n'],
  ['\u0007', '"\\a"\n'],
  ['a\r', '"a\\r"\n'],
  ['\ufeffab', '"\\uFEFF\\x61\\x62"\n'],
  ['a\u2028b', "'a\u2028    b'\n"],
  ['---', "'---'\n"],
  ['--- a', "'--- a'\n"],
  ['...', "'...'\n"],
  [
    'a text of several words that is longer than what the printer puts on one line, with more',
    'a text of several words that is longer than what the printer puts on one line,\n    with more\n',
  ],
  [
    'a text: of several  words that is longer than what the printer puts on one line, with more',
    "'a text: of several  words that is longer than what the printer puts on one line,\n    with more'\n",
  ],
  [
    'a text of several words that is longer than what the printer puts on one line, with more: a text of several words that is longer than what the printer puts on one line, with more',
    "'a text of several words that is longer than what the printer puts on one line,\n    with more: a text of several words that is longer than what the printer puts on\n    one line, with more'\n",
  ],
  [
    'a text of several words that is longer than what the printer puts on one line, with more\ta text of several words that is longer than what the printer puts on one line, with more',
    '"a text of several words that is longer than what the printer puts on one line,\n    with more\\ta text of several words that is longer than what the printer puts on\n    one line, with more"\n',
  ],
  [
    '"a text of several words that is longer than what the printer puts on one line, with more  a text of several words that is longer than what the printer puts on one line, with more"',
    '\'"a text of several words that is longer than what the printer puts on one line,\n    with more  a text of several words that is longer than what the printer puts on\n    one line, with more"\'\n',
  ],
];

type Printed = readonly [object: JsonObject, yaml: string];

/** Objects and their YAML, as kube-apiserver 1.37.2 prints the same fields of an object. */
export const PRINTED: readonly Printed[] = [
  ...TEXTS.map(([text, yaml]): Printed => [
    { spec: { a: text, b: [text] } },
    `spec:\n  a: ${yaml}  b:\n  - ${yaml}`,
  ]),
  [{ spec: { a: [] } }, 'spec:\n  a: []\n'],
  [{ spec: { a: {} } }, 'spec:\n  a: {}\n'],
  [{ spec: { a: [{}] } }, 'spec:\n  a:\n  - {}\n'],
  [{ spec: { a: [[]] } }, 'spec:\n  a:\n  - []\n'],
  [
    { spec: { a: [[1, [2]], { b: [1], c: { d: [] } }] } },
    'spec:\n  a:\n  - - 1\n    - - 2\n  - b:\n    - 1\n    c:\n      d: []\n',
  ],
  [{ spec: { a: null, b: true, c: false } }, 'spec:\n  a: null\n  b: true\n  c: false\n'],
  [
    {
      spec: {
        a: 1,
        b: 1.5,
        c: 1e21,
        d: 1e-7,
        e: 123456.5,
        f: 1234567.5,
        g: -0.5,
        h: 9007199254740991,
      },
    },
    'spec:\n  a: 1\n  b: 1.5\n  c: 1e+21\n  d: 1e-07\n  e: 123456.5\n  f: 1.2345675e+06\n  g: -0.5\n  h: 9007199254740991\n',
  ],
  [
    {
      spec: {
        kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk: 1,
        llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll:
          { a: 1 },
      },
    },
    'spec:\n  ? kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk\n  : 1\n  llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll:\n    a: 1\n',
  ],
  [
    {
      spec: {
        kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk:
          { a: [1] },
        lllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll:
          ['a'],
      },
    },
    'spec:\n  ? kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk\n  : a:\n    - 1\n  ? lllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll\n  : - a\n',
  ],
  [{ spec: { 'a\nb': 'c\nd' } }, 'spec:\n  ? |-\n    a\n    b\n  : |-\n    c\n    d\n'],
  [{ spec: { '': '' } }, 'spec:\n  "": ""\n'],
  [
    {
      spec: {
        '0': 1,
        '9': 1,
        '10': 1,
        a10: 1,
        a2: 1,
        a: 1,
        B: 1,
        _z: 1,
        '.x': 1,
        '01': 1,
        ab: 1,
        'a-1': 1,
        é: 1,
      },
    },
    'spec:\n  .x: 1\n  _z: 1\n  "0": 1\n  "01": 1\n  "9": 1\n  "10": 1\n  B: 1\n  a: 1\n  a-1: 1\n  a2: 1\n  a10: 1\n  ab: 1\n  é: 1\n',
  ],
];
