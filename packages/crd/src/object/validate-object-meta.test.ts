import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ObjectMeta } from '@vmgen/runtime';
import { type JsonObject, stringifyJson } from '@vmgen/base/json';
import {
  coerceObjectMeta,
  ObjectMetaTypeError,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../internal.js';
import { metadataCases } from '@vmgen/fixtures/crd/object-meta-cases';
import { recorded, textsOf } from '../testing/answers.test.helper.js';

describe('validates metadata as kube-apiserver does', () => {
  const answers = recorded('metadata');
  for (const metadata of metadataCases) {
    // This cast is safe: the cases are JSON.
    const title = stringifyJson(metadata as JsonObject);
    test(title.slice(0, 120), () => {
      const named = { name: 'generated', ...metadata, namespace: 'default' };
      const errors = textsOf(validateObjectMeta(named, { namespaced: true }));
      assert.deepEqual(errors, answers[title]);
    });
  }
});

test('limits annotations to 256 KiB of UTF-8 in total', () => {
  const validate = (value: string): string[] =>
    textsOf(validateObjectMeta({ name: 'a', annotations: { big: value } }, { namespaced: false }));
  assert.deepEqual(validate('x'.repeat(262141)), []);
  const tooLong = ['metadata.annotations: Too long: may not be more than 262144 bytes'];
  assert.deepEqual(validate('x'.repeat(262142)), tooLong);
  assert.deepEqual(validate('ä'.repeat(131071)), tooLong);
});

test('allows a namespace only for namespaced kinds', () => {
  assert.deepEqual(textsOf(validateObjectMeta({ name: 'a' }, { namespaced: true })), [
    'metadata.namespace: Required value',
  ]);
  const metadata = { name: 'a', namespace: 'b' };
  assert.deepEqual(textsOf(validateObjectMeta(metadata, { namespaced: false })), [
    'metadata.namespace: Forbidden: not allowed on this type',
  ]);
});

test('requires a name in the form that the kind specifies', () => {
  assert.deepEqual(textsOf(validateObjectMeta({}, { namespaced: false })), [
    'metadata.name: Required value: name or generateName is required',
  ]);
  const label = { namespaced: false, name: 'dns1123-label' } as const;
  assert.deepEqual(textsOf(validateObjectMeta({ name: 'a.b' }, label)), [
    'metadata.name: Invalid value: "a.b": must not contain dots',
  ]);
  assert.deepEqual(validateObjectMeta({ name: 'a', generateName: 'a-' }, label), []);
  const segment = { namespaced: false, name: 'path-segment' } as const;
  assert.deepEqual(validateObjectMeta({ name: 'System:Node' }, segment), []);
});

test('validates the form of managed fields', () => {
  const managedFields = [{ manager: 'a\tb'.padEnd(130), operation: 'Update' as const }];
  const errors = textsOf(validateObjectMeta({ name: 'a', managedFields }, { namespaced: false }));
  assert.deepEqual(errors, [
    `metadata.managedFields[0].manager: Invalid value: "a\\tb${' '.repeat(127)}": invalid character U+0009 (at position 1)`,
    'metadata.managedFields[0].manager: Too long: may not be more than 128 bytes',
  ]);
});

describe('updates of metadata', () => {
  const old: ObjectMeta = {
    name: 'a',
    namespace: 'n',
    uid: 'u',
    generation: 2,
    resourceVersion: '5',
    creationTimestamp: '2026-01-01T00:00:00Z',
    finalizers: ['x/y'],
  };
  const update = (change: ObjectMeta, before: ObjectMeta = {}): string[] => {
    const stored = { ...old, ...before };
    return textsOf(validateObjectMetaUpdate({ ...stored, ...change }, stored));
  };

  test('reject changes of the identity', () => {
    assert.deepEqual(update({}), []);
    const change = { name: 'b', namespace: 'm', uid: 'v', generation: 1, creationTimestamp: '' };
    assert.deepEqual(update(change), [
      'metadata.creationTimestamp: Invalid value: "": field is immutable',
      'metadata.generation: Invalid value: 1: must not be decremented',
      'metadata.name: Invalid value: "b": field is immutable',
      'metadata.namespace: Invalid value: "m": field is immutable',
      'metadata.uid: Invalid value: "v": field is immutable',
    ]);
  });

  test('accept new finalizers only until the object is deleted', () => {
    const change = { finalizers: ['x/y', 'c/d', 'a/b'] };
    assert.deepEqual(update(change), []);
    const deleting = { deletionTimestamp: '2026-01-02T00:00:00Z' };
    assert.deepEqual(update(change, deleting), [
      'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"a/b", "c/d"}',
    ]);
    assert.deepEqual(update({ finalizers: [] }, deleting), []);
  });
});

describe('coerceObjectMeta', () => {
  const cannot = (what: string, field: string, type: string): string =>
    `json: cannot unmarshal ${what} into metadata.${field} of type ${type}`;
  const cases: readonly (readonly [metadata: JsonObject, message: string])[] = [
    [{ name: 5 }, cannot('number', 'name', 'string')],
    [{ labels: { a: 1 } }, cannot('number', 'labels', 'string')],
    [{ labels: [] }, cannot('array', 'labels', 'object')],
    [{ ownerReferences: {} }, cannot('object', 'ownerReferences', 'array')],
    [{ ownerReferences: [{ uid: 1 }] }, cannot('number', 'ownerReferences[0].uid', 'string')],
    [
      { ownerReferences: [{ controller: 'x' }] },
      cannot('string', 'ownerReferences[0].controller', 'boolean'),
    ],
    [{ finalizers: [1] }, cannot('number', 'finalizers[0]', 'string')],
    [{ generation: 1.5 }, cannot('number 1.5', 'generation', 'int64')],
    [{ creationTimestamp: 5 }, cannot('number', 'creationTimestamp', 'string')],
    [
      { creationTimestamp: 'x' },
      'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
    ],
  ];
  for (const [metadata, message] of cases) {
    test(`rejects ${JSON.stringify(metadata)} with the path of the field`, () => {
      assert.throws(() => coerceObjectMeta(metadata, 'metadata'), {
        name: ObjectMetaTypeError.name,
        message,
      });
    });
  }

  test('converts times to UTC with whole seconds', () => {
    const metadata: JsonObject = {
      creationTimestamp: '2020-01-01T01:00:00.5+02:00',
      deletionTimestamp: '2020-01-01T00:00:00Z',
    };
    coerceObjectMeta(metadata, 'metadata');
    assert.deepEqual(metadata, {
      creationTimestamp: '2019-12-31T23:00:00Z',
      deletionTimestamp: '2020-01-01T00:00:00Z',
    });
    assert.throws(() => coerceObjectMeta({ creationTimestamp: '2020-13-01T00:00:00Z' }, 'm'));
  });

  test('removes and reports unknown fields, and removes nulls and empty maps', () => {
    const metadata: JsonObject = {
      name: 'a',
      foo: 1,
      labels: null,
      annotations: {},
      managedFields: [{ z: 1 }],
    };
    assert.deepEqual(coerceObjectMeta(metadata, 'metadata'), [
      'metadata.foo',
      'metadata.managedFields[0].z',
    ]);
    assert.deepEqual(metadata, { name: 'a', managedFields: [{}] });
  });
});
