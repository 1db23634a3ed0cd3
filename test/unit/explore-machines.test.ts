import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNoViolations, explore } from '@vmgen/manager/testing';
import { machinesExplored, noteExploration } from '../support/explored-machines.js';

test('one fault at each effect ends with the same machines and servers', async () => {
  const exploration = await explore(machinesExplored);
  noteExploration(exploration);
  assertNoViolations(exploration);
  const { plans, notTested, notSimulated } = exploration;
  assert.deepEqual(notTested, []);
  assert.deepEqual(notSimulated, []);
  assert.ok(plans >= 160, String(plans));
});
