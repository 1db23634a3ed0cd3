import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { compileText, fileText, diagnosticTexts, kindWith } from '../../testing/compile-text.js';

/** The schema of the spec of a kind with these fields. */
function specOf(spec: string, head = ''): unknown {
  const result = compileText({ 'example/v1/types.ts': head + kindWith(spec) });
  assert.deepEqual(diagnosticTexts(result), []);
  const crd = parse(fileText(result, 'crds/example.com_things.yaml')) as {
    spec: {
      versions: { schema: { openAPIV3Schema: { properties: { spec: unknown } } } }[];
    };
  };
  return crd.spec.versions[0]?.schema.openAPIV3Schema.properties.spec;
}

const RULE = {
  type: 'object',
  required: ['a'],
  properties: {
    a: {
      type: 'string',
      'x-kubernetes-validations': [{ rule: "self != 'x' && self != 'y'", message: 'b' }],
    },
  },
};

const FORMS: Readonly<Record<string, string>> = {
  'on one line':
    "// +kubebuilder:validation:XValidation:rule=\"self != 'x' && self != 'y'\",message=b\na: string;",
  'on several lines, split after a comma and in a quote': `// +kubebuilder:validation:XValidation:rule="self != 'x'
//   && self != 'y'",
//   message=b
a: string;`,
  'in JSDoc on several lines': `/**
 * +kubebuilder:validation:XValidation:rule="self != 'x' &&
 *   self != 'y'",
 *   message=b
 */
a: string;`,
  'without a space after //, above an empty line': `//+kubebuilder:validation:XValidation:rule="self != 'x' && self != 'y'",message="b"

a: string;`,
};

for (const [form, spec] of Object.entries(FORMS)) {
  test(`accepts a marker ${form}`, () => {
    assert.deepEqual(specOf(spec), RULE);
  });
}

test('does not extend a pattern with a single bracket into the next marker', () => {
  assert.deepEqual(specOf('// +kubebuilder:validation:Pattern=^\\[x\n// +optional\na?: string;'), {
    type: 'object',
    properties: { a: { type: 'string', pattern: '^\\[x' } },
  });
});

test('accepts Pattern:= as Pattern=, and # comments in declarative validation markers', () => {
  const spec = '// +kubebuilder:validation:Pattern:=^a\n// +k8s:maxLength=3 # short\na: string;';
  assert.deepEqual(specOf(spec), {
    type: 'object',
    required: ['a'],
    properties: { a: { type: 'string', maxLength: 3, pattern: '^a' } },
  });
});

test('does not treat a quoted # as a comment', () => {
  assert.deepEqual(specOf('// +k8s:neq="a#b" # no\na: string;'), {
    type: 'object',
    required: ['a'],
    properties: {
      a: {
        type: 'string',
        'x-kubernetes-validations': [{ rule: "self != 'a#b'", message: 'must not be "a#b"' }],
      },
    },
  });
});

test('applies the optional or required marker of the package to fields without one', () => {
  const head = '// +kubebuilder:validation:Optional\n\n';
  assert.deepEqual(specOf('a: string;\n// +required\nb: string;', head), {
    type: 'object',
    required: ['b'],
    properties: { a: { type: 'string' }, b: { type: 'string' } },
  });
});

test('accepts nested markers in eachVal and subfield', () => {
  assert.deepEqual(
    specOf('// +k8s:eachVal=+k8s:eachVal=+k8s:minimum=1\na: Record<string, Int32[]>;'),
    {
      type: 'object',
      required: ['a'],
      properties: {
        a: {
          type: 'object',
          additionalProperties: {
            type: 'array',
            items: { type: 'integer', format: 'int32', minimum: 1 },
          },
        },
      },
    },
  );
});
