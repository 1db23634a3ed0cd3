import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createValidator, type CustomResourceDefinition, type JSONSchemaProps } from '@vmgen/crd';
import { compilePattern } from '@vmgen/base/text';
import { crdOf, versionWith } from '@vmgen/fixtures/crd-of';
import { parse } from 'yaml';
import { patternTexts } from './pattern-texts.js';
import { sampleOf } from './sample-of.js';

const testdata = fileURLToPath(new URL('../../../testdata/', import.meta.url));

const definitionOf = (spec: JSONSchemaProps): CustomResourceDefinition =>
  crdOf({ group: 'web.example.com', kind: 'Site' }, [versionWith('v1', { spec })]);

const string: JSONSchemaProps = { type: 'string' };
const integer: JSONSchemaProps = { type: 'integer' };
const rule = (...rules: string[]): JSONSchemaProps => ({
  'x-kubernetes-validations': rules.map((each) => ({ rule: each })),
});

/** The value of a schema, as the only field of a spec. */
function valueOf(value: JSONSchemaProps): unknown {
  const definition = definitionOf({ type: 'object', required: ['value'], properties: { value } });
  const { object, problems } = sampleOf(definition, 'v1');
  assert.deepEqual(problems, []);
  assert.deepEqual(createValidator(definition)(object), []);
  const { spec } = object;
  return typeof spec === 'object' && spec !== null && 'value' in spec ? spec.value : undefined;
}

const VALUES: readonly (readonly [title: string, schema: JSONSchemaProps, value: unknown])[] = [
  ['an example', { ...string, example: 'Berlin', default: 'Rome' }, 'Berlin'],
  ['no example that is invalid', { ...string, example: 'Berlin', maxLength: 3 }, 'exa'],
  ['a default', { ...integer, default: 7 }, 7],
  ['the first value of an enum', { ...string, enum: ['Small', 'Large'] }, 'Small'],
  ['a format', { ...string, format: 'cidr' }, '192.0.2.0/24'],
  [
    'a common text that matches a pattern',
    { ...string, pattern: '^https://' },
    'https://example.com',
  ],
  ['a text made from a pattern', { ...string, pattern: '^(x|y)-[0-9]{3}(\\.z)+$' }, 'x-111.z'],
  ['a minimum length', { ...string, minLength: 12 }, 'www.example.com'],
  ['an exclusive minimum', { ...integer, minimum: 10, exclusiveMinimum: true }, 11],
  ['a multiple', { ...integer, multipleOf: 7 }, 7],
  ['a maximum', { ...integer, maximum: -5 }, -5],
  ['an integer or a string', { 'x-kubernetes-int-or-string': true, anyOf: [integer, string] }, 1],
  ['one item', { type: 'array', items: string }, ['example']],
  [
    'the minimum of items, all different',
    { type: 'array', minItems: 2, items: integer, 'x-kubernetes-list-type': 'set' },
    [1, 2],
  ],
  [
    'items with different keys',
    {
      type: 'array',
      minItems: 2,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: { type: 'object', required: ['name'], properties: { name: string, port: integer } },
    },
    [{ name: 'example' }, { name: 'example-2' }],
  ],
  ['an entry of a map', { type: 'object', additionalProperties: integer }, { example: 1 }],
  [
    'an embedded object',
    {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
    },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'example' } },
  ],
  [
    'one alternative of a union',
    {
      type: 'object',
      properties: { file: string, inline: integer },
      oneOf: [{ required: ['file'] }, { required: ['inline'] }],
    },
    { file: 'example' },
  ],
  [
    'another alternative, if a rule rejects the first',
    {
      type: 'object',
      properties: { file: string, inline: integer },
      oneOf: [{ required: ['file'] }, { required: ['inline'] }],
      ...rule('!has(self.file)'),
    },
    { inline: 1 },
  ],
  [
    'a text that a rule names',
    { ...string, maxLength: 20, ...rule("self.startsWith('db-')") },
    'db-',
  ],
  [
    'a text with escapes that a rule names',
    { ...string, ...rule("self in ['a\\'b\\\\\\n\\u00e9']") },
    "a'b\\\né",
  ],
  [
    'an optional field that a rule needs',
    {
      type: 'object',
      properties: { a: string, b: integer },
      ...rule('has(self.b) && self.b > 41'),
    },
    { b: 42 },
  ],
  [
    'two fields that a rule needs together',
    {
      type: 'object',
      properties: { a: string, min: integer, max: integer },
      ...rule('has(self.min) && has(self.max) && self.min + 8 < self.max'),
    },
    { min: 1, max: 10 },
  ],
];

