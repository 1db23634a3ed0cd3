import type { JsonObject } from '../json/index.js';

/** Objects and their YAML, as kube-apiserver 1.37.2 prints the same fields of an object. */
export const PRINTED: readonly (readonly [object: JsonObject, yaml: string])[] = [
  [{ spec: { a: '', b: [''] } }, 'spec:\n  a: ""\n  b:\n  - ""\n'],
  [{ spec: { a: '~', b: ['~'] } }, 'spec:\n  a: "~"\n  b:\n  - "~"\n'],
  [{ spec: { a: 'null', b: ['null'] } }, 'spec:\n  a: "null"\n  b:\n  - "null"\n'],
  [{ spec: { a: 'yes', b: ['yes'] } }, 'spec:\n  a: "yes"\n  b:\n  - "yes"\n'],
  [{ spec: { a: 'n', b: ['n'] } }, 'spec:\n  a: "n"\n  b:\n  - "n"\n'],
  [{ spec: { a: 'on', b: ['on'] } }, 'spec:\n  a: "on"\n  b:\n  - "on"\n'],
  [{ spec: { a: '1', b: ['1'] } }, 'spec:\n  a: "1"\n  b:\n  - "1"\n'],
  [{ spec: { a: '1.5', b: ['1.5'] } }, 'spec:\n  a: "1.5"\n  b:\n  - "1.5"\n'],
  [{ spec: { a: '0x1f', b: ['0x1f'] } }, 'spec:\n  a: "0x1f"\n  b:\n  - "0x1f"\n'],
  [{ spec: { a: '0o7', b: ['0o7'] } }, 'spec:\n  a: "0o7"\n  b:\n  - "0o7"\n'],
  [{ spec: { a: '1_0', b: ['1_0'] } }, 'spec:\n  a: "1_0"\n  b:\n  - "1_0"\n'],
  [{ spec: { a: '-', b: ['-'] } }, "spec:\n  a: '-'\n  b:\n  - '-'\n"],
  [{ spec: { a: '.5', b: ['.5'] } }, 'spec:\n  a: ".5"\n  b:\n  - ".5"\n'],
  [{ spec: { a: '.inf', b: ['.inf'] } }, 'spec:\n  a: ".inf"\n  b:\n  - ".inf"\n'],
  [{ spec: { a: '1:30', b: ['1:30'] } }, 'spec:\n  a: "1:30"\n  b:\n  - "1:30"\n'],
  [
    { spec: { a: '2026-01-02', b: ['2026-01-02'] } },
    'spec:\n  a: "2026-01-02"\n  b:\n  - "2026-01-02"\n',
  ],
  [
    { spec: { a: '2026-1-2T1:2:3Z', b: ['2026-1-2T1:2:3Z'] } },
    'spec:\n  a: "2026-1-2T1:2:3Z"\n  b:\n  - "2026-1-2T1:2:3Z"\n',
  ],
  [
    { spec: { a: '2026-13-01', b: ['2026-13-01'] } },
    'spec:\n  a: 2026-13-01\n  b:\n  - 2026-13-01\n',
  ],
  [
    { spec: { a: '2026-01-02 10:00:00', b: ['2026-01-02 10:00:00'] } },
    'spec:\n  a: "2026-01-02 10:00:00"\n  b:\n  - "2026-01-02 10:00:00"\n',
  ],
  [
    { spec: { a: '2026-01-02 10:00:00Z', b: ['2026-01-02 10:00:00Z'] } },
    'spec:\n  a: 2026-01-02 10:00:00Z\n  b:\n  - 2026-01-02 10:00:00Z\n',
  ],
  [{ spec: { a: '<<', b: ['<<'] } }, 'spec:\n  a: <<\n  b:\n  - <<\n'],
  [{ spec: { a: '=', b: ['='] } }, 'spec:\n  a: =\n  b:\n  - =\n'],
  [{ spec: { a: 'a: b', b: ['a: b'] } }, "spec:\n  a: 'a: b'\n  b:\n  - 'a: b'\n"],
  [{ spec: { a: 'a:', b: ['a:'] } }, "spec:\n  a: 'a:'\n  b:\n  - 'a:'\n"],
  [{ spec: { a: 'a #b', b: ['a #b'] } }, "spec:\n  a: 'a #b'\n  b:\n  - 'a #b'\n"],
  [{ spec: { a: '# a', b: ['# a'] } }, "spec:\n  a: '# a'\n  b:\n  - '# a'\n"],
  [{ spec: { a: '- a', b: ['- a'] } }, "spec:\n  a: '- a'\n  b:\n  - '- a'\n"],
  [{ spec: { a: '-a', b: ['-a'] } }, 'spec:\n  a: -a\n  b:\n  - -a\n'],
  [{ spec: { a: '? a', b: ['? a'] } }, "spec:\n  a: '? a'\n  b:\n  - '? a'\n"],
  [{ spec: { a: '@a', b: ['@a'] } }, "spec:\n  a: '@a'\n  b:\n  - '@a'\n"],
  [{ spec: { a: '%a', b: ['%a'] } }, "spec:\n  a: '%a'\n  b:\n  - '%a'\n"],
  [{ spec: { a: "it's", b: ["it's"] } }, "spec:\n  a: it's\n  b:\n  - it's\n"],
  [{ spec: { a: '"q"', b: ['"q"'] } }, 'spec:\n  a: \'"q"\'\n  b:\n  - \'"q"\'\n'],
  [{ spec: { a: '\\', b: ['\\'] } }, 'spec:\n  a: \\\n  b:\n  - \\\n'],
  [
    { spec: { a: 'a\nb', b: ['a\nb'] } },
    'spec:\n  a: |-\n    a\n    b\n  b:\n  - |-\n    a\n    b\n',
  ],
  [
    { spec: { a: 'a\nb\n', b: ['a\nb\n'] } },
    'spec:\n  a: |\n    a\n    b\n  b:\n  - |\n    a\n    b\n',
  ],
  [{ spec: { a: 'a\n\n', b: ['a\n\n'] } }, 'spec:\n  a: |+\n    a\n\n  b:\n  - |+\n    a\n\n'],
  [{ spec: { a: '\n', b: ['\n'] } }, 'spec:\n  a: |2+\n\n  b:\n  - |2+\n\n'],
  [
    { spec: { a: ' a\nb', b: [' a\nb'] } },
    'spec:\n  a: |2-\n     a\n    b\n  b:\n  - |2-\n     a\n    b\n',
  ],
  [{ spec: { a: 'a\nb ', b: ['a\nb '] } }, 'spec:\n  a: "a\\nb "\n  b:\n  - "a\\nb "\n'],
  [{ spec: { a: 'a \nb', b: ['a \nb'] } }, 'spec:\n  a: "a \\nb"\n  b:\n  - "a \\nb"\n'],
  [
    { spec: { a: 'a\n b', b: ['a\n b'] } },
    'spec:\n  a: |-\n    a\n     b\n  b:\n  - |-\n    a\n     b\n',
  ],
  [{ spec: { a: ' ', b: [' '] } }, "spec:\n  a: ' '\n  b:\n  - ' '\n"],
  [{ spec: { a: 'a ', b: ['a '] } }, "spec:\n  a: 'a '\n  b:\n  - 'a '\n"],
  [{ spec: { a: 'a\tb', b: ['a\tb'] } }, 'spec:\n  a: "a\\tb"\n  b:\n  - "a\\tb"\n'],
  [{ spec: { a: 'é', b: ['é'] } }, 'spec:\n  a: é\n  b:\n  - é\n'],
  [{ spec: { a: '中', b: ['中'] } }, 'spec:\n  a: 中\n  b:\n  - 中\n'],
  [
    { spec: { a: '\ud83d\ude00', b: ['\ud83d\ude00'] } },
    'spec:\n  a: "\\U0001F600"\n  b:\n  - "\\U0001F600"\n',
  ],
  [{ spec: { a: '\u00a0', b: ['\u00a0'] } }, 'spec:\n  a: \u00a0\n  b:\n  - \u00a0\n'],
  [{ spec: { a: '\u0007', b: ['\u0007'] } }, 'spec:\n  a: "\\a"\n  b:\n  - "\\a"\n'],
  [{ spec: { a: 'a\r', b: ['a\r'] } }, 'spec:\n  a: "a\\r"\n  b:\n  - "a\\r"\n'],
  [
    { spec: { a: '\ufeffab', b: ['\ufeffab'] } },
    'spec:\n  a: "\\uFEFF\\x61\\x62"\n  b:\n  - "\\uFEFF\\x61\\x62"\n',
  ],
  [
    { spec: { a: 'a\u2028b', b: ['a\u2028b'] } },
    "spec:\n  a: 'a\u2028    b'\n  b:\n  - 'a\u2028    b'\n",
  ],
  [{ spec: { a: '---', b: ['---'] } }, "spec:\n  a: '---'\n  b:\n  - '---'\n"],
  [{ spec: { a: '--- a', b: ['--- a'] } }, "spec:\n  a: '--- a'\n  b:\n  - '--- a'\n"],
  [{ spec: { a: '...', b: ['...'] } }, "spec:\n  a: '...'\n  b:\n  - '...'\n"],
  [
    {
      spec: {
        a: 'a text of several words that is longer than what the printer puts on one line, with more',
        b: [
          'a text of several words that is longer than what the printer puts on one line, with more',
        ],
      },
    },
    'spec:\n  a: a text of several words that is longer than what the printer puts on one line,\n    with more\n  b:\n  - a text of several words that is longer than what the printer puts on one line,\n    with more\n',
  ],
  [
    {
      spec: {
        a: 'a text: of several  words that is longer than what the printer puts on one line, with more',
        b: [
          'a text: of several  words that is longer than what the printer puts on one line, with more',
        ],
      },
    },
    "spec:\n  a: 'a text: of several  words that is longer than what the printer puts on one line,\n    with more'\n  b:\n  - 'a text: of several  words that is longer than what the printer puts on one line,\n    with more'\n",
  ],
  [
    {
      spec: {
        a: 'a text of several words that is longer than what the printer puts on one line, with more: a text of several words that is longer than what the printer puts on one line, with more',
        b: [
          'a text of several words that is longer than what the printer puts on one line, with more: a text of several words that is longer than what the printer puts on one line, with more',
        ],
      },
    },
    "spec:\n  a: 'a text of several words that is longer than what the printer puts on one line,\n    with more: a text of several words that is longer than what the printer puts on\n    one line, with more'\n  b:\n  - 'a text of several words that is longer than what the printer puts on one line,\n    with more: a text of several words that is longer than what the printer puts on\n    one line, with more'\n",
  ],
  [
    {
      spec: {
        a: 'a text of several words that is longer than what the printer puts on one line, with more\ta text of several words that is longer than what the printer puts on one line, with more',
        b: [
          'a text of several words that is longer than what the printer puts on one line, with more\ta text of several words that is longer than what the printer puts on one line, with more',
        ],
      },
    },
    'spec:\n  a: "a text of several words that is longer than what the printer puts on one line,\n    with more\\ta text of several words that is longer than what the printer puts on\n    one line, with more"\n  b:\n  - "a text of several words that is longer than what the printer puts on one line,\n    with more\\ta text of several words that is longer than what the printer puts on\n    one line, with more"\n',
  ],
  [
    {
      spec: {
        a: '"a text of several words that is longer than what the printer puts on one line, with more  a text of several words that is longer than what the printer puts on one line, with more"',
        b: [
          '"a text of several words that is longer than what the printer puts on one line, with more  a text of several words that is longer than what the printer puts on one line, with more"',
        ],
      },
    },
    'spec:\n  a: \'"a text of several words that is longer than what the printer puts on one line,\n    with more  a text of several words that is longer than what the printer puts on\n    one line, with more"\'\n  b:\n  - \'"a text of several words that is longer than what the printer puts on one line,\n    with more  a text of several words that is longer than what the printer puts on\n    one line, with more"\'\n',
  ],
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
