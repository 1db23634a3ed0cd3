import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import { validateApplied } from './validate-applied.js';

const address = { apiVersion: 'a.b/v1', kind: 'Thing' };
const good: JsonObject = { apiVersion: 'a.b/v1', kind: 'Thing', metadata: { name: 'x' } };

describe('validateApplied', () => {
  test('accepts a body with the kind and version of its URL', () => {
    validateApplied(good, address);
    validateApplied({ ...good, metadata: {} }, address);
    validateApplied({ ...good, metadata: { managedFields: [null] } }, address);
  });

  const refused: [title: string, body: JsonObject, message: string][] = [
    ['without apiVersion', { kind: 'Thing' }, 'invalid object type: /, Kind=Thing'],
    [
      'with an apiVersion of the core group',
      { ...good, apiVersion: 'v1' },
      'invalid object type: /v1, Kind=Thing',
    ],
    ['without kind', { apiVersion: 'a.b/v1' }, 'invalid object type: a.b/v1, Kind='],
    [
      'with managedFields',
      { ...good, metadata: { name: 'x', managedFields: [] } },
      'metadata.managedFields must be nil',
    ],
  ];
  for (const [title, body, message] of refused) {
    test(`rejects a body ${title}`, () => {
      assert.throws(() => validateApplied(body, address), {
        code: 400,
        reason: 'BadRequest',
        message,
      });
    });
  }
});
