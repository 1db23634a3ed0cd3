import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubernetesObject } from '@vmgen/runtime';
import { Authors } from './authors.js';
import { candidatesOf } from './candidates.js';
import { disturbanceText } from './disturbances.js';

/** An object with what a server adds to it. */
type Stored = KubernetesObject & { readonly data?: object; readonly status?: object };

const site: Stored = {
  apiVersion: 'web.example.com/v1',
  kind: 'Site',
  metadata: { name: 'shop', uid: 'site', resourceVersion: '1', finalizers: ['example.com/keep'] },
};
const owner = { apiVersion: 'v1', kind: 'Site', name: 'shop', uid: 'site', controller: true };
const page: Stored = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'page', uid: 'page', resourceVersion: '1', ownerReferences: [owner] },
  data: { text: 'a' },
};

const changed = (object: Stored, metadata: Stored['metadata'], others: Partial<Stored> = {}) => ({
  ...object,
  ...others,
  metadata: { ...object.metadata, ...metadata },
});

const collectionOf = ({
  apiVersion = '',
  kind = '',
}: Pick<Stored, 'apiVersion' | 'kind'>): string =>
  `${apiVersion.includes('/') ? '/apis' : '/api'}/${apiVersion}/${kind.toLowerCase()}s`;

/** Returns what can happen after writes of the operator and of users, in this order. */
function possible(
  writes: readonly (readonly [by: 'operator' | 'user', object: Stored])[],
): string[] {
  const authors = new Authors();
  for (const [by, object] of writes) {
    authors.observe({ type: 'MODIFIED', object });
    if (by === 'operator') authors.wrote(object);
  }
  const objects = authors.objects().map((each) => {
    const collection = collectionOf(each.object);
    return { ...each, collection, path: `${collection}/${each.object.metadata.name}` };
  });
  return [...candidatesOf({ objects, before: new Set() }, {})].map(disturbanceText);
}

test('a child that only the operator has written can be deleted, and be in the way', () => {
  assert.deepEqual(
    possible([
      ['user', site],
      ['operator', page],
    ]),
    ['deleted child: delete configmaps page', 'foreign object: create configmaps page'],
  );
});

test('a child is not deleted with objects that only users make', () => {
  const child = (apiVersion: string, kind: string, name: string, namespace?: string): Stored => ({
    apiVersion,
    kind,
    metadata: { name, namespace, uid: name, resourceVersion: '1', ownerReferences: [owner] },
  });
  const deletions = (...writes: readonly (readonly [by: 'operator' | 'user', object: Stored])[]) =>
    possible([['user', site], ...writes]).filter((text) => text.startsWith('deleted child'));
  const namespace = child('v1', 'Namespace', 'blue');
  const quota = child('v1', 'ResourceQuota', 'pods', 'blue');
  const deletesNamespace = 'deleted child: delete namespaces blue';
  const written = [
    ['operator', namespace],
    ['operator', quota],
  ] as const;
  assert.equal(deletions(...written)[0], deletesNamespace);
  const others = child('v1', 'ConfigMap', 'a', 'blue');
  assert.equal(deletions(...written, ['user', others]).includes(deletesNamespace), false);
  const elsewhere = child('v1', 'ConfigMap', 'a', 'green');
  assert.equal(deletions(...written, ['user', elsewhere])[0], deletesNamespace);

  const definitions = 'apiextensions.k8s.io/v1';
  const definition = child(definitions, 'CustomResourceDefinition', 'pages.web.example.com');
  assert.equal(deletions(['operator', definition]).length, 1);
  const custom = child('web.example.com/v1', 'Page', 'a', 'green');
  assert.deepEqual(deletions(['operator', definition], ['user', custom]), []);
});

