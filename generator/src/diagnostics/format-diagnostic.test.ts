import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COLOURS, formatDiagnostic } from './format-diagnostic.js';
import type { LocatedDiagnostic } from './located-diagnostic.js';

function diagnostic(sourceLine: string, place: string, more: Partial<LocatedDiagnostic> = {}) {
  const column = sourceLine.indexOf(place) + 1;
  return {
    severity: 'error',
    code: 'VMGEN1001',
    message: 'no',
    position: { file: 'a.ts', line: 1, column },
    sourceLine,
    ...more,
  } as const;
}

/** The excerpt and the underline below it, without their common indent. */
function shown(sourceLine: string, place: string, endColumn?: number): string[] {
  const found = diagnostic(sourceLine, place);
  const position = endColumn === undefined ? found.position : { ...found.position, endColumn };
  const lines = formatDiagnostic({ ...found, position }).split('\n');
  return lines.slice(1).map((line) => line.slice(4));
}

const WORDS: readonly [line: string, place: string, excerpt: string, underline: string][] = [
  ['  a: bigint;', 'bigint', 'a: bigint;', '   ^^^^^^'],
  ['  a: "x y" | B;', '"x y"', 'a: "x y" | B;', '   ^^^^^'],
  [
    '// +kubebuilder:validation:Maximum=3',
    '+',
    '// +kubebuilder:validation:Maximum=3',
    '   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^',
  ],
  ['  a: { b: C };', '{', 'a: { b: C };', '   ^'],
  ['  größe: Maß;', 'Maß', 'größe: Maß;', '       ^^^'],
  ['  a: x.y.Z[];', 'x.y', 'a: x.y.Z[];', '   ^^^^^'],
];
for (const [line, place, excerpt, underline] of WORDS) {
  test(`underlines the word if the end is unknown: ${line.trim()}`, () => {
    assert.deepEqual(shown(line, place), [excerpt, underline]);
  });
}

test('underlines up to a known end, whatever the text contains', () => {
  assert.deepEqual(shown('  a: (b & c)[];', '(b', 15), ['a: (b & c)[];', '   ^^^^^^^^^']);
});

test('marks a position after the end of the line with one caret', () => {
  const position = { file: 'a.ts', line: 1, column: 14 };
  const text = formatDiagnostic({ ...diagnostic('// +groupName', '+'), position });
  assert.equal(
    text,
    'a.ts:1:14: error VMGEN1001 (syntax-error): no\n    // +groupName\n                 ^',
  );
});

const HOSTILE: readonly [what: string, line: string, excerpt: string, underline: string][] = [
  ['tabs', '\t/**\ta\t*/ b\t: X;', '/** a */ b : X;', '             ^'],
  ['an escape sequence', '/* \u001b[2J */ b: X;', '/* \\u{1b}[2J */ b: X;', '                   ^'],
  ['a carriage return', '/* \r */ b: X;', '/* \\u{d} */ b: X;', '               ^'],
  [
    'right-to-left text',
    "'\u202ea\u2066' | X",
    "'\\u{202e}a\\u{2066}' | X",
    '                      ^',
  ],
  ['an emoji', "'🚀' | X", "'🚀' | X", '       ^'],
  ['wide letters', "'漢字ｱ' | X", "'漢字ｱ' | X", '          ^'],
  ['a joined emoji', "'👩\u200d🚀' | X", "'👩\\u{200d}🚀' | X", '                 ^'],
  ['a combining mark', "'e\u0301' | X", "'e\\u{301}' | X", '             ^'],
  ['an unpaired surrogate', "'\ud83d' | X", "'\\u{d83d}' | X", '             ^'],
  ['line separators', "'\u2028\u2029' | X", "'\\u{2028}\\u{2029}' | X", '                     ^'],
  [
    'a zero width space',
    "'\u200b\ufeff' | X",
    "'\\u{200b}\\u{feff}' | X",
    '                     ^',
  ],
  ['a bell and a C1 control', "'\u0007\u009b' | X", "'\\u{7}\\u{9b}' | X", '                ^'],
];
for (const [what, line, excerpt, underline] of HOSTILE) {
  test(`keeps the underline aligned and the terminal safe from ${what} in the source line`, () => {
    assert.deepEqual(shown(line, 'X'), [excerpt, underline]);
  });
}

test('underlines a wide character with its full width', () => {
  assert.deepEqual(shown('a: 漢字;', '漢'), ['a: 漢字;', '   ^^^^']);
});

test('shows only the text around the position in a long line', () => {
  const line = `${'x'.repeat(5_000_000)} | bad | ${'y'.repeat(5_000_000)}`;
  assert.deepEqual(shown(line, 'bad'), [
    `${'x'.repeat(57)} | bad | ${'y'.repeat(54)}`,
    `${' '.repeat(60)}^^^`,
  ]);
});

test('indents and escapes input text in a message so that it cannot imitate a diagnostic', () => {
  const text = formatDiagnostic({
    severity: 'error',
    code: 'VMGEN1001',
    message: 'unknown type "x\na.ts:1:1: error: \u001b[31mfake"',
    remedy: 'first\nsecond',
  });
  assert.equal(
    text,
    'error VMGEN1001 (syntax-error): unknown type "x\n  a.ts:1:1: error: \\u{1b}[31mfake"\n  first\n  second',
  );
});

test('colors only the position, the severity and the underline', () => {
  assert.equal(
    formatDiagnostic(diagnostic('a: X;', 'X', { remedy: 'fix it' }), COLOURS),
    '\u001b[1ma.ts:1:4\u001b[0m: \u001b[1;31merror VMGEN1001 (syntax-error):\u001b[0m no\n' +
      '    a: X;\n       \u001b[1;31m^\u001b[0m\n  fix it',
  );
  assert.equal(
    formatDiagnostic({ severity: 'warning', code: 'VMGEN1001', message: 'hm' }, COLOURS),
    '\u001b[1;33mwarning VMGEN1001 (syntax-error):\u001b[0m hm',
  );
});

test('prints related positions with their lines before the fix', () => {
  const related = [
    { label: 'the first is here', ...diagnostic('type A = 1;', 'A') },
    { label: 'no line\nof \u001b source', position: { file: 'b.ts', line: 2, column: 3 } },
  ];
  assert.equal(
    formatDiagnostic(diagnostic('type A = 2;', 'A', { related, remedy: 'rename one' })),
    `a.ts:1:6: error VMGEN1001 (syntax-error): no
    type A = 2;
         ^
  a.ts:1:6: the first is here
    type A = 1;
         -
  b.ts:2:3: no line
  of \\u{1b} source
  rename one`,
  );
});
