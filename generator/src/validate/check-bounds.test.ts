import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, diagnosticTexts, kindWith } from '../testing/compile-text.js';

/** Returns the diagnostics of a spec whose first line is line 11; text after it starts at line 13. */
function found(spec: string, more = ''): string[] {
  const compiled = compileText({ 'example/v1/types.ts': kindWith(spec, more) });
  const texts = diagnosticTexts(compiled);
  assert.equal(compiled.files.length > 0, !texts.some((text) => text.includes(': error: ')));
  return texts.map((text) => text.replace('example/v1/types.ts:', '').replaceAll('\n  ', ' | '));
}

/** A field with these markers, a line each. */
function field(type: string, ...markers: readonly string[]): string {
  const lines = markers.map((marker) => `  // +kubebuilder:validation:${marker}\n`);
  return `${lines.join('')}  a: ${type};`;
}

const FIX = 'example/v1/types.ts:11:6: the other one is here | fix one of the bounds';

const CONTRADICTIONS: readonly (readonly [spec: string, message: string])[] = [
  [field('Int32', 'Minimum=10', 'Maximum=5'), 'no integer is at least 10 and at most 5'],
  [field('Float', 'Maximum=-0.5', 'Minimum=0.25'), 'no number is at least 0.25 and at most -0.5'],
  [
    field('string', 'MaxLength=3', 'MinLength=4'),
    'no text has at least 4 and at most 3 characters',
  ],
  [field('string[]', 'MinItems=2', 'MaxItems=1'), 'no list has at least 2 and at most 1 items'],
  [
    field('Record<string, string>', 'MinProperties=2', 'MaxProperties=0'),
    'no object has at least 2 and at most 0 properties',
  ],
  [
    field('string[]', 'items:MinLength=2', 'items:MaxLength=1'),
    'no text has at least 2 and at most 1 characters',
  ],
];
for (const [spec, message] of CONTRADICTIONS) {
  test(`rejects contradicting bounds at the second one: ${message}`, () => {
    const more = "import type { Float } from '@vmgen/runtime';";
    assert.deepEqual(found(spec, more), [`12:6: error: ${message} | ${FIX}`]);
  });
}

const EXCLUSIVE: readonly (readonly [spec: string, ...messages: string[]])[] = [
  [
    field('Float', 'Minimum=1', 'Maximum=1', 'ExclusiveMaximum=true'),
    'no number is at least 1 and less than 1',
  ],
  [
    field('Float', 'Minimum=1', 'Maximum=1', 'ExclusiveMinimum=true'),
    'no number is more than 1 and at most 1',
  ],
  [
    field('Int32', 'Minimum=1', 'Maximum=2', 'ExclusiveMinimum=true', 'ExclusiveMaximum=true'),
    'no integer is more than 1 and less than 2',
  ],
  [field('Float', 'Minimum=1', 'Maximum=2', 'ExclusiveMinimum=true', 'ExclusiveMaximum=true')],
  [field('Int32', 'Minimum=1', 'Maximum=2', 'ExclusiveMinimum=true')],
  [field('Int32', 'Minimum=1', 'Maximum=1')],
  [field('string', 'MinLength=1', 'MaxLength=1')],
];
for (const [spec, ...messages] of EXCLUSIVE) {
  const title = spec.replaceAll(/\n? {2}\/\/ \+kubebuilder:validation:/g, ' ').trim();
  test(`checks the values between exclusive bounds: ${title.replace('\n ', '')}`, () => {
    const more = "import type { Float } from '@vmgen/runtime';";
    const says = messages.map((message) => `12:6: error: ${message} | ${FIX}`);
    assert.deepEqual(found(spec, more), says);
  });
}

test('compares the bounds of a field with the tighter bounds of its type', () => {
  const more = '// +kubebuilder:validation:MaxLength=3\nexport type Name = string;';
  const other = 'example/v1/types.ts:11:6: the other one is here | fix one of the bounds';
  assert.deepEqual(found(field('Name', 'MinLength=4', 'MaxLength=5'), more), [
    `15:4: error: no text has at least 4 and at most 3 characters | ${other}`,
  ]);
});

test('warns about an exclusive bound without the bound', () => {
  assert.deepEqual(found(field('Int32', 'ExclusiveMaximum=true', 'ExclusiveMinimum=true')), [
    '11:6: warning: ExclusiveMaximum has no effect without Maximum | add the Maximum that it is about, or remove it',
    '12:6: warning: ExclusiveMinimum has no effect without Minimum | add the Minimum that it is about, or remove it',
  ]);
  assert.deepEqual(found(field('Int32', 'ExclusiveMaximum=false')), []);
  const more = '// +kubebuilder:validation:Maximum=3\nexport type Few = Int32;';
  assert.deepEqual(found(field('Few', 'ExclusiveMaximum=true'), more), []);
});

test('rejects bounds that the fields of a type cannot satisfy', () => {
  const more = 'export interface Both { b: string; c: string }';
  assert.deepEqual(found(field('Both', 'MaxProperties=1'), more), [
    '11:6: error: at most 1 properties are allowed, but 2 are required | raise the bound, or make fields optional',
  ]);
  assert.deepEqual(found(field('Both', 'MinProperties=3'), more), [
    '11:6: error: at least 3 properties are required, but the type has 2 | lower the bound',
  ]);
  assert.deepEqual(found(field('Both', 'MinProperties=2', 'MaxProperties=2'), more), []);
  const open = field('Both', 'MinProperties=3', 'XPreserveUnknownFields');
  assert.deepEqual(found(open, more), []);
});

const RANGE = 'from -2147483648 to 2147483647 | use Int64, or a bound of that range';

test('rejects bounds outside of int32 if no value is left, and warns otherwise', () => {
  const [most, least] = ['2147483648', '-2147483649'];
  assert.deepEqual(found(field('Int32', `Maximum=${most}`, `Minimum=${least}`)), [
    `11:6: warning: the maximum ${most} is outside the range of int32, ${RANGE}`,
    `12:6: warning: the minimum ${least} is outside the range of int32, ${RANGE}`,
  ]);
  assert.deepEqual(found(field('Int32', `Minimum=${most}`)), [
    `11:6: error: the minimum ${most} is outside the range of int32, ${RANGE}`,
  ]);
  assert.deepEqual(found(field('Int32', `Maximum=${least}`)), [
    `11:6: error: the maximum ${least} is outside the range of int32, ${RANGE}`,
  ]);
  assert.deepEqual(found(field('Int32', 'Maximum=2147483647', 'Minimum=-2147483648')), []);
  const more = "import type { Int64 } from '@vmgen/runtime';";
  assert.deepEqual(found(field('Int64', `Maximum=${most}`), more), []);
});