test('a child is left alone if it was not made by the operator from its owner alone', () => {
  const second = changed(page, { resourceVersion: '2' });
  assert.deepEqual(
    possible([
      ['user', site],
      ['operator', page],
      ['user', second],
    ]),
    [],
  );
  assert.deepEqual(
    possible([
      ['user', site],
      ['user', page],
    ]),
    [],
  );
  assert.deepEqual(possible([['operator', page]]), []);
  const generated = changed(page, { generateName: 'pa' });
  assert.deepEqual(
    possible([
      ['user', site],
      ['operator', generated],
    ]),
    [],
  );
  const ending = changed(site, { deletionTimestamp: '2026-01-01T00:00:00Z' });
  assert.deepEqual(
    possible([
      ['user', ending],
      ['operator', page],
    ]),
    [],
  );
});

test('only finalizers that the operator has added are removed, and none of those that the cluster adds', () => {
  const finalizers = ['example.com/own', 'kubernetes.io/pvc-protection'];
  assert.deepEqual(
    possible([
      ['user', site],
      ['operator', changed(page, { finalizers })],
    ]).filter((text) => text.startsWith('stripped finalizer')),
    [
      'stripped finalizer: patch configmaps page {"metadata":{"finalizers":["kubernetes.io/pvc-protection"]}}',
    ],
  );
});

test('fields that were applied are changed and removed, without those in lists', () => {
  const fieldsV1 = {
    'f:data': { 'f:text': {} },
    'f:metadata': { 'f:ownerReferences': { 'k:{"uid":"site"}': {} } },
  };
  const managedFields = [{ manager: 'sites', operation: 'Apply', fieldsV1 } as const];
  const applied = changed(page, { managedFields });
  assert.deepEqual(
    possible([
      ['user', site],
      ['operator', applied],
    ]).filter((each) => !/^(del|for)/.test(each)),
    [
      'changed child: patch configmaps page {"data":{"text":"a-changed"}}',
      'old child: patch configmaps page {"data":{"text":null}}',
    ],
  );
});

test('the last label of a Job is not removed, because the server would replace it by those of its Pods', () => {
  const fieldsV1 = { 'f:metadata': { 'f:labels': { 'f:a': {}, 'f:b': {} } } };
  const managedFields = [{ manager: 'sites', operation: 'Apply', fieldsV1 } as const];
  const removals = (apiVersion: string, kind: string, labels: Record<string, string>) => {
    const job = { ...changed(page, { managedFields, labels }), apiVersion, kind };
    const texts = possible([
      ['user', site],
      ['operator', job],
    ]);
    return texts.filter((text) => text.startsWith('old child')).length;
  };
  assert.equal(removals('batch/v1', 'Job', { a: '1' }), 0);
  assert.equal(removals('batch/v1', 'Job', { a: '1', b: '2' }), 2);
  assert.equal(removals('v1', 'ConfigMap', { a: '1' }), 1);
});

test("a status is forged and lost, and finalizers are stripped, only if they are the operator's", () => {
  const condition = { type: 'Ready', status: 'True', reason: 'Serving', message: '' };
  const status = { observedGeneration: 2, conditions: [condition] };
  const finalizers = ['example.com/keep', 'example.com/dns'];
  const second = changed(site, { resourceVersion: '2', finalizers }, { status });
  const forged = { ...condition, status: 'False', reason: 'Forged' };
  const message = 'somebody else has changed this condition';
  const conditions = JSON.stringify([{ ...forged, message }]);
  assert.deepEqual(
    possible([
      ['user', site],
      ['operator', second],
    ]),
    [
      `forged status: patch sites/status shop {"status":{"conditions":${conditions}}}`,
      'forged status: patch sites/status shop {"status":{"observedGeneration":1}}',
      'lost status: patch sites/status shop [{"op":"remove","path":"/status"}]',
      'stripped finalizer: patch sites shop {"metadata":{"finalizers":["example.com/keep"]}}',
    ],
  );
  assert.deepEqual(
    possible([
      ['user', site],
      ['user', second],
    ]),
    [],
  );
});
