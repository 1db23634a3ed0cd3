// Long lives of informers under random writes and faults. More of them: npm run fuzz:runtime.
import { describe, test } from 'node:test';
import { runSeed } from './fuzz/report.js';

const SEEDS = 20;
const STEPS = 10_000;

describe('informers come to where the server is, and tell the way there rightly', () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    test(`through ${STEPS} random writes and faults (seed ${seed})`, async (t) => {
      const { longestHealMs } = await runSeed(seed, STEPS);
      t.diagnostic(`healed within ${longestHealMs} ms of the clock`);
    });
  }
});
