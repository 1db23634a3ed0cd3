import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  cloneJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  stringifyJson,
} from '@vmgen/base/json';
import { EmbeddedResourceError } from './internal.js';
import { compileSchema, type CompiledSchema, type JSONSchemaProps } from './index.js';
import { objectCases, objectSchema } from '@vmgen/fixtures/crd/object-cases';
import { pruneCases, pruneSchema } from '@vmgen/fixtures/crd/prune-cases';
import {
  specUpdates,
  statusUpdates,
  stored,
  tightSchema,
} from '@vmgen/fixtures/crd/ratcheting-cases';
import { fieldCases } from '@vmgen/fixtures/crd/value-cases';
import { recorded, textsOf } from './testing/answers.test.helper.js';

const inSpec = (name: string, schema: JSONSchemaProps): JSONSchemaProps => ({
  type: 'object',
  properties: { spec: { type: 'object', properties: { [name]: schema } } },
});

/**
 * The unknown fields of an object, and either its errors or its spec after pruning and defaulting.
 */
interface Admitted {
  readonly dropped: readonly string[];
  readonly errors?: readonly string[];
  readonly stored?: JsonValue;
}

/** Processes an object as a server does on create. */
function admit(schema: CompiledSchema, object: JsonObject): Admitted {
  const sent = cloneJson(object);
  const dropped = schema.prune(sent);
  schema.default(sent);
  const errors = textsOf(schema.validate(sent));
  if (errors.length > 0) return { dropped, errors };
  const { spec } = sent;
  return { dropped, ...(spec === undefined ? {} : { stored: spec }) };
}

describe('validates values as kube-apiserver does', () => {
  const answers = recorded<Admitted>('values');
  for (const [name, schema, values] of fieldCases) {
    const compiled = compileSchema(inSpec(name, schema));
    test(`${name}: ${JSON.stringify(schema)}`, () => {
      for (const value of values) {
        const title = `${name}: ${stringifyJson(value)}`;
        assert.deepEqual(admit(compiled, { spec: { [name]: value } }), answers[title], title);
      }
    });
  }
});

describe('prunes, defaults and validates objects as kube-apiserver does', () => {
  const answers = recorded<Admitted>('objects');
  const compiled = compileSchema(objectSchema);
  for (const object of objectCases) {
    const title = stringifyJson(object);
    test(title, () => assert.deepEqual(admit(compiled, object), answers[title]));
  }
});

describe('prunes unknown fields as kube-apiserver does', () => {
  const answers = recorded<Admitted>('pruned');
  const compiled = compileSchema(pruneSchema);
  for (const spec of pruneCases) {
    const title = stringifyJson(spec);
    test(title, () => assert.deepEqual(admit(compiled, { spec }), answers[title]));
  }
});

describe('ignores existing errors in unchanged values', () => {
  const answers = recorded('ratcheting');
  const compiled = compileSchema(tightSchema);
  for (const change of specUpdates) {
    const title = `spec ${stringifyJson(change)}`;
    test(title, () => {
      const spec = stored['spec'];
      assert.ok(isJsonObject(spec));
      const next = { ...cloneJson(stored), spec: { ...cloneJson(spec), ...cloneJson(change) } };
      assert.deepEqual(textsOf(compiled.validate(next, { oldObject: stored })), answers[title]);
    });
  }
  for (const status of statusUpdates) {
    const title = `status ${stringifyJson(status)}`;
    test(title, () => {
      const next: JsonObject = { status: cloneJson(status) };
      compiled.prune(next);
      const options = { subresource: 'status', oldObject: stored } as const;
      const errors = compiled.validate({ ...stored, ...next }, options);
      assert.deepEqual(textsOf(errors), answers[title]);
    });
  }
});

test('reports an existing error in an item of a list map that lacks a key', () => {
  const parts: JSONSchemaProps = {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['name'],
    items: {
      type: 'object',
      required: ['name', 'size'],
      properties: { name: { type: 'string' }, size: { type: 'integer' } },
    },
  };
  const compiled = compileSchema(inSpec('parts', parts));
  const errors = (item: JsonObject): string[] => {
    const oldObject = { spec: { parts: [item] } };
    return textsOf(compiled.validate(cloneJson(oldObject), { oldObject }));
  };
  assert.deepEqual(errors({ name: 'a' }), []);
  assert.deepEqual(errors({ size: 1 }), ['spec.parts[0].name: Required value']);
});

