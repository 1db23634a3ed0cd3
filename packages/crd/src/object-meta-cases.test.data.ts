import type { ObjectMeta } from '@vmgen/runtime';

/** Metadata of new objects. */
export const metadataCases: readonly ObjectMeta[] = [
  { name: 'A_b' },
  {
    name: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  },
  { name: 'a', generateName: 'B_' },
  { generateName: 'ok-' },
  {
    name: 'a',
    labels: {
      'a b': 'c d',
      '/x': 'v',
      'x/': 'v',
      'a/b/c': 'v',
      'UP.x/y': 'v',
      nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn:
        'vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv',
    },
  },
  { name: 'a', annotations: { 'A b': 'x', 'UP/ok': 'x' } },
  { name: 'a', finalizers: ['x y', 'ok/ok', ''] },
  { name: 'a', finalizers: ['orphan', 'foregroundDeletion'] },
  { name: 'a', ownerReferences: [{ apiVersion: '', kind: '', name: '', uid: '' }] },
  { name: 'a', ownerReferences: [{ apiVersion: 'v1', kind: 'Event', name: 'e', uid: 'u' }] },
  {
    name: 'a',
    ownerReferences: [
      { apiVersion: 'v1', kind: 'A', name: 'e', uid: 'u', controller: true },
      {
        apiVersion: 'g/v1',
        kind: 'B',
        name: 'f',
        uid: 'w',
        controller: true,
        blockOwnerDeletion: false,
      },
    ],
  },
  { name: 'a', ownerReferences: [{ apiVersion: 'a/b/c', kind: 'A', name: 'e', uid: 'u' }] },
];
