import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JSONSchemaProps } from '@vmgen/crd';
import type { DefinitionPart } from '../definitions/definition.js';
import { exampleDefinitions } from '../definitions/example-definitions.js';
import { changeDefinition } from '../definitions/registry.js';
import { compareDefinitions } from './compare-definitions.js';

/** Reports no changes in either direction. */
function assertEqual(example: Parameters<typeof exampleDefinitions>[0]): void {
  const { old, new: next } = exampleDefinitions(example);
  assert.deepEqual(compareDefinitions(old, next), []);
  assert.deepEqual(compareDefinitions(next, old), []);
}

test('reports no change for defaults of the server, keywords that it ignores and the authority of a webhook', () => {
  const v1 = { name: 'v1', storage: true };
  const column = { name: 'A', type: 'string', jsonPath: '.spec.a' };
  const paths = { specReplicasPath: '.spec.a', statusReplicasPath: '.status.a' };
  const hook = (port: { port?: number }, more: { caBundle?: string } = {}) => ({
    strategy: 'Webhook',
    webhook: {
      clientConfig: { service: { namespace: 'a', name: 'b', ...port }, ...more },
      conversionReviewVersions: ['v1'],
    },
  });
  const stated: DefinitionPart = {
    names: { singular: '', listKind: '', shortNames: [], categories: [] },
    conversion: hook({}),
    versions: [
      {
        ...v1,
        deprecationWarning: '',
        additionalPrinterColumns: [{ ...column, format: '', description: '', priority: 0 }],
        subresources: { scale: { ...paths, labelSelectorPath: '' } },
      },
    ],
  };
  const filled: DefinitionPart = {
    conversion: hook({ port: 443 }, { caBundle: 'YQ==' }),
    versions: [{ ...v1, additionalPrinterColumns: [column], subresources: { scale: paths } }],
  };
  assertEqual({ of: 'definition', old: stated, new: filled });
  const text = { type: 'string' } as const;
  const part = (a: JSONSchemaProps) => ({ type: 'object', properties: { a } });
  const empty = { ...text, enum: [], required: [], allOf: [], pattern: '', nullable: false };
  assertEqual({ of: 'spec', old: part(text), new: part(empty) });
});

const text: JSONSchemaProps = { type: 'string' };
const integer: JSONSchemaProps = { type: 'integer' };
const object = (more: JSONSchemaProps): JSONSchemaProps => ({
  type: 'object',
  properties: { a: text, b: integer },
  ...more,
});
const rules = (...all: string[]): JSONSchemaProps =>
  object({ 'x-kubernetes-validations': all.map((rule) => ({ rule })) });

const inField = (field: JSONSchemaProps): JSONSchemaProps => ({
  type: 'object',
  properties: { field },
});
const classesOf = ({ old, new: next }: ReturnType<typeof exampleDefinitions>): string[] =>
  compareDefinitions(old, next).map(({ code }) => changeDefinition(code).class);

const SPELLINGS: Readonly<Record<string, readonly [JSONSchemaProps, JSONSchemaProps]>> = {
  'a bound in allOf': [
    { ...text, maxLength: 5 },
    { ...text, allOf: [{ maxLength: 5 }] },
  ],
  'required fields in allOf': [
    object({ required: ['a', 'b'] }),
    object({ required: ['b'], allOf: [{ required: ['a'] }] }),
  ],
  'the only member of anyOf': [
    object({ required: ['a'] }),
    object({ anyOf: [{ required: ['a'] }] }),
  ],
  'the only member of anyOf and of oneOf': [
    object({ anyOf: [{ required: ['a'] }] }),
    object({ oneOf: [{ required: ['a'] }] }),
  ],
  'the order of required fields in a junctor': [
    object({ not: { required: ['a', 'b'] } }),
    object({ not: { required: ['b', 'a'] } }),
  ],
  'a pattern of an int-or-string': [
    { 'x-kubernetes-int-or-string': true, pattern: '^a' },
    {
      'x-kubernetes-int-or-string': true,
      allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, { pattern: '^a' }],
    },
  ],
  'groups and repetitions of a pattern': [
    { ...text, pattern: '^(?:a|\\d{1,})$' },
    { ...text, pattern: '^(a|[0-9]+)$' },
  ],
  'a pattern that matches any text': [text, { ...text, pattern: '^.*' }],
  'an enum of all booleans': [{ type: 'boolean' }, { type: 'boolean', enum: [true, false] }],
};
for (const [name, [a, b]] of Object.entries(SPELLINGS)) {
  test(`reports no change for another spelling of ${name}`, () => {
    assertEqual({ of: 'spec', old: inField(a), new: inField(b) });
  });
}

const IMPLIED: Readonly<Record<string, readonly [JSONSchemaProps, JSONSchemaProps]>> = {
  'the format int32 of an integer within its bounds': [
    { ...integer, minimum: 0, maximum: 10 },
    { ...integer, minimum: 0, maximum: 10, format: 'int32' },
  ],
  'the bounds of the format int32': [
    { ...integer, format: 'int32' },
    { ...integer, format: 'int32', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  ],
  'as many entries as there are required fields': [
    object({ required: ['a', 'b'] }),
    object({ required: ['a', 'b'], minProperties: 2 }),
  ],
  'a set of at most one item': [
    { type: 'array', items: text, maxItems: 1 },
    { type: 'array', items: text, maxItems: 1, 'x-kubernetes-list-type': 'set' },
  ],
  'a rule of another spelling': [rules('size(self.a) > 1'), rules('1 < self.a.size()')],
  'two rules in one': [rules('self.b > 1', "self.a != 'x'"), rules("self.a != 'x' && self.b > 1")],
};
for (const [name, [a, b]] of Object.entries(IMPLIED)) {
  test(`reports no breaking change for ${name}`, () => {
    const sides = exampleDefinitions({ of: 'spec', old: inField(a), new: inField(b) });
    const classes = classesOf(sides);
    assert.ok(classes.length > 0 && !classes.includes('breaking'), classes.join());
  });
}

const BREAKING: readonly (readonly [string, JSONSchemaProps, JSONSchemaProps])[] = [
  [
    'a bound in allOf beside a looser one',
    { ...text, maxLength: 9 },
    { ...text, maxLength: 9, allOf: [{ maxLength: 5 }] },
  ],
  [
    'a class with another bracket',
    { ...text, pattern: '^[](?:]$' },
    { ...text, pattern: '^[](]$' },
  ],
  [
    'the format int32 of an integer beyond it',
    { ...integer, minimum: 0 },
    { ...integer, minimum: 0, format: 'int32' },
  ],
  ['a pattern of one line', text, { ...text, pattern: '^.*$' }],
];
for (const [name, old, next] of BREAKING) {
  test(`reports a breaking change for ${name}`, () => {
    const sides = exampleDefinitions({ of: 'spec', old: inField(old), new: inField(next) });
    const classes = classesOf(sides);
    assert.ok(classes.includes('breaking'), classes.join());
  });
}
