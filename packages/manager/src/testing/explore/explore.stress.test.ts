import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explore } from './explore.js';
import { correct, sitesExplored, sitesOf } from './explored-sites.test.helper.js';
import { violationText } from './violation-text.js';

test('a correct operator survives every pair of crashes', async () => {
  const { plans, violations, notTested } = await explore({
    ...sitesExplored(correct),
    pairs: true,
    atRest: {
      'no record without a site': async ({ server, outside }) =>
        outside.dns.records.length === (await sitesOf(server).list()).items.length,
    },
  });
  assert.deepEqual(violations.map(violationText), []);
  assert.ok(plans > 100, String(plans));
  // After a crash, the operator repeats less: a second crash does not happen at each effect.
  assert.deepEqual(
    notTested.filter(({ faults }) => faults.length === 1),
    [],
  );
});

test('two replicas survive pauses and crashes of the leader in each step', async () => {
  const { plans, violations, notTested, effects } = await explore({
    ...sitesExplored(correct),
    replicas: 2,
  });
  assert.deepEqual(violations.map(violationText), []);
  assert.deepEqual(notTested, []);
  assert.deepEqual(Object.keys(effects), ['create', 'change', 'repair', 'delete']);
  assert.equal(plans, 52);
});
