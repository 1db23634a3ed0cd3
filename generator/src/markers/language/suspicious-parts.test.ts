import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, diagnosticTexts, kindWith } from '../../testing/compile-text.js';

/** Returns the warnings of a spec that starts at line 11; it always compiles. */
function warningsOf(spec: string): string[] {
  const compiled = compileText({ 'example/v1/types.ts': kindWith(spec) });
  assert.notEqual(compiled.files.length, 0);
  return diagnosticTexts(compiled).map((text) =>
    text.replace('example/v1/types.ts:', '').replace('\n  ', ' | '),
  );
}

const QUOTE = 'put it on a line of its own, or enclose the value in quotes';

const COMMENTS: readonly (readonly [spec: string, column: number, diagnostic: string])[] = [
  [
    '  // +kubebuilder:default=a // the first\n  a: string;',
    29,
    '+kubebuilder:default: the comment "// the first"',
  ],
  [
    '  /** +kubebuilder:validation:Enum=a;b /* both *\\/ */\n  a: string;',
    40,
    '+kubebuilder:validation:Enum: the comment "/* both *\\\\/"',
  ],
  [
    '  // +kubebuilder:validation:XValidation:rule="self != \'\'",message=none // yet\n  a: string;',
    73,
    '+kubebuilder:validation:XValidation: the comment "// yet"',
  ],
];
for (const [spec, column, diagnostic] of COMMENTS) {
  test(`warns about a comment after an unquoted word: ${diagnostic}`, () => {
    assert.deepEqual(warningsOf(spec), [
      `11:${column}: warning: ${diagnostic} becomes part of the value | ${QUOTE}`,
    ]);
  });
}

const GENUINE: readonly string[] = [
  '// +kubebuilder:default=http://example.com//x',
  '// +kubebuilder:default="a // b"',
  '// +kubebuilder:default=`a /* b`',
  '// +default="a // b"',
  '// +kubebuilder:title=this/that //that',
  '// +kubebuilder:validation:XValidation:rule="self != \'x // y\'",message="no // no"',
];
for (const marker of GENUINE) {
  test(`does not warn about slashes in a value: ${marker}`, () => {
    assert.deepEqual(warningsOf(`  ${marker}\n  a: string;`), []);
  });
}

const NULL =
  'null is the string "null" here, because the grammar has no null | write "null" with quotes if the string is meant; otherwise remove it';

test('warns about an unquoted null, which is the text "null"', () => {
  assert.deepEqual(warningsOf('  // +kubebuilder:default=null\n  a: string | null;'), [
    `11:27: warning: +kubebuilder:default: ${NULL}`,
  ]);
  assert.deepEqual(warningsOf('  // +kubebuilder:validation:Enum=a; null ;b\n  a: string;'), [
    `11:38: warning: +kubebuilder:validation:Enum: ${NULL}`,
  ]);
  assert.deepEqual(warningsOf('  // +kubebuilder:example={b:null}\n  a: { b: string };'), [
    `11:30: warning: +kubebuilder:example: ${NULL}`,
  ]);
  const spec =
    '  // +kubebuilder:default="null"\n  a: string;\n  // +kubebuilder:default=nullable\n  b: string;';
  assert.deepEqual(warningsOf(spec), []);
  assert.deepEqual(warningsOf('  // +kubebuilder:validation:Pattern=null\n  a: string;'), []);
});

test('warns about a misspelled prefix, but not about one of another tool', () => {
  const spec = [
    'kubebulder:default=1',
    'Kubebuilder:default=1',
    'K8s:maxLength=1',
    'k3s:a=1',
    'argo:x',
    'genclientx:a',
  ]
    .map((marker, index) => `  // +${marker}\n  a${index}: string;`)
    .join('\n');
  assert.deepEqual(warningsOf(spec), [
    '11:6: warning: +kubebulder:default is ignored as a marker of another tool | did you mean +kubebuilder:default?',
    '13:6: warning: +Kubebuilder:default is ignored as a marker of another tool | did you mean +kubebuilder:default?',
    '15:6: warning: +K8s:maxLength is ignored as a marker of another tool | did you mean +k8s:maxLength?',
    '21:6: warning: +genclientx:a is ignored as a marker of another tool | did you mean +genclient:a?',
  ]);
});
