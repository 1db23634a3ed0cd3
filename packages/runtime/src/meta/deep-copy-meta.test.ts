import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  deepCopyCondition,
  deepCopyLabelSelector,
  deepCopyListMeta,
  deepCopyObjectMeta,
} from './deep-copy-meta.js';
import type { Condition, LabelSelector, ListMeta, ObjectMeta } from './types.js';

const META: Required<ObjectMeta> = {
  name: 'a',
  generateName: 'a-',
  namespace: 'ns',
  uid: 'u',
  resourceVersion: '7',
  generation: 0,
  creationTimestamp: '2026-01-01T00:00:00Z',
  deletionTimestamp: '2026-01-02T00:00:00Z',
  deletionGracePeriodSeconds: 0,
  labels: { app: 'x', ['__proto__']: 'y' },
  annotations: {},
  ownerReferences: [
    { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'q' },
    { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'q', controller: false },
    { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'q', blockOwnerDeletion: true },
  ],
  finalizers: ['x.example.com/f'],
  managedFields: [
    { manager: 'm', operation: 'Apply', fieldsV1: { 'f:spec': { 'f:list': [{}] } } },
    { manager: 'n', subresource: 'status' },
  ],
};
const LIST_META: Required<ListMeta> = { resourceVersion: '', continue: 'c', remainingItemCount: 0 };
const CONDITION: Required<Condition> = {
  type: 'Ready',
  status: 'False',
  observedGeneration: 0,
  lastTransitionTime: '2026-01-01T00:00:00Z',
  reason: 'R',
  message: '',
};
const SELECTOR: Required<LabelSelector> = {
  matchLabels: { a: 'b' },
  matchExpressions: [
    { key: 'a', operator: 'In', values: ['b'] },
    { key: 'a', operator: 'Exists' },
  ],
};
const { observedGeneration: _, ...UNOBSERVED } = CONDITION;

test('a copy of metadata has the fields of its source, for all combinations of fields', () => {
  for (const part of partsOf(META)) assertCopied(part, deepCopyObjectMeta);
  for (const part of partsOf(LIST_META)) assertCopied(part, deepCopyListMeta);
});

test('a copy of a condition or a selector has the fields of its source', () => {
  for (const condition of [CONDITION, UNOBSERVED]) assertCopied(condition, deepCopyCondition);
  for (const part of partsOf(SELECTOR)) assertCopied(part, deepCopyLabelSelector);
});

test('undefined fields are absent from a copy', () => {
  const undefinedOf = (whole: object): object =>
    Object.fromEntries(Object.keys(whole).map((key) => [key, undefined]));
  assert.deepEqual(deepCopyObjectMeta(undefinedOf(META)), {});
  assert.deepEqual(deepCopyListMeta(undefinedOf(LIST_META)), {});
  assert.deepEqual(deepCopyLabelSelector(undefinedOf(SELECTOR)), {});
});

/** All subsets of the fields of an object. */
function partsOf<T extends object>(whole: T): Partial<T>[] {
  const fields = Object.entries(whole);
  return Array.from({ length: 2 ** fields.length }, (_, choice) => {
    const chosen = fields.filter((_, index) => (choice >> index) & 1);
    return Object.fromEntries(chosen) as Partial<T>;
  });
}

function assertCopied<T extends object>(source: T, copyOf: (source: T) => T): void {
  const copy = copyOf(source);
  assert.deepEqual(copy, source);
  const originals = new Set(objectsOf(source));
  assert.deepEqual(
    objectsOf(copy).filter((each) => originals.has(each)),
    [],
  );
}

/** All objects and lists inside a value. */
function objectsOf(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsOf)];
}
