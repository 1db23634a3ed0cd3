// Plans that failed in the past, and short random ones. Long ones are in the stress suite.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { REGRESSION_PLANS } from './fuzz/regression-plans.js';
import { runSeed } from './fuzz/report.js';
import { runPlan } from './fuzz/world.js';

describe('informers converge to the state of the server and report valid events', () => {
  for (const { what, seed, plan } of REGRESSION_PLANS) {
    test(`in a regression plan: ${what}`, async () => {
      const { failure } = await runPlan(seed, plan);
      assert.equal(failure, undefined);
    });
  }

  for (const seed of [101, 102, 103]) {
    test(`through 1,000 random writes and faults (seed ${seed})`, async () => {
      await runSeed(seed, 1000);
    });
  }
});
