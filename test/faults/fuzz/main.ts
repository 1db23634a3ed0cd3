// Usage: npm run suite fuzz-runtime -- [--seeds N] [--seed FIRST] [--steps N]
import { parseArgs } from 'node:util';
import { runSeed } from './report.js';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    steps: { type: 'string', default: '10000' },
  },
});
const [seeds, first, steps] = [values.seeds, values.seed, values.steps].map(Number);
if (!seeds || !first || !steps) throw new Error('--seeds, --seed and --steps are whole numbers');

process.on('unhandledRejection', (error) => {
  console.error('unhandled rejection', error);
  process.exit(1);
});
const started = performance.now();
let failed = 0;
let longestHealMs = 0;
for (let seed = first; seed < first + seeds; seed++) {
  try {
    const figures = await runSeed(seed, steps);
    longestHealMs = Math.max(longestHealMs, figures.longestHealMs);
  } catch (error) {
    failed++;
    console.error(error instanceof Error ? error.message : error);
  }
}
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(
  `${seeds} seeds of ${steps} steps in ${seconds} s: ${failed} failed; healed within ${longestHealMs} ms of the clock`,
);
process.exitCode = failed > 0 ? 1 : 0;
