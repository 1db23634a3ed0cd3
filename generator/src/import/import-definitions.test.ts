import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { CustomResourceDefinition, JSONSchemaProps } from '@vmgen/crd';
import { compileText } from '../testing/compile-text.js';
import { crdOf, versionWith } from '@vmgen/fixtures/crd-of';
import { strictProblems } from '@vmgen/fixtures/generator/strict-problems';
import { roundTrip } from './testing/round-trip.js';
import { importDefinitions } from './import-definitions.js';

function thingWith(spec: JSONSchemaProps, kind = 'Thing'): CustomResourceDefinition {
  const openAPIV3Schema = { type: 'object', required: ['spec'], properties: { spec } };
  return crdOf({ group: 'example.com', kind, plural: 'things' }, [
    versionWith('v1', {}, { schema: { openAPIV3Schema } }),
  ]);
}

test('a CRD becomes a package as a person would have written it', () => {
  const { files, schemaMarkers } = importDefinitions([
    thingWith({
      type: 'object',
      description: 'What is wanted.',
      required: ['replicas', 'ports'],
      properties: {
        replicas: { type: 'integer', format: 'int32', minimum: 0, description: 'How many.' },
        policy: { type: 'string', enum: ['Always', 'Never'], default: 'Always' },
        ports: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
          items: {
            type: 'object',
            required: ['name'],
            properties: { name: { type: 'string' }, port: { type: 'integer' } },
          },
        },
        until: { type: 'string', format: 'date-time', nullable: true },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
      },
    }),
  ]);
  assert.equal(schemaMarkers, 0);
  assert.deepEqual(
    files.map(({ path, text }) => [path, text]),
    [
      [
        'example/v1/doc.ts',
        `/** Package v1 has the kinds of example.com/v1. */
// +groupName=example.com
export {};
`,
      ],
      [
        'example/v1/types.ts',
        `import type { Int32, ObjectMeta, Time, TypeMeta } from '@vmgen/runtime';

// +genclient
export interface Thing extends TypeMeta {
  metadata: ObjectMeta;
  /** What is wanted. */
  spec: ThingSpec;
}

export interface ThingSpec {
  labels?: Record<string, string>;
  // +kubebuilder:default=Always
  policy?: 'Always' | 'Never';
  // +listType=map
  // +listMapKey=name
  ports: Port[];
  /** How many. */
  // +kubebuilder:validation:Minimum=0
  replicas: Int32;
  until?: Time | null;
}

export interface Port {
  name: string;
  // +kubebuilder:validation:Type=integer
  port?: number;
}
`,
      ],
    ],
  );
});

test('imports an object that keeps unknown fields beside its own with an index signature', () => {
  const spec: JSONSchemaProps = {
    type: 'object',
    required: ['size'],
    properties: { size: { type: 'string' }, inner: { type: 'object', properties: {} } },
    'x-kubernetes-preserve-unknown-fields': true,
  };
  const crd = thingWith({
    type: 'object',
    properties: { one: spec, list: { type: 'array', items: { ...spec, nullable: true } } },
  });
  const [, types] = importDefinitions([crd]).files;
  assert.ok(types);
  assert.match(
    types.text,
    /\/\/ \+kubebuilder:pruning:PreserveUnknownFields\nexport interface One \{\n {2}inner\?: \w+;\n {2}size: string;\n {2}\[key: string\]: unknown;\n\}/,
  );
  assert.deepEqual(roundTrip([crd]).problems, []);
});

test('imports a kind that keeps all fields such that clients can write its spec', () => {
  const { spec, ...rest } = thingWith({ type: 'object' });
  const version = { name: 'v1', served: true, storage: true };
  const schema = {
    openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  };
  const crd = { ...rest, spec: { ...spec, versions: [{ ...version, schema }] } };
  const imported = importDefinitions([crd]).files;
  assert.match(imported[1]?.text ?? '', /metadata: ObjectMeta;\n {2}\[key: string\]: unknown;\n\}/);
  assert.deepEqual(roundTrip([crd]).problems, []);
  const { files } = compileText(Object.fromEntries(imported.map(({ path, text }) => [path, text])));
  const at = (path: string): string => join(import.meta.dirname, 'kept', path);
  const writer = `import { createClientset } from './generated/clientset.js';
import type { Thing } from './apis/${imported[1]?.path.replace('.ts', '.js')}';
const object: Thing = { metadata: { name: 'a' }, spec: { run: [1] } };
const client = createClientset({ request: () => Promise.reject(new Error()) }).exampleV1.things('default');
const created = await client.create(object);
await client.update({ ...created, spec: { run: [2] } });
await client.apply({ metadata: { name: 'a' }, spec: { run: [3] } }, { fieldManager: 'test' });
await client.mergePatch('a', { spec: null });
export const read: unknown = (await client.get('a')).spec;
`;
  const texts = new Map([
    ...imported.map(({ path, text }) => [at(`apis/${path}`), text] as const),
    ...files.map(({ path, text }) => [at(`generated/${path}`), text] as const),
    [at('writer.ts'), writer] as const,
  ]);
  const sources = [...texts].filter(([path]) => path.endsWith('.ts'));
  assert.deepEqual(strictProblems(new Map(sources)), []);
});

