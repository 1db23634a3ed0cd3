import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, kindWith } from '../testing/compile-text.js';

const HEAD = 'the API server would refuse the default ';
const OTHER = 'change the default, or the type';

const DEFAULTS: readonly (readonly [spec: string, ...says: string[]])[] = [
  [
    '// +kubebuilder:default=abc\na?: Int32;',
    '"abc" of spec.a: the type is integer, not string | write a value of type integer',
  ],
  [
    '// +kubebuilder:default=3\na?: string;',
    '3 of spec.a: the type is string, not integer | quote it: "3"',
  ],
  [
    '// +kubebuilder:default={b: {c: 7}}\na?: { b: { c: string } };',
    '{"b":{"c":7}} of spec.a: at .b.c the type is string, not integer | quote it: "7"',
  ],
  [
    '// +kubebuilder:default={}\na?: { b: string };',
    '{} of spec.a: .b is required and missing | add .b',
  ],
  [
    '// +kubebuilder:default=a\na?: "b" | "c";',
    `"a" of spec.a: it must be one of "b", "c" | ${OTHER}`,
  ],
  [
    '// +kubebuilder:default=abc\n// +kubebuilder:validation:MaxLength=2\na?: string;',
    `"abc" of spec.a: it may not be more than 2 bytes | ${OTHER}`,
  ],
  [
    '// +kubebuilder:default=7\n// +kubebuilder:validation:Maximum=5\na?: Int32;',
    `7 of spec.a: it should be less than or equal to 5 | ${OTHER}`,
  ],
  [
    '// +kubebuilder:default={{b: x, z: 1}}\na?: { b: string }[];',
    `[{"b":"x","z":1}] of spec.a: it must not have unknown fields | ${OTHER}`,
  ],
  [
    '// +kubebuilder:default=a\n// +kubebuilder:validation:XValidation:rule="self != \'a\'"\na?: string;',
    `"a" of spec.a: it breaks the rule self != 'a' | ${OTHER}`,
  ],
  [
    'a?: {\n// +kubebuilder:default=1\nb?: string }[];',
    '1 of spec.a[*].b: the type is string, not integer | quote it: "1"',
  ],
];

for (const [spec, ...says] of DEFAULTS) {
  test(`names the field and the type that a default does not match: ${spec.replaceAll('\n', ' ')}`, () => {
    const { diagnostics } = compileText({ 'example/v1/types.ts': kindWith(spec) });
    assert.deepEqual(
      diagnostics.map(({ message, remedy }) => `${message.replace(HEAD, '')} | ${remedy}`),
      says,
    );
  });
}
