import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubernetesObject } from '@vmgen/runtime';
import type { OwnerReference } from '@vmgen/runtime/meta';
import { garbageRequests } from './owned-objects.js';

/** An object of the kind Page with a name, which is also its UID. */
const page = (name: string, metadata: Partial<KubernetesObject['metadata']> = {}) => ({
  path: `/${name}`,
  object: {
    apiVersion: 'v1',
    kind: 'Page',
    metadata: { name, uid: name, resourceVersion: '1', ...metadata },
  },
});

const owner = (uid: string, kind = 'Page'): OwnerReference => ({
  apiVersion: 'v1',
  ...{ kind, name: uid, uid, blockOwnerDeletion: true },
});

const deleting = (finalizer: string) => ({
  deletionTimestamp: '2026-01-01T00:00:00Z',
  finalizers: [finalizer, 'example.com/other'],
});

/** Describes the requests as `METHOD path body`. All objects of the kind Page are known. */
const requestsOf = (...objects: readonly ReturnType<typeof page>[]): string[] =>
  [...garbageRequests(objects, ({ kind }) => kind === 'Page')].map(({ method, path, body }) =>
    `${method} ${path} ${method === 'PATCH' ? String(body) : ''}`.trim(),
  );

test('deletes an object without its last owner, and removes the references to others', () => {
  const ownerReferences = [owner('gone')];
  assert.deepEqual(requestsOf(page('a', { ownerReferences })), ['DELETE /a']);
  assert.deepEqual(requestsOf(page('a', { ownerReferences, ...deleting('x') })), []);
  assert.deepEqual(requestsOf(page('a'), page('b', { ownerReferences: [owner('a')] })), []);
  assert.deepEqual(
    requestsOf(page('a'), page('b', { ownerReferences: [owner('a'), owner('gone')] })),
    [
      `PATCH /b ${JSON.stringify({ metadata: { resourceVersion: '1', ownerReferences: [owner('a')] } })}`,
    ],
  );
  // Objects of another kind may exist.
  assert.deepEqual(requestsOf(page('a', { ownerReferences: [owner('gone', 'Site')] })), []);
});

test('completes foreground and orphaning deletions', () => {
  const withoutFinalizer = (path: string): string =>
    `PATCH ${path} {"metadata":{"resourceVersion":"1","finalizers":["example.com/other"]}}`;
  const dependent = page('b', { ownerReferences: [owner('a')] });
  assert.deepEqual(requestsOf(page('a', deleting('foregroundDeletion')), dependent), ['DELETE /b']);
  assert.deepEqual(requestsOf(page('a', deleting('orphan')), dependent), [
    'PATCH /b {"metadata":{"resourceVersion":"1","ownerReferences":[]}}',
  ]);
  assert.deepEqual(requestsOf(page('a', deleting('foregroundDeletion'))), [withoutFinalizer('/a')]);
  assert.deepEqual(requestsOf(page('a', deleting('orphan'))), [withoutFinalizer('/a')]);
});
