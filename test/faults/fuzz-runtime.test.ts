// Lives of informers that once went wrong, and short random ones; long ones are in the stress suite.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { KEPT_PLANS } from './fuzz/kept-plans.js';
import { runSeed } from './fuzz/report.js';
import { runPlan } from './fuzz/world.js';

describe('informers come to where the server is, and tell the way there rightly', () => {
  for (const { what, seed, plan } of KEPT_PLANS) {
    test(`also where once ${what}`, async () => {
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
