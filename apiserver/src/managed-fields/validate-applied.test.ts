import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '@vmgen/crd/internal/json';
import { validateApplied } from './validate-applied.js';

const address = { apiVersion: 'a.b/v1', kind: 'Thing', name: 'x', namespace: 'n' };
const good: JsonObject = { apiVersion: 'a.b/v1', kind: 'Thing', metadata: { name: 'x' } };

describe('validateApplied', () => {
  test('passes a body that agrees with its address', () => {
    validateApplied(good, address);
    validateApplied({ ...good, metadata: { name: 'x', namespace: 'n' } }, address);
  });

  const undeterminable =
    'the name of the object (x based on URL) was undeterminable: name must be provided';
  const wrongNamespace =
    'the namespace of the provided object does not match the namespace sent on the request';
  const refused: [title: string, body: JsonObject, message: string][] = [
    ['no version', { kind: 'Thing' }, 'invalid object type: /, Kind=Thing'],
    ['a core version', { ...good, apiVersion: 'v1' }, 'invalid object type: /v1, Kind=Thing'],
    ['no kind', { apiVersion: 'a.b/v1' }, 'invalid object type: a.b/v1, Kind='],
    [
      'managedFields',
      { ...good, metadata: { name: 'x', managedFields: [] } },
      'metadata.managedFields must be nil',
    ],
    ['no name', { ...good, metadata: {} }, undeterminable],
    [
      'another name',
      { ...good, metadata: { name: 'y' } },
      'the name of the object (y) does not match the name on the URL (x)',
    ],
    ['another namespace', { ...good, metadata: { name: 'x', namespace: 'm' } }, wrongNamespace],
  ];
  for (const [title, body, message] of refused) {
    test(`refuses ${title}`, () => {
      assert.throws(() => validateApplied(body, address), {
        code: 400,
        reason: 'BadRequest',
        message,
      });
    });
  }
});