test('imports a required field with a default as optional', () => {
  const field: JSONSchemaProps = { type: 'string', default: 'a', enum: ['a', 'b'] };
  const crd = thingWith({ type: 'object', required: ['mode'], properties: { mode: field } });
  const [, types] = importDefinitions([crd]).files;
  assert.ok(types);
  assert.ok(
    types.text.includes("  // +required\n  // +kubebuilder:default=a\n  mode?: 'a' | 'b';\n"),
    types.text,
  );
  assert.deepEqual(roundTrip([crd]).problems, []);
});

for (const name of ['s', 'S', 'ss', '1s', '_', '-', '2', '中', '$', 'es']) {
  test(`imports a list or map of objects with the name ${name}`, () => {
    const item: JSONSchemaProps = { type: 'object', properties: { a: { type: 'string' } } };
    const list: JSONSchemaProps = { type: 'array', items: item };
    const map: JSONSchemaProps = { type: 'object', additionalProperties: item };
    const spec = (field: JSONSchemaProps): JSONSchemaProps => ({
      type: 'object',
      properties: { [name]: field, [`w${name}`]: field },
    });
    assert.deepEqual(roundTrip([thingWith(spec(list))]).problems, []);
    assert.deepEqual(roundTrip([thingWith(spec(map))]).problems, []);
  });
}

for (const kind of ['Record', 'ObjectMeta', 'TypeMeta', 'Int32', 'Array', 'Condition', 'List']) {
  test(`imports a kind with the name ${kind}`, () => {
    const spec: JSONSchemaProps = {
      type: 'object',
      properties: {
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        size: { type: 'integer', format: 'int32' },
        list: {
          type: 'array',
          items: {
            type: 'object',
            properties: { record: { type: 'object', properties: { a: { type: 'string' } } } },
          },
        },
      },
    };
    assert.deepEqual(roundTrip([thingWith(spec, kind)]).problems, []);
  });
}

const EITHER: JSONSchemaProps = {
  type: 'object',
  properties: { a: { type: 'string' }, b: { type: 'string' } },
  oneOf: [{ required: ['a'] }, { required: ['b'] }],
};

/** Fields that an API server accepts, but that vmgen rejects in handwritten types. */
const SUSPICIOUS: Readonly<Record<string, JSONSchemaProps>> = {
  'an enum of booleans for a text': { type: 'string', enum: [true, false, 'auto'] },
  'an enum of texts for a number': { type: 'integer', enum: ['1', 2] },
  'an enum of values for an object': { type: 'object', enum: ['a', {}] },
  'an example of another type': { type: 'integer', example: 'three' },
  'an example that is empty': { type: 'array', items: { type: 'string' }, example: [] },
  'lengths that no text has': { type: 'string', minLength: 3, maxLength: 2 },
  'bounds that no number keeps': { type: 'number', minimum: 1, maximum: 1, exclusiveMinimum: true },
  'a bound beyond its format': { type: 'integer', format: 'int32', minimum: 2 ** 31 },
  'more properties than there are': { ...EITHER, minProperties: 3 },
  'fewer properties than are asked for': { ...EITHER, required: ['a', 'b'], maxProperties: 1 },
  'null beside alternatives': { ...EITHER, nullable: true },
  'null beside alternatives, of items': { type: 'array', items: { ...EITHER, nullable: true } },
  'null beside an enum with null': { type: 'string', nullable: true, enum: ['a', null] },
};

for (const [title, field] of Object.entries(SUSPICIOUS)) {
  test(`${title}: is generated again without changes`, () => {
    const spec: JSONSchemaProps = {
      type: 'object',
      properties: { field, list: { type: 'array', items: field } },
    };
    assert.deepEqual(roundTrip([thingWith(spec)]).problems, []);
  });
}

test('generates a kind again whose status is required, although the server drops it', () => {
  const crd = thingWith({ type: 'object' });
  const [version] = crd.spec.versions;
  assert.ok(version);
  const properties = { spec: { type: 'object' }, status: { type: 'object' } };
  version.subresources = { status: {} };
  version.schema = {
    openAPIV3Schema: { type: 'object', required: ['spec', 'status'], properties },
  };
  assert.deepEqual(roundTrip([crd]).problems, []);
});

test('generates paths again that do not match a field', () => {
  const crd = thingWith({ type: 'object', properties: { replicas: { type: 'string' } } });
  const [version] = crd.spec.versions;
  assert.ok(version);
  version.additionalPrinterColumns = [{ name: 'A', type: 'string', jsonPath: '.spec["a"]' }];
  const path = '.spec.replicas';
  version.subresources = { scale: { specReplicasPath: path, statusReplicasPath: '.status.x' } };
  assert.deepEqual(roundTrip([crd]).problems, []);
});

test('an empty listKind or singular is one that is not stated', () => {
  const crd = thingWith({ type: 'object' });
  const stated = { ...crd.spec.names, listKind: '', singular: '' };
  const empty = { ...crd, spec: { ...crd.spec, names: stated } };
  assert.deepEqual(importDefinitions([empty]).files, importDefinitions([crd]).files);
});
