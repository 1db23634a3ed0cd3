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

describe('ownerKeys', () => {
  test('returns owners of the kind in any version', () => {
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

  test('returns only the controller if controllerOnly is set', () => {
    const keysOf = ownerKeys(widgets, { controllerOnly: true });
    const object = owned('x', owner({ name: 'a' }), owner({ name: 'b', controller: true }));
    assert.deepEqual(keysOf(object), [{ namespace: 'x', name: 'b' }]);
  });

  test('returns keys without a namespace for cluster-scoped owners', () => {
    const keysOf = ownerKeys({ ...widgets, scope: 'Cluster' });
    assert.deepEqual(keysOf(owned('x', owner())), [{ namespace: '', name: 'w' }]);
    assert.deepEqual(keysOf(owned(undefined, owner())), [{ namespace: '', name: 'w' }]);
  });

  test('returns nothing without owners, or for a cluster-scoped object with a namespaced owner', () => {
    const keysOf = ownerKeys(widgets);
    assert.deepEqual(keysOf({ metadata: { namespace: 'x' } }), []);
    assert.deepEqual(keysOf(owned(undefined, owner())), []);
  });

  test('matches the core group', () => {
    const keysOf = ownerKeys({ group: '', kind: 'Node', scope: 'Cluster' });
    assert.deepEqual(keysOf(owned('x', owner({ apiVersion: 'v1', kind: 'Node' }))), [
      { namespace: '', name: 'w' },
    ]);
  });
});