describe('compileSchema: integers beyond 2^53', () => {
  const validate = (schema: JSONSchemaProps, text: string): string[] => {
    const value: JsonValue = parseJson(text);
    return textsOf(compileSchema(inSpec('n', schema)).validate({ spec: { n: value } }));
  };

  test('are valid integers', () => {
    assert.deepEqual(validate({ type: 'integer', format: 'int64' }, '9007199254740993'), []);
    assert.deepEqual(validate({ type: 'number' }, '9007199254740993'), []);
  });

  test('are compared exactly', () => {
    const multiple = validate({ type: 'integer', multipleOf: 2 }, '9007199254740993');
    assert.deepEqual(multiple, [
      'spec.n: Invalid value: 9007199254740993: spec.n in body should be a multiple of 2',
    ]);
    const [range] = validate({ type: 'integer', format: 'int32' }, '9007199254740993');
    assert.match(range ?? '', /Checked value must be of type integer with format int32 in spec.n/);
    assert.deepEqual(
      validate({ type: 'integer', enum: [9007199254740993n] }, '9007199254740993'),
      [],
    );
  });

  test('are unique in sets', () => {
    const set: JSONSchemaProps = {
      type: 'array',
      items: { type: 'integer' },
      'x-kubernetes-list-type': 'set',
    };
    assert.deepEqual(validate(set, '[9007199254740993, 9007199254740992]'), []);
    assert.deepEqual(validate(set, '[9007199254740993, 9007199254740993]'), [
      'spec.n[1]: Duplicate value: 9007199254740993',
    ]);
  });
});

test('ignores inherited names such as constructor in schemas and objects', () => {
  const compiled = compileSchema(inSpec('a', { type: 'string' }));
  const object = parseJson('{"spec":{"constructor":1,"__proto__":{"a":1},"toString":2}}');
  assert.ok(isJsonObject(object));
  assert.deepEqual(compiled.prune(object), ['spec.__proto__', 'spec.constructor', 'spec.toString']);
  assert.deepEqual(object, { spec: {} });
  const required = compileSchema({ type: 'object', required: ['constructor'] });
  assert.deepEqual(textsOf(required.validate({})), ['constructor: Required value']);
});

test('copies defaults for each object', () => {
  const compiled = compileSchema(inSpec('a', { type: 'array', default: [{ b: 1 }] }));
  const [first, second]: [JsonObject, JsonObject] = [{ spec: {} }, { spec: {} }];
  compiled.default(first);
  compiled.default(second);
  assert.deepEqual(first, second);
  assert.ok(isJsonObject(first['spec']) && isJsonObject(second['spec']));
  assert.notEqual(first['spec']['a'], second['spec']['a']);
});

test('rejects an embedded resource whose metadata has the wrong type', () => {
  const compiled = compileSchema(
    inSpec('t', {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
    }),
  );
  const prune = (t: JsonObject): void => void compiled.prune({ spec: { t } });
  assert.throws(() => prune({ metadata: { name: 5 } }), {
    name: EmbeddedResourceError.name,
    message:
      'spec.t.metadata: Invalid value: {"name":5}: json: cannot unmarshal number into spec.t.metadata.name of type string',
  });
  assert.throws(() => prune({ metadata: { generation: 0.00001 } }), {
    message:
      'spec.t.metadata: Invalid value: {"generation":0.00001}: json: cannot unmarshal number 0.00001 into spec.t.metadata.generation of type int64',
  });
  assert.throws(() => prune({ apiVersion: 5 }), {
    message: 'spec.t.apiVersion: Invalid value: 5: must be a string',
  });
});

test('removes and reports unknown metadata of an embedded resource', () => {
  const compiled = compileSchema(
    inSpec('t', { type: 'object', 'x-kubernetes-embedded-resource': true }),
  );
  const t = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a', labels: null, zz: 1, ownerReferences: [{ name: 'o', x: 1 }] },
    spec: {},
  };
  const object: JsonObject = { apiVersion: 'x/v1', metadata: { any: 1 }, spec: { t } };
  assert.deepEqual(compiled.prune(object), [
    'spec.t.spec',
    'spec.t.metadata.zz',
    'spec.t.metadata.ownerReferences[0].x',
  ]);
  assert.deepEqual(object, {
    apiVersion: 'x/v1',
    metadata: { any: 1 },
    spec: {
      t: {
        apiVersion: 'v1',
        kind: 'Pod',
        // Go prints these four fields of a reference even if they are empty.
        metadata: {
          name: 'a',
          ownerReferences: [{ apiVersion: '', kind: '', name: 'o', uid: '' }],
        },
      },
    },
  });
});
