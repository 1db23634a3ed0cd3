import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { compileText, fileText, diagnosticTexts, kindWith } from '../testing/compile-text.js';

/** The schema of a kind whose spec has these lines. */
function schemaOf(source: string): unknown {
  const compiled = compileText({ 'example/v1/types.ts': source });
  assert.deepEqual(diagnosticTexts(compiled), []);
  const crd: unknown = parse(fileText(compiled, 'crds/example.com_things.yaml'));
  const { spec } = crd as {
    spec: { versions: { schema: { openAPIV3Schema: { properties: unknown } } }[] };
  };
  return spec.versions[0]?.schema.openAPIV3Schema;
}

const fieldOf = (line: string): unknown => {
  const root = schemaOf(kindWith(line)) as {
    properties: { spec: { properties: { field: unknown } } };
  };
  return root.properties.spec.properties.field;
};

test('combines the keywords of a raw schema with those of the type and other markers', () => {
  assert.deepEqual(
    fieldOf(
      '  // +kubebuilder:validation:MinLength=1\n  // +vmgen:schema={"not":{"pattern":"^-"}}\n  field: string;',
    ),
    { type: 'string', minLength: 1, not: { pattern: '^-' } },
  );
});

test('replaces the schema of the TypeScript type by a raw schema with a type', () => {
  const schema = { type: 'object', additionalProperties: true };
  assert.deepEqual(
    fieldOf(
      `  /** Anything. */\n  // +vmgen:schema=${JSON.stringify(schema)}\n  field: Record<string, JSONValue>;`,
    ),
    { description: 'Anything.', ...schema },
  );
});

test('applies a raw schema of a type to each use, with the description of the field', () => {
  const source = kindWith(
    '  /** Of this field. */\n  field: Port;\n  ports: Port[];',
    '/** A port. */\n// +vmgen:schema={"type":"string","x-kubernetes-int-or-string":true}\nexport type Port = JSONValue;',
  );
  const port = { type: 'string', 'x-kubernetes-int-or-string': true };
  const { properties } = schemaOf(source) as { properties: { spec: { properties: unknown } } };
  assert.deepEqual(properties.spec.properties, {
    field: { description: 'Of this field.', ...port },
    ports: { type: 'array', items: { description: 'A port.', ...port } },
  });
});

test('keeps the nullable keyword of a raw schema beside an enum', () => {
  assert.deepEqual(fieldOf('  // +vmgen:schema={"nullable":true}\n  field?: "a" | "b" | null;'), {
    type: 'string',
    enum: ['a', 'b'],
    nullable: true,
  });
});

test('accepts required fields in a raw schema that the type does not have', () => {
  assert.deepEqual(
    fieldOf('  // +vmgen:schema={"required":["other"]}\n  field: { name: string };'),
    { type: 'object', required: ['other', 'name'], properties: { name: { type: 'string' } } },
  );
});

const REFUSED: readonly (readonly [text: string, diagnostic: RegExp])[] = [
  ['not JSON', /\+vmgen:schema requires JSON/],
  ['[]', /requires a schema: a JSON object/],
  ['{"anyof":[]}', /contains "anyof", which is not a keyword.*\n.*did you mean anyOf/s],
  ['{"pattern":5}', /has an invalid value: pattern must be a string, not a number/],
  ['{"not":{"minLength":"1"}}', /has an invalid value: not\.minLength/],
  ['['.repeat(20_000), /requires JSON/],
];
for (const [text, diagnostic] of REFUSED) {
  test(`rejects a raw schema: ${text.slice(0, 40)}`, () => {
    const source = kindWith(`  // +vmgen:schema=${text}\n  field: string;`);
    assert.match(
      diagnosticTexts(compileText({ 'example/v1/types.ts': source })).join('\n'),
      diagnostic,
    );
  });
}

test('uses a description marker, which can contain text that JSDoc cannot, instead of the documentation', () => {
  const text = 'Two blanks:  \n@tag */ +marker\n\n';
  const json = JSON.stringify(text).replaceAll('*/', '*\\/');
  assert.deepEqual(
    fieldOf(`  /** Other words. */\n  // +vmgen:description=${json}\n  field: string;`),
    {
      description: text,
      type: 'string',
    },
  );
});

test('requires metadata in the CRD only if a marker requires it', () => {
  const source = kindWith('  field: string;');
  const marked = source.replace('  metadata:', '  // +required\n  metadata:');
  assert.deepEqual((schemaOf(source) as { required: unknown }).required, ['spec']);
  assert.deepEqual((schemaOf(marked) as { required: unknown }).required, ['metadata', 'spec']);
});

test('uses the raw schema of metadata unchanged', () => {
  const metadata = { type: 'object', properties: { name: { type: 'string', maxLength: 63 } } };
  const source = kindWith('  field: string;').replace(
    '  metadata:',
    `  // +vmgen:schema=${JSON.stringify(metadata)}\n  metadata:`,
  );
  const { properties } = schemaOf(source) as { properties: { metadata: unknown } };
  assert.deepEqual(properties.metadata, metadata);
});

test('a limit in bytes adds one rule, and keeps those before it as they are', () => {
  const rule = "self != 'x'";
  assert.deepEqual(
    fieldOf(
      `  // +kubebuilder:validation:XValidation:rule="${rule}"\n  // +kubebuilder:validation:MaxLength=2\n  // +k8s:maxBytes=3\n  field: string;`,
    ),
    {
      type: 'string',
      maxLength: 2,
      'x-kubernetes-validations': [
        { rule },
        { rule: 'bytes(self).size() <= 3', message: 'must have at most 3 bytes' },
      ],
    },
  );
});
