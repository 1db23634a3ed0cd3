import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { compileText, diagnosticTexts, fileText, kindWith } from '../testing/compile-text.js';

const BIG = `// +kubebuilder:validation:Enum=9223372036854775807;1
export type Big = Int64;`;
const IMPORT = "import type { Int64 } from '@vmgen/runtime';";

/** The schema of the spec with these fields, with exact integers. */
function specOf(fields: string): Record<string, Record<string, unknown>> {
  const compiled = compileText({ 'example/v1/types.ts': kindWith(fields, `${IMPORT}\n${BIG}`) });
  assert.deepEqual(diagnosticTexts(compiled), []);
  const crd = parse(fileText(compiled, 'crds/example.com_things.yaml'), {
    intAsBigInt: true,
  }) as Crd;
  const { spec } = crd.spec.versions[0]?.schema.openAPIV3Schema.properties ?? {};
  return spec?.properties ?? {};
}

interface Crd {
  readonly spec: {
    readonly versions: readonly {
      readonly schema: {
        readonly openAPIV3Schema: {
          readonly properties: Record<
            string,
            { properties: Record<string, Record<string, unknown>> }
          >;
        };
      };
    }[];
  };
}

test('folds enums with integers beyond 2^53 of a field and its type', () => {
  const { same, other } = specOf(
    `  // +kubebuilder:validation:Enum=1;9223372036854775807
  same: Big;
  // +kubebuilder:validation:Enum=1;9223372036854775806
  other: Big;`,
  );
  assert.deepEqual(same?.['enum'], [1n, 2n ** 63n - 1n]);
  assert.equal(same?.['allOf'], undefined);
  assert.deepEqual(other?.['enum'], [1n, 2n ** 63n - 2n]);
  assert.deepEqual(other?.['allOf'], [{ enum: [2n ** 63n - 1n, 1n] }]);
});

test('merges the fields of variants with integers beyond 2^53', () => {
  const { union } = specOf('  union: { x: string; common?: Big } | { y: string; common?: Big };');
  const { properties } = union as { properties: Record<string, { enum?: unknown }> };
  assert.deepEqual(properties['common']?.enum, [2n ** 63n - 1n, 1n]);
});