for (const [title, schema, value] of VALUES) {
  test(`a sample contains ${title}`, () => {
    assert.deepEqual(valueOf(schema), value);
  });
}

test('a sample has examples and defaults of optional fields, and no status', () => {
  const definition = definitionOf({
    type: 'object',
    properties: {
      note: string,
      tier: { ...string, default: 'S' },
      host: { ...string, example: 'a.b' },
    },
  });
  const [version = assert.fail()] = definition.spec.versions;
  Object.assign(version.schema?.openAPIV3Schema?.properties ?? assert.fail(), {
    status: { type: 'object', default: {}, properties: { phase: { ...string, default: 'New' } } },
  });
  assert.deepEqual(sampleOf(definition, 'v1').object, {
    apiVersion: 'web.example.com/v1',
    kind: 'Site',
    metadata: { name: 'site-sample' },
    spec: { tier: 'S', host: 'a.b' },
  });
});

test('a spec without required fields shows its first one', () => {
  const { object } = sampleOf(
    definitionOf({ type: 'object', properties: { a: string, b: string } }),
    'v1',
  );
  assert.deepEqual(object.spec, { a: 'example' });
});

test('a rule that no value satisfies is named with its path', () => {
  const definition = definitionOf({
    type: 'object',
    required: ['size'],
    properties: { size: { ...integer, ...rule('self > 5 && self < 5') } },
  });
  assert.deepEqual(sampleOf(definition, 'v1').problems, [
    'spec.size: Invalid value: 1: failed rule: self > 5 && self < 5',
  ]);
});

test('the samples of all definitions in testdata are valid, and always the same', () => {
  let count = 0;
  for (const folder of ['crds', 'golden/crds', 'operator/golden/crds']) {
    for (const file of readdirSync(join(testdata, folder))) {
      const definition = parse(
        readFileSync(join(testdata, folder, file), 'utf8'),
      ) as CustomResourceDefinition;
      const validate = createValidator(definition);
      for (const { name } of definition.spec.versions) {
        const { object, problems } = sampleOf(definition, name);
        assert.deepEqual([file, name, problems], [file, name, []]);
        assert.deepEqual([file, name, validate(object)], [file, name, []]);
        assert.equal(JSON.stringify(sampleOf(definition, name).object), JSON.stringify(object));
        count++;
      }
    }
  }
  assert.ok(count > 50, `${count} samples`);
});

const PATTERNS = [
  '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$',
  '^(?:v|V)(?P<major>\\d+)\\.\\d{2,}$',
  '^[[:upper:]][^[:space:]]{3}\\x41\\x{42}$',
  '^\\pL\\p{Greek}[\\w-]\\Qa.b\\E\\.$',
  '^[^a-z0-9A-Z]$',
  '^a{3}?(b|)c+$',
  '^[]x]$',
  '^\\D\\W\\S$',
];

test('texts of a pattern match it', () => {
  for (const pattern of PATTERNS) {
    const compiled = compilePattern(pattern);
    const texts = patternTexts(pattern);
    assert.ok(
      texts.some((text) => compiled.test(text)),
      `${pattern}: ${JSON.stringify(texts)}`,
    );
  }
});

test('texts of a pattern remain short', () => {
  const texts = patternTexts('^((((a{1000})*)*)*)*$');
  assert.ok(texts.every(({ length }) => length <= 4096));
});

test('a pattern that is not one has texts too', () => {
  for (const pattern of [
    '(',
    '[',
    '[a-',
    '\\',
    'a{',
    '(?',
    '\\p{',
    '\\x{110000}',
    '*',
    ')a',
    '[:constructor:]',
  ]) {
    assert.ok(patternTexts(pattern).length > 0, pattern);
  }
});
