import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CustomResourceDefinition, JSONSchemaProps } from '@vmgen/crd';
import { crdOf, versionWith } from '@vmgen/fixtures/crd-of';
import { compileText, fileText, diagnosticTexts } from '../testing/compile-text.js';
import { importDefinitions } from './import-definitions.js';
import { lostFieldsOf } from '../validate/lost-fields.js';

type Schemas = readonly [served: JSONSchemaProps, stored: JSONSchemaProps];

const TEXT: JSONSchemaProps = { type: 'string' };
const object = (properties: Record<string, JSONSchemaProps>): JSONSchemaProps => ({
  type: 'object',
  properties,
});
const OPEN: JSONSchemaProps = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const mapOf = (values: JSONSchemaProps): JSONSchemaProps => ({
  type: 'object',
  additionalProperties: values,
});
const listOf = (items: JSONSchemaProps): JSONSchemaProps => ({ type: 'array', items });

/** A CRD with v1 served and v2 stored. */
const widgetWith = ([served, stored]: Schemas): CustomResourceDefinition =>
  crdOf({ group: 'example.com', kind: 'Widget' }, [
    versionWith('v1', { spec: served }, { storage: false }),
    versionWith('v2', { spec: stored }, { storage: true }),
  ]);

function lost(...schemas: Schemas): Record<string, readonly string[]> {
  const { unstored, unserved, retyped } = lostFieldsOf(widgetWith(schemas)).get('v1') ?? {};
  return {
    ...(unstored?.count ? { unstored: unstored.paths } : {}),
    ...(unserved?.count ? { unserved: unserved.paths } : {}),
    ...(retyped?.count ? { retyped: retyped.paths } : {}),
  };
}

const CASES: readonly (readonly [string, JSONSchemaProps, JSONSchemaProps, object])[] = [
  ['equal schemas', object({ a: TEXT }), object({ a: TEXT }), {}],
  ['a field that is not stored', object({ a: TEXT }), object({}), { unstored: ['.spec.a'] }],
  ['a field that is not served', object({}), object({ a: TEXT }), { unserved: ['.spec.a'] }],
  [
    'a field of another type',
    object({ a: TEXT }),
    object({ a: { type: 'integer' } }),
    { retyped: ['.spec.a'] },
  ],
  [
    'fields of items and of values',
    object({ a: listOf(object({ b: TEXT })), c: mapOf(object({ d: TEXT })) }),
    object({ a: listOf(object({})), c: mapOf(object({ e: TEXT })) }),
    { unstored: ['.spec.a[].b', '.spec.c.*.d'], unserved: ['.spec.c.*.e'] },
  ],
  ['what keeps unknown fields', object({ a: object({ b: TEXT }) }), object({ a: OPEN }), {}],
  ['a field that is a key of a map', mapOf(TEXT), object({ a: TEXT }), { unstored: ['.spec.*'] }],
  [
    'metadata of an embedded object',
    object({ a: { ...object({ metadata: { type: 'object' } }) } }),
    object({ a: { ...object({}), 'x-kubernetes-embedded-resource': true } }),
    {},
  ],
];
for (const [title, served, stored, expected] of CASES) {
  test(`between two versions without a conversion: ${title}`, () => {
    assert.deepEqual(lost(served, stored), expected);
  });
}

test('reports no lost fields if a webhook converts, or if a version is not served', () => {
  const schemas: Schemas = [object({ a: TEXT }), object({})];
  const crd = widgetWith(schemas);
  const conversion = { strategy: 'Webhook' } as const;
  assert.equal(lostFieldsOf({ ...crd, spec: { ...crd.spec, conversion } }).size, 0);
  const versions = crd.spec.versions.map((each) => ({ ...each, served: each.storage }));
  assert.equal(lostFieldsOf({ ...crd, spec: { ...crd.spec, versions } }).size, 0);
});

test('names the first fields, and counts the others', () => {
  const fields = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`f${index}`, TEXT]));
  const { unstored } = lostFieldsOf(widgetWith([object(fields), object({})])).get('v1') ?? {};
  assert.deepEqual([unstored?.paths.length, unstored?.count], [10, 25]);
});

