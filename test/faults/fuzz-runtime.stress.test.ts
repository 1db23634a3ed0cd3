// Long runs of informers under random writes and faults. For more, use npm run suite fuzz-runtime.
import { describe, test } from 'node:test';
import { runSeed } from './fuzz/report.js';

const SEEDS = 20;
const STEPS = 10_000;

describe('informers converge to the state of the server and report valid events', () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    test(`through ${STEPS} random writes and faults (seed ${seed})`, async (t) => {
      const { longestHealMs } = await runSeed(seed, STEPS);
      t.diagnostic(`healed within ${longestHealMs} ms of the clock`);
    });
  }
});
