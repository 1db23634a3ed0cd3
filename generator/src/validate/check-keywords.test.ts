import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, diagnosticTexts, kindWith } from '../testing/compile-text.js';

/** What is found of a spec with its first marker in line 11, and whether files were made. */
function check(spec: string, more = '', strict = false): readonly [isMade: boolean, ...string[]] {
  const compiled = compileText({ 'example/v1/types.ts': kindWith(spec, more) }, { strict });
  return [
    compiled.files.length > 0,
    ...diagnosticTexts(compiled).map((text) => text.replace('example/v1/types.ts:', '')),
  ];
}

const FORMAT = '  // +kubebuilder:validation:Format';
const ENUM = '  // +kubebuilder:validation:Enum';
const EXAMPLE = '  // +kubebuilder:example';

test('warns about an unknown format at its marker', () => {
  const misspelt =
    'warning: the API server ignores the unknown format "datetme" for string\n  did you mean date-time?';
  const spec = `${FORMAT}=datetme\n  a: string;`;
  assert.deepEqual(check(spec), [true, `11:6: ${misspelt}`]);
  assert.deepEqual(check(spec, '', true), [false, `11:6: ${misspelt}`]);
  assert.deepEqual(check(`${FORMAT}=uuid\n  a: Int32;`), [
    true,
    '11:6: warning: the API server ignores the unknown format "uuid" for integer\n  remove it, or use one of int32, int64',
  ]);
  assert.deepEqual(check(`${FORMAT}=uri\n  a: { b: string };`), [
    true,
    '11:6: warning: the API server ignores the unknown format "uri" for object\n  remove it',
  ]);
});

test('reports a format of a type once, for any number of fields', () => {
  const more = '// +kubebuilder:validation:Format=uriii\ntype Link = string;';
  assert.deepEqual(check('  a: Link;\n  b: Link[];', more), [
    true,
    '14:4: warning: the API server ignores the unknown format "uriii" for string\n  did you mean uri?',
  ]);
});

test('accepts known formats with and without dashes', () => {
  const spec = ['date-time', 'datetime', 'k8s-short-name', 'hexcolor']
    .map((format, index) => `${FORMAT}=${format}\n  a${index}: string;`)
    .join('\n');
  assert.deepEqual(check(`${spec}\n${FORMAT}=int64\n  b: Int32;`), [true]);
});

/** Specs, and what is found of them at the marker. */
const MISFITS: readonly (readonly [spec: string, ...diagnostics: string[]])[] = [
  [
    `${ENUM}=1;b\n  a: string;`,
    'a value of the enum is 1, but the type is string\n  quote it: "1"',
  ],
  [
    `${ENUM}=1;2.5\n  a: Int32;`,
    'a value of the enum is 2.5, but the type is integer\n  write a value of type integer',
  ],
  [
    `  // +kubebuilder:validation:items:Enum=true\n  a: string[];`,
    'a value of the enum is true, but the type is string\n  quote it: "true"',
  ],
  [
    `${EXAMPLE}=9007199254740993\n  a: string;`,
    'the example is 9007199254740993, but the type is string\n  quote it: "9007199254740993"',
  ],
  [
    `${EXAMPLE}=x\n  a: boolean;`,
    'the example is "x", but the type is boolean\n  write a value of type boolean',
  ],
  [
    `${EXAMPLE}={b:{c}}\n  a: string;`,
    'the example is an object, but the type is string\n  write a value of type string',
  ],
  [
    `${EXAMPLE}={{x:{1,"2"}}}\n  a: Record<string, Int32[]>[];`,
    'the example is "2" at [0].x[1], but the type there is integer\n  write a value of type integer',
  ],
  [
    `${EXAMPLE}=true\n  a: IntOrString;`,
    'the example is true, but the type is integer or string\n  write a value of type integer or string',
  ],
  [
    `${EXAMPLE}={1}\n  a: { b: string };`,
    'the example is an array, but the type is object\n  write a value of type object',
  ],
];

for (const [spec, ...diagnostics] of MISFITS) {
  test(`rejects a value of another type at its marker: ${spec.trim().replace('\n ', '')}`, () => {
    const more = "import type { IntOrString } from '@vmgen/runtime';";
    const expected = diagnostics.map((diagnostic) => `11:6: error: ${diagnostic}`);
    assert.deepEqual(check(spec, more), [false, ...expected]);
  });
}

test('warns about a duplicate enum value', () => {
  assert.deepEqual(check(`${ENUM}=a;b;a\n  a: string;`), [
    true,
    '11:6: warning: the enum names "a" more than once\n  remove the duplicate',
  ]);
  assert.deepEqual(check(`${ENUM}=1;9007199254740993;9007199254740993;1.0\n  a: JSONValue;`), [
    true,
    '11:6: warning: the enum names 9007199254740993 more than once\n  remove the duplicate',
    '11:6: warning: the enum names 1 more than once\n  remove the duplicate',
  ]);
  assert.deepEqual(check(`${ENUM}=1;"1";true;"true"\n  a: JSONValue;`), [true]);
  assert.deepEqual(check("  a: 'x' | 'x' | E;", "export enum E { A = 'a', B = 'a' }"), [true]);
});

test('warns about a pattern in slashes', () => {
  const pattern = '  // +kubebuilder:validation:Pattern';
  const warning = (text: string): string =>
    `11:6: warning: the slashes around /${text}/ are part of the pattern, so it probably matches no value\n  write ${text}`;
  assert.deepEqual(check(`${pattern}=\`/^a$/\`\n  a: string;`), [true, warning('^a$')]);
  assert.deepEqual(check(`${pattern}=/a$/\n  a: string;`), [true, warning('a$')]);
  assert.deepEqual(check(`${pattern}=/a/\n  a: string;`), [true]);
  assert.deepEqual(check(`${pattern}=^/a/$\n  a: string;`), [true]);
});

test('accepts values of the type, even if they are incomplete', () => {
  const spec = [
    `${EXAMPLE}={b:"x",other:1}`,
    '  a: { b: string; c: string };',
    `${ENUM}=1;two`,
    '  d: JSONValue;',
    `${EXAMPLE}=1`,
    '  e: Float;',
    `${ENUM}="";x`,
    '  f: string;',
  ];
  const more = "import type { Float } from '@vmgen/runtime';";
  assert.deepEqual(check(spec.join('\n'), more), [true]);
});