/** A kind in a version, whose spec has these fields. */
const kindIn = (version: string, fields: string, ...markers: string[]): Record<string, string> => ({
  [`example/${version}/types.ts`]: [
    '// +groupName=example.com',
    '',
    "import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';",
    '',
    ...markers,
    `export interface Thing extends TypeMeta { metadata: ObjectMeta; spec: { ${fields} } }`,
  ].join('\n'),
});
const STORED = { ...kindIn('v2', 'a: string; c?: Int32', '// +kubebuilder:storageversion') };

test('versions that lose fields are an error at the version that is not stored', () => {
  const compiled = compileText({ ...kindIn('v1', 'a: string; b?: string; c?: string'), ...STORED });
  assert.deepEqual(diagnosticTexts(compiled), [
    'example/v1/types.ts:5:18: error: nothing converts Thing between v1 and v2, which is stored: v2 lacks .spec.b; these fields have other types: .spec.c\n  example/v2/types.ts:6:18: v2 is here\n  declare the same fields in both, convert with +vmgen:conversion:strategy=Webhook, or accept the loss with +vmgen:ignore:code=VMGEN2108,reason="..." above Thing',
  ]);
  assert.deepEqual(compiled.files, []);
});

test('suppresses the diagnostic only with a reason, and only for one kind', () => {
  const silence = (reason: string): string => `// +vmgen:ignore:code=VMGEN2108,reason="${reason}"`;
  const accepted = compileText(
    { ...kindIn('v1', 'a: string; b?: string', silence('b is unused')), ...STORED },
    { strict: true },
  );
  assert.deepEqual(diagnosticTexts(accepted), []);
  assert.notDeepEqual(accepted.files, []);
  const clients = { generators: ['client'] } as const;
  const idle = { ...kindIn('v1', 'a: string; c?: Int32', silence('b is unused')), ...STORED };
  assert.deepEqual(diagnosticTexts(compileText(idle, clients)), []);
  assert.match(diagnosticTexts(compileText(idle)).join(), /VMGEN2108 is not reported here/);
  const without = compileText({ ...kindIn('v1', 'a: string; b?: string', silence('')), ...STORED });
  assert.deepEqual(diagnosticTexts(without), [
    'example/v1/types.ts:5:4: error: +vmgen:ignore needs a reason to suppress VMGEN2108\n  add reason="..."',
  ]);
  assert.deepEqual(without.files, []);
});

test('does not report a field with an invalid type as lost', () => {
  const refused = compileText({ ...kindIn('v1', 'a: string; c?: Missing'), ...STORED });
  assert.deepEqual(
    diagnosticTexts(refused).map((text) => text.split('\n')[0]),
    ['example/v1/types.ts:5:88: error: unknown type Missing'],
  );
});

test('suppresses the diagnostic in an imported package only for the fields that its CRD loses', () => {
  const [served, stored] = [object({ a: TEXT, b: TEXT }), object({ a: TEXT })] as const;
  const crd = widgetWith([served, stored]);
  const { files } = importDefinitions([crd]);
  const sources = Object.fromEntries(files.map(({ path, text }) => [path, text]));
  const [v1 = '', v2 = ''] = files
    .filter(({ path }) => path.endsWith('types.ts'))
    .map(({ text }) => text);
  assert.match(
    v1,
    /\/\/ \+vmgen:ignore:code=VMGEN2108,reason="the imported CRD converts nothing"\n/,
  );
  assert.doesNotMatch(v2, /VMGEN2108/);
  const compiled = compileText(sources);
  assert.deepEqual(diagnosticTexts(compiled), []);
  const [path = ''] = compiled.files
    .map((each) => each.path)
    .filter((each) => each.startsWith('crds/'));
  assert.match(fileText(compiled, path), /name: v1\n/);
  const same = importDefinitions([widgetWith([stored, stored])]).files.map(({ text }) => text);
  assert.doesNotMatch(same.join(''), /VMGEN2108/);
});
