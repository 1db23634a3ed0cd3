import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { VmgenError } from '../errors/vmgen-error.js';
import {
  controllerOf,
  controllerReference,
  isControlledBy,
  setControllerReference,
  setOwnerReference,
} from './owner-references.js';
import type { KubernetesObject, ObjectMeta } from './types.js';

const machine = (metadata: ObjectMeta = {}) => ({
  apiVersion: 'example.com/v1',
  kind: 'Machine',
  metadata: { name: 'm', namespace: 'x', uid: 'uid-m', ...metadata },
});
const disk = (metadata: ObjectMeta = {}): KubernetesObject => ({
  metadata: { name: 'd', namespace: 'x', ...metadata },
});
const reference = {
  apiVersion: 'example.com/v1',
  kind: 'Machine',
  name: 'm',
  uid: 'uid-m',
  controller: true,
  blockOwnerDeletion: true,
};
const code = (expected: string) => (error: unknown) =>
  error instanceof VmgenError && error.code === expected;

describe('setControllerReference', () => {
  test('appends a reference once', () => {
    const other = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'uid-p' };
    const object = disk({ ownerReferences: [other] });
    assert.equal(setControllerReference(machine(), object), true);
    assert.deepEqual(object.metadata.ownerReferences, [other, reference]);
    assert.equal(setControllerReference(machine(), object), false);
    assert.equal(object.metadata.ownerReferences?.length, 2);
    assert.deepEqual(controllerOf(object), reference);
  });

  test('updates the reference to the same owner in place', () => {
    const before = {
      ...reference,
      apiVersion: 'example.com/v1beta1',
      uid: 'old',
      controller: false,
    };
    const object = disk({ ownerReferences: [before] });
    assert.equal(setControllerReference(machine(), object, { blockOwnerDeletion: false }), true);
    assert.deepEqual(object.metadata.ownerReferences, [
      { ...reference, blockOwnerDeletion: false },
    ]);
  });

  test('rejects a second controller without changing the object', () => {
    const object = disk();
    setControllerReference(machine({ name: 'first\n' }), object);
    const before = structuredClone(object);
    assert.throws(
      () => setControllerReference(machine(), object),
      (error) => code('ERR_VMGEN_CONTROLLED')(error) && /Machine "first\\n"/.test(String(error)),
    );
    assert.deepEqual(object, before);
  });

  for (const [title, owner, object, message] of [
    ['in another namespace', machine({ namespace: 'y' }), disk(), /another namespace/],
    [
      'in a namespace if the object is cluster-scoped',
      machine(),
      disk({ namespace: undefined }),
      /has no namespace/,
    ],
    ['without uid', machine({ uid: undefined }), disk(), /has no uid;/],
    ['without type and name', { metadata: { uid: 'u' } }, disk(), /has no apiVersion, kind, name;/],
  ] as const) {
    test(`rejects an owner ${title}`, () => {
      assert.throws(() => setControllerReference(owner, object), code('ERR_VMGEN_ARGUMENT'));
      assert.throws(() => setOwnerReference(owner, object), message);
      assert.equal(object.metadata.ownerReferences, undefined);
    });
  }

  test('accepts a cluster-scoped owner of an object in any namespace', () => {
    const object = disk();
    assert.equal(setControllerReference(machine({ namespace: undefined }), object), true);
  });
});

describe('setOwnerReference', () => {
  test('adds owners without making them the controller', () => {
    const object = disk();
    setOwnerReference(machine(), object);
    setOwnerReference(machine({ name: 'n', uid: 'uid-n' }), object, { blockOwnerDeletion: true });
    assert.deepEqual(
      object.metadata.ownerReferences?.map(({ name, blockOwnerDeletion }) => [
        name,
        blockOwnerDeletion,
      ]),
      [
        ['m', undefined],
        ['n', true],
      ],
    );
    assert.equal(controllerOf(object), undefined);
  });

  test('does not change which owner is the controller', () => {
    const object = disk();
    setControllerReference(machine(), object);
    assert.equal(setOwnerReference(machine(), object, { blockOwnerDeletion: undefined }), false);
    assert.deepEqual(controllerOf(object), reference);
  });
});

test('isControlledBy compares the uid', () => {
  const object = disk({ ownerReferences: [controllerReference(machine())] });
  assert.equal(isControlledBy(object, machine()), true);
  assert.equal(isControlledBy(object, machine({ uid: 'another' })), false);
  assert.equal(isControlledBy(disk(), machine()), false);
  assert.equal(isControlledBy(disk(), { metadata: {} }), false, 'two missing uids do not match');
  const owned = disk({ ownerReferences: [{ ...reference, controller: false }] });
  assert.equal(isControlledBy(owned, machine()), false);
});
