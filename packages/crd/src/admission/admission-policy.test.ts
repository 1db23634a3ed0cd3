import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JSONSchemaProps } from '@vmgen/base/schema';
import { validateAdmissionPolicy } from './admission-policy.js';
import type { PolicyContext } from './policy-expressions.js';

const schema: JSONSchemaProps = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        size: { type: 'integer' },
        host: { type: 'string', maxLength: 20 },
        paths: { type: 'array', items: { type: 'string' } },
        ports: { type: 'array', items: { type: 'object', properties: { n: { type: 'integer' } } } },
        'a-b': { type: 'string' },
      },
    },
  },
};

interface Parts {
  readonly variables?: { name: string; expression: string }[];
  readonly matchConditions?: { name: string; expression: string }[];
  readonly paramKind?: { apiVersion: string; kind: string };
}

/** The errors of a policy with these validations, as `field: message`. */
function errors(
  expressions: readonly string[],
  context: PolicyContext = { schema },
  parts: Parts = {},
): string[] {
  const validations = expressions.map((expression) => ({ expression }));
  return texts({ kind: 'ValidatingAdmissionPolicy', spec: { validations, ...parts } }, context);
}

function patchErrors(expression: string, of = schema): string[] {
  const patch = { patchType: 'ApplyConfiguration', applyConfiguration: { expression } };
  const spec = { mutations: [patch], reinvocationPolicy: 'Never' };
  return texts({ kind: 'MutatingAdmissionPolicy', spec }, { schema: of });
}

function texts(policy: { kind: string; spec: object }, context: PolicyContext): string[] {
  const rule = { operations: ['CREATE'], apiGroups: ['a'], apiVersions: ['v1'], resources: ['b'] };
  const object = {
    ...policy,
    metadata: { name: 'p' },
    spec: { ...policy.spec, matchConstraints: { resourceRules: [rule] } },
  };
  return validateAdmissionPolicy(object, context).map(({ field, detail, missingBounds }) => {
    const bounds = missingBounds?.map(({ path, keyword }) => `${path} ${keyword}`);
    const text = (detail ?? '').replace(/compilation failed: ERROR: <input>:\d+:\d+: |\n[^]*/g, '');
    return [`${field}: ${text}`, ...(bounds ?? [])].join(' | ');
  });
}

describe('validateAdmissionPolicy with a schema', () => {
  test('accepts fields of the schema, metadata and comparisons with null', () => {
    const valid = [
      'object.spec.size > 1 && object.spec.`a-b` == "x"',
      "oldObject == null || oldObject.metadata.?labels['x'].orValue('') == 'y'",
      "request.userInfo.username != '' && object.metadata.ownerReferences.exists(o, o.controller)",
      'dyn(object).any.field == 1',
    ];
    assert.deepEqual(errors(valid), []);
  });

  test('reports unknown fields and mismatched types', () => {
    assert.deepEqual(errors(['object.spec.szie > 1', 'oldObject.spec.host > 1']), [
      "spec.validations[0].expression: undefined field 'szie'",
      "spec.validations[1].expression: found no matching overload for '_>_' applied to '(string, int)'",
    ]);
    assert.deepEqual(errors(['object.spec.szie > 1'], {}), []);
  });

  test('keeps the types of variables', () => {
    const variables = [{ name: 'spec', expression: 'object.spec' }];
    assert.deepEqual(
      errors(['variables.spec.size > variables.spec.x'], { schema }, { variables }),
      ["spec.validations[0].expression: undefined field 'x'"],
    );
  });

  test('reports unknown fields of match conditions and parameters', () => {
    const matchConditions = [{ name: 'a', expression: 'object.metadata.nmae == "a"' }];
    const paramKind = { apiVersion: 'a/v1', kind: 'B' };
    const context = { schema, paramSchema: schema };
    assert.deepEqual(errors(['params.spec.max > 1'], context, { matchConditions, paramKind }), [
      "spec.matchConditions[0].expression: undefined field 'nmae'",
      "spec.validations[0].expression: undefined field 'max'",
    ]);
  });

  test('reports object in deletions and oldObject in creations', () => {
    const problem = "type 'null' does not support field selection";
    assert.deepEqual(errors(['object.spec.size > 1'], { schema, isDeletion: true }), [
      `spec.validations[0].expression: ${problem}`,
    ]);
    assert.deepEqual(errors(['oldObject.spec.size > 1'], { isCreation: true }), [
      `spec.validations[0].expression: ${problem}`,
    ]);
    assert.deepEqual(
      errors(['object == null && oldObject.spec.size > 1'], { isDeletion: true }),
      [],
    );
  });

  test('reports the escaped name of a field, which only rules use', () => {
    const problem = "spec.validations[0].expression: undefined field 'a__dash__b'";
    assert.deepEqual(errors(['object.spec.a__dash__b == "x"']), [problem]);
  });

  test('reports unknown fields and mismatched types in apply configurations', () => {
    const valid =
      "Object{metadata: Object.metadata{labels: {'a': 'b'}}, spec: Object.spec{size: 1, ports: [Object.spec.ports{n: 1}]}}";
    assert.deepEqual(patchErrors(valid), []);
    const map = "Object{metadata: Object.metadata{labels: Object.metadata.labels{a: 'b'}}}";
    assert.deepEqual(patchErrors(map), []);
    assert.deepEqual(patchErrors('Object{spec: Object.spec{szie: 1}}'), [
      "spec.mutations[0].applyConfiguration.expression: expected type of field 'szie' is '' but provided type is 'int'",
    ]);
    assert.deepEqual(patchErrors('Object{spec: Object.spec{size: "1"}}'), [
      "spec.mutations[0].applyConfiguration.expression: expected type of field 'size' is 'int' but provided type is 'string'",
    ]);
    assert.deepEqual(patchErrors('Object{spec: Object.spce{size: 1}}'), [
      "spec.mutations[0].applyConfiguration.expression: undeclared reference to 'Object.spce' (in container '')",
    ]);
  });

  test('accepts any field in apply configurations if a schema preserves unknown fields', () => {
    const spec = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
    const open = { type: 'object', properties: { spec } };
    assert.deepEqual(patchErrors('Object{spec: Object.spec{any: 1}}', open), []);
  });

  test('reports expressions that may exceed the cost limit, with the missing bounds', () => {
    assert.deepEqual(errors(['object.spec.paths.all(p, object.spec.paths.exists(q, p == q))']), [
      'spec.validations[0].expression: the estimated cost is more than 100 times the limit of an expression | openAPIV3Schema.properties[spec].properties[paths] maxItems | openAPIV3Schema.properties[spec].properties[paths].items maxLength',
    ]);
    assert.deepEqual(errors(["object.metadata.labels.all(k, k.startsWith('a'))"]), []);
  });

  test('reports authorization checks that exceed the cost limit', () => {
    const check = "authorizer.requestResource.check('get').allowed()";
    assert.deepEqual(errors([`${check} && ${check}`]), []);
    assert.deepEqual(errors([`${check} && ${check} && ${check}`]), [
      'spec.validations[0].expression: the estimated cost is 1.1 times the limit of an expression',
    ]);
  });

  test('reports expressions that together exceed the cost limit of a policy', () => {
    const check = "authorizer.requestResource.check('get').allowed()";
    const found = errors(Array.from({ length: 15 }, () => `${check} && ${check}`));
    assert.deepEqual(found, [
      'spec.validations[14].expression: the estimated cost of the expressions up to this one is 1.1 times their limit',
    ]);
  });
});
