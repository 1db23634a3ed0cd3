import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LONGEST_ELECTION_MS, playElection } from './random-election.test.helper.js';

describe('random elections', () => {
  for (const seed of [1, 2, 3]) {
    test(`never have two leaders, and have one in the end: seed ${seed}`, async () => {
      const { terms, overlaps, healedAfterMs } = await playElection(seed, 400);
      assert.deepEqual(overlaps, []);
      assert.ok(terms > 10, `only ${terms} terms`);
      assert.ok(healedAfterMs < LONGEST_ELECTION_MS, `${healedAfterMs} ms without a leader`);
    });
  }
});
