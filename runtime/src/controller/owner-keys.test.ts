import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OwnerReference } from '../meta/types.js';
import { ownerKeys } from './owner-keys.js';

const owner = (more: Partial<OwnerReference> = {}): OwnerReference => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  name: 'w',
  uid: 'u',
  ...more,
});
const owned = (namespace: string | undefined, ...ownerReferences: OwnerReference[]) => ({
  metadata: { namespace, ownerReferences },
});
const widgets = { group: 'example.com', kind: 'Widget', scope: 'Namespaced' } as const;

describe('the keys of owners', () => {
  test('are those of the kind, whatever version wrote the reference', () => {
    const keysOf = ownerKeys(widgets);
    const object = owned(
      'x',
      owner({ name: 'a' }),
      owner({ name: 'b', apiVersion: 'example.com/v2' }),
      owner({ name: 'c', apiVersion: 'example.org/v1' }),
      owner({ name: 'd', apiVersion: 'v1' }),
      owner({ name: 'e', kind: 'Gadget' }),
    );
    assert.deepEqual(keysOf(object), [
      { namespace: 'x', name: 'a' },
      { namespace: 'x', name: 'b' },
    ]);
  });

  test('are those of the controller alone where it is asked for', () => {
    const keysOf = ownerKeys(widgets, { controllerOnly: true });
    const object = owned('x', owner({ name: 'a' }), owner({ name: 'b', controller: true }));
    assert.deepEqual(keysOf(object), [{ namespace: 'x', name: 'b' }]);
  });

  test('have no namespace where the owner has none', () => {
    const keysOf = ownerKeys({ ...widgets, scope: 'Cluster' });
    assert.deepEqual(keysOf(owned('x', owner())), [{ namespace: '', name: 'w' }]);
    assert.deepEqual(keysOf(owned(undefined, owner())), [{ namespace: '', name: 'w' }]);
  });

  test('are none for an object that nothing owns, or that no owner in a namespace can own', () => {
    const keysOf = ownerKeys(widgets);
    assert.deepEqual(keysOf({ metadata: { namespace: 'x' } }), []);
    assert.deepEqual(keysOf(owned(undefined, owner())), []);
  });

  test('know the core group', () => {
    const keysOf = ownerKeys({ group: '', kind: 'Node', scope: 'Cluster' });
    assert.deepEqual(keysOf(owned('x', owner({ apiVersion: 'v1', kind: 'Node' }))), [
      { namespace: '', name: 'w' },
    ]);
  });
});
