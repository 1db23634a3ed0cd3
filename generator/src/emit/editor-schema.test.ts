import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { cloneJson, isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { itemSchema, propertySchema } from '@vmgen/base/schema';
import { compileSchema, type CustomResourceDefinition, type JSONSchemaProps } from '@vmgen/crd';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { sampleOf } from './sample/sample-of.js';
import { ValueBuilder } from './sample/value-builder.js';
import { editorSchema } from './editor-schema.js';

const testdata = fileURLToPath(new URL('../../testdata/', import.meta.url));

/** One instance compiles the schema of schemas once. Shorter code would take longer to make than it saves. */
const ajv = new Ajv({ strictTypes: false, strictTuples: false, code: { optimize: false } });
addFormats.default(ajv);

const ajvFor = (schema: object): ((value: unknown) => boolean) => ajv.compile(schema);

type ProblemsOf = (object: JsonObject) => readonly string[];

/** A kind in a version, and what accepts its objects. */
interface Subject {
  readonly name: string;
  readonly schema: JSONSchemaProps;
  readonly sample: JsonObject;
  /** By the JSON Schema. */
  readonly accepts: (value: unknown) => boolean;
  /** What the server refuses or drops. */
  readonly serverProblems: ProblemsOf;
  /** The same, without rules of CEL. */
  readonly structuralProblems: ProblemsOf;
}

const SUBJECTS: readonly Subject[] = ['crds', 'golden/crds', 'operator/golden/crds'].flatMap(
  (folder) =>
    readdirSync(join(testdata, folder)).flatMap((file) => {
      const text = readFileSync(join(testdata, folder, file), 'utf8');
      const crd = parse(text) as CustomResourceDefinition;
      return crd.spec.versions.map(({ name }) => subjectOf(crd, name));
    }),
);

function subjectOf(crd: CustomResourceDefinition, version: string): Subject {
  const { group, names, versions } = crd.spec;
  const declared = versions.find(({ name }) => name === version);
  const schema = declared?.schema?.openAPIV3Schema ?? {};
  const withoutRules = JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === 'x-kubernetes-validations' ? undefined : value,
    ),
  ) as JSONSchemaProps;
  return {
    name: `${names.kind} ${version}`,
    schema,
    sample: sampleOf(crd, version).object,
    accepts: ajvFor(editorSchema(schema, { group, version, kind: names.kind })),
    serverProblems: problemsBy(schema),
    structuralProblems: problemsBy(withoutRules),
  };
}

function problemsBy(schema: JSONSchemaProps): ProblemsOf {
  const compiled = compileSchema(schema);
  return (object) => {
    const copy = cloneJson(object);
    const unknown = compiled.prune(copy, { keepNulls: true });
    compiled.default(copy);
    return [...unknown.map((path) => `${path}: unknown`), ...messagesOf(compiled.validate(copy))];
  };
}

const messagesOf = (errors: readonly { readonly field: string; readonly message: string }[]) =>
  errors.map(({ field, message }) => `${field}: ${message}`);

/** Structural mistakes in an object: each value of another type, each field missing, and an unknown field in each object. */
function* mistakes(
  value: JsonValue,
  schema: JSONSchemaProps | undefined,
  path: string,
): Iterable<readonly [path: string, value: JsonValue]> {
  if (schema === undefined) return;
  yield [path, isJsonObject(value) ? 'text' : {}];
  yield [path, typeof value === 'boolean' ? [] : true];
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) {
      for (const [where, next] of mistakes(item, itemSchema(schema), `${path}[${at}]`)) {
        yield [where, value.with(at, next)];
      }
    }
  }
  if (!isJsonObject(value)) return;
  yield [`${path}.unknownField`, { ...value, unknownField: 1 }];
  for (const [name, each] of Object.entries(value)) {
    // The server checks these before it validates the object.
    if (path === '' && ['apiVersion', 'kind', 'metadata'].includes(name)) continue;
    const { [name]: _, ...others } = value;
    yield [`${path}.${name}: missing`, others];
    const at = path === '' ? name : `${path}.${name}`;
    for (const [where, next] of mistakes(each, propertySchema(schema, name), at)) {
      yield [where, { ...value, [name]: next }];
    }
  }
}

/** The sample with each field that it lacks, to a depth. */
function* additions(
  value: JsonValue,
  schema: JSONSchemaProps | undefined,
  builder: ValueBuilder,
  depth: number,
): Iterable<JsonValue> {
  if (!isJsonObject(value) || schema === undefined || depth === 0) return;
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (name === 'metadata') continue;
    const own = value[name];
    if (own === undefined) yield { ...value, [name]: builder.build(property) };
    else
      for (const next of additions(own, property, builder, depth - 1))
        yield { ...value, [name]: next };
  }
}

test('the schema accepts what the server accepts', () => {
  let count = 0;
  for (const { name, schema, sample, accepts, serverProblems } of SUBJECTS) {
    const builder = new ValueBuilder(100_000);
    for (const each of [sample, ...additions(sample, schema, builder, 4)]) {
      if (!isJsonObject(each) || serverProblems(each).length > 0) continue;
      if (!accepts(each)) assert.fail(`${name}: ${JSON.stringify(each)}`);
      count++;
    }
  }
  assert.ok(count > 400, `${count} objects`);
});

