import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { crdOf, versionWith } from '@vmgen/fixtures/crd-of';
import { createValidator } from './create-validator.js';

const validate = createValidator(
  crdOf({ group: 'shop.example.com', kind: 'Machine' }, [
    versionWith('v1', {
      spec: {
        type: 'object',
        required: ['disk', 'size'],
        properties: {
          disk: { type: 'string' },
          size: { type: 'integer', minimum: 1, default: 1 },
        },
        'x-kubernetes-validations': [
          { rule: 'self.disk == oldSelf.disk', message: 'disk is immutable' },
        ],
      },
    }),
  ]),
);

function machine(spec: object) {
  return { apiVersion: 'shop.example.com/v1', kind: 'Machine', metadata: { name: 'a' }, spec };
}

const texts = (object: object, old?: object): string[] =>
  validate(object, old).map(({ field, message }) => `${field}: ${message}`);

describe('createValidator', () => {
  test('accepts a valid object, with defaults, without changing it', () => {
    const object = machine({ disk: 'fast' });
    assert.deepEqual(texts(object), []);
    assert.deepEqual(object, machine({ disk: 'fast' }));
  });

  test('reports the errors of the schema', () => {
    assert.deepEqual(texts(machine({ size: 0 })), [
      'spec.size: Invalid value: 0: spec.size in body should be greater than or equal to 1',
      'spec.disk: Required value',
      '<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
    ]);
  });

  test('evaluates the rules of a change, and ignores errors in unchanged values', () => {
    const old = machine({ disk: 'fast', size: 0 });
    assert.deepEqual(texts(machine({ disk: 'fast', size: 0 }), old), []);
    assert.deepEqual(texts(machine({ disk: 'slow', size: 1 }), old), [
      'spec: Invalid value: disk is immutable',
    ]);
  });

  test('rejects objects of other kinds and versions', () => {
    assert.deepEqual(texts({ ...machine({}), kind: 'Disk' }), [
      'kind: Unsupported value: "Disk": supported values: "Machine"',
    ]);
    assert.deepEqual(texts({ ...machine({}), apiVersion: 'shop.example.com/v2' }), [
      'apiVersion: Unsupported value: "shop.example.com/v2": supported values: "shop.example.com/v1"',
    ]);
  });
});
