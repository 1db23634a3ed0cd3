import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalMember } from './normal-schema.js';

test('compares the enums of junctor members by their values, with integers beyond 2^53', () => {
  const large = 2n ** 63n - 1n;
  assert.deepEqual(normalMember({ enum: [large, 1] }), normalMember({ enum: [1, large] }));
  assert.notDeepEqual(normalMember({ enum: [large] }), normalMember({ enum: [large - 1n] }));
});
