import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareVersions } from './compare-versions.js';

test('orders versions from the most to the least preferred', () => {
  const versions = [
    'foo10',
    'v1alpha1',
    'v0',
    'v1',
    'v11beta2',
    'v2',
    'v1beta1',
    'v10',
    'foo1',
    'v1beta10',
  ];
  assert.deepEqual(versions.sort(compareVersions), [
    'v10',
    'v2',
    'v1',
    'v0',
    'v11beta2',
    'v1beta10',
    'v1beta1',
    'v1alpha1',
    'foo1',
    'foo10',
  ]);
});