test('the schema refuses structural mistakes that the server refuses, and no others', () => {
  let count = 0;
  for (const { name, schema, sample, accepts, serverProblems, structuralProblems } of SUBJECTS) {
    for (const [path, object] of mistakes(sample, schema, '')) {
      if (!isJsonObject(object)) continue;
      const problems = structuralProblems(object);
      const what = `${name}, ${path}: ${problems.join('; ')}`;
      if (problems.length > 0) assert.ok(!accepts(object), what);
      else if (serverProblems(object).length === 0) assert.ok(accepts(object), what);
      count++;
    }
  }
  assert.ok(count > 900, `${count} mistakes`);
});

const string: JSONSchemaProps = { type: 'string' };
const CONVERTED: readonly (readonly [title: string, schema: JSONSchemaProps, converted: object])[] =
  [
    ['null', { ...string, nullable: true }, { type: ['string', 'null'] }],
    [
      'no null in an enum',
      { ...string, nullable: true, enum: ['a'] },
      { type: 'string', enum: ['a'] },
    ],
    [
      'null beside alternatives',
      { ...string, nullable: true, oneOf: [{ minLength: 1 }] },
      { anyOf: [{ type: 'null' }, { type: 'string', oneOf: [{ minLength: 1 }] }] },
    ],
    [
      'an integer or a string',
      {
        'x-kubernetes-int-or-string': true,
        anyOf: [{ type: 'integer' }, string],
        pattern: '^\\d+%$',
      },
      { type: ['integer', 'string'], pattern: '^[0-9]+%$' },
    ],
    [
      'an exclusive limit, and the range of int32',
      { type: 'integer', format: 'int32', minimum: 0.5, exclusiveMinimum: true },
      { type: 'integer', exclusiveMinimum: 0, maximum: 2147483647 },
    ],
    [
      'a format that others read differently, and an untranslatable pattern',
      { ...string, format: 'duration', pattern: '(?i)h$', description: 'How long.' },
      { type: 'string', description: 'How long.\n\nFormat: duration.\n\nPattern: (?i)h$' },
    ],
    [
      'an object that drops all fields',
      { type: 'object' },
      { type: 'object', additionalProperties: false },
    ],
    [
      'a required field with a default, which need not be written',
      {
        type: 'object',
        required: ['a', 'b'],
        properties: { a: { ...string, default: 'x' }, b: string },
      },
      {
        type: 'object',
        required: ['b'],
        properties: { a: { type: 'string', default: 'x' }, b: { type: 'string' } },
        additionalProperties: false,
      },
    ],
    [
      'alternatives, which do not close an object, with a field that has a default',
      {
        type: 'object',
        properties: { a: { ...string, default: 'x' }, b: string },
        oneOf: [
          { required: ['a'], not: { required: ['b'] } },
          { required: ['b'], properties: { b: { minLength: 2 } } },
        ],
      },
      {
        type: 'object',
        properties: { a: { type: 'string', default: 'x' }, b: { type: 'string' } },
        additionalProperties: false,
        oneOf: [
          { not: { required: ['b'] } },
          { required: ['b'], properties: { b: { minLength: 2 } } },
        ],
      },
    ],
    [
      'preserved fields, also in the items of a list',
      {
        type: 'array',
        'x-kubernetes-preserve-unknown-fields': true,
        items: { type: 'object', properties: { a: string } },
      },
      { type: 'array', items: { type: 'object', properties: { a: { type: 'string' } } } },
    ],
    [
      'a set',
      { type: 'array', items: string, 'x-kubernetes-list-type': 'set' },
      { type: 'array', items: string, uniqueItems: true },
    ],
    [
      'keys and rules in the description',
      {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name', 'port'],
        'x-kubernetes-validations': [
          { rule: 'true', message: 'must be true' },
          { rule: 'size(self) < 9' },
        ],
      },
      {
        type: 'array',
        description:
          'Items must differ in name, port.\n\nRule: must be true\n\nRule: size(self) < 9',
      },
    ],
  ];

for (const [title, value, converted] of CONVERTED) {
  test(`a JSON Schema has ${title}`, () => {
    const schema: JSONSchemaProps = { type: 'object', properties: { value } };
    const whole = editorSchema(schema, { group: 'a.b', version: 'v1', kind: 'Site' });
    assert.deepEqual(isFields(whole.properties) && whole.properties.value, converted);
    assert.ok(ajvFor(whole));
  });
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

test('a JSON Schema requires the names of the kind, and limits the name', () => {
  const schema: JSONSchemaProps = {
    type: 'object',
    properties: { metadata: { type: 'object', properties: { name: { ...string, maxLength: 5 } } } },
  };
  const accepts = ajvFor(editorSchema(schema, { group: 'a.b', version: 'v1', kind: 'Site' }));
  const site = { apiVersion: 'a.b/v1', kind: 'Site', metadata: { name: 'x', labels: { a: 'b' } } };
  assert.ok(accepts(site));
  assert.ok(!accepts({ ...site, kind: 'Page' }));
  assert.ok(!accepts({ ...site, apiVersion: 'a.b/v2' }));
  assert.ok(!accepts({ ...site, metadata: { name: 'too-long' } }));
  assert.ok(!accepts({ ...site, metadata: { name: 'x', label: {} } }));
  assert.ok(!accepts({ apiVersion: 'a.b/v1', kind: 'Site' }));
});
