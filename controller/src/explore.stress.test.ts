import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explore, violationText } from '@vmgen/manager/testing';
import { machinesExplored } from './explored-machines.test.helper.js';

test('two crashes at effects that follow one another end with the same machines and servers', async () => {
  const { plans, violations, notTested } = await explore({
    ...machinesExplored,
    faults: [],
    pairs: true,
  });
  assert.deepEqual(violations.map(violationText), []);
  // After a crash, the controller may have less to do.
  assert.ok(plans - notTested.length === 48, `${plans} plans, ${notTested.length} not tested`);
});
