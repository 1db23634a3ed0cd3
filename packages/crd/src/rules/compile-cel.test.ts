import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JSONSchemaProps } from '@vmgen/base/schema';
import { compileCel } from './compile-cel.js';

const schema = (rule: string): JSONSchemaProps => ({
  type: 'object',
  properties: { spec: { type: 'object', properties: { a: { type: 'integer' } } } },
  'x-kubernetes-validations': [{ rule }],
});
const object = (name: string, a: number) => ({
  apiVersion: 'g/v1',
  kind: 'K',
  metadata: { name, labels: { x: 'y' } },
  spec: { a },
});
const messages = (rule: string, name: string, a: number): string[] =>
  compileCel(schema(rule))
    .validate({ object: object(name, a) })
    .errors.map(({ field, message }) => `${field}: ${message}`);

describe('compileCel', () => {
  test('provides the type and names of a resource', () => {
    const rule = 'self.metadata.name == "good" && self.kind == "K" && self.apiVersion == "g/v1"';
    assert.deepEqual(messages(rule, 'good', 1), []);
    assert.deepEqual(messages(rule, 'bad', 1), [`<nil>: Invalid value: failed rule: ${rule}`]);
  });

  test('provides no other metadata', () => {
    const [error = ''] = messages('self.metadata.labels.x == "y"', 'any', 1);
    assert.match(error, /rule compile error: compilation failed: .* undefined field 'labels'/);
  });

  test('rejects rules that return a wrapper of a bool', () => {
    const [error = ''] = messages('google.protobuf.BoolValue{value: true}', 'any', 1);
    assert.match(error, /rule compile error: cel expression must evaluate to a bool/);
  });

  test('evaluates each object independently', () => {
    const validator = compileCel(schema('self.spec.a > 1'));
    const errorCount = (a: number) => validator.validate({ object: object('o', a) }).errors.length;
    assert.deepEqual([2, 1, 2].map(errorCount), [0, 1, 0]);
  });

  test('provides exact integers beyond 2^53', () => {
    const validator = compileCel(schema('self.spec.a == 9007199254740993'));
    const big = { ...object('o', 0), spec: { a: 9007199254740993n } };
    assert.deepEqual(validator.validate({ object: big }).errors, []);
  });

  test('ignores inherited fields', () => {
    const [error] = messages('has(self.spec.a) && self.spec.a == 1', 'o', 1);
    assert.equal(error, undefined);
    const inherited = compileCel({
      type: 'object',
      additionalProperties: { type: 'integer' },
      'x-kubernetes-validations': [{ rule: '!("toString" in self) && !("__proto__" in self)' }],
    });
    assert.equal(inherited.validate({ object: {} }).errors.length, 0);
  });
});
