import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explore, violationText } from '@vmgen/manager/testing';
import { machinesExplored, noteExploration } from './explored-machines.test.helper.js';

test('two crashes at effects that follow one another end with the same machines and servers', async () => {
  const exploration = await explore({
    ...machinesExplored,
    name: 'vm-controller with pairs of crashes',
    faults: [],
    pairs: true,
  });
  noteExploration(exploration);
  const { plans, violations, notTested } = exploration;
  assert.deepEqual(violations.map(violationText), []);
  // After a crash, the controller may have less to do.
  assert.ok(plans - notTested.length === 48, `${plans} plans, ${notTested.length} not tested`);
});
