// Usage: npm run suite fuzz-runtime -- [--seeds N] [--seed FIRST] [--steps N]
import { numberOptions } from '../../support/options.js';
import { runSeed } from './report.js';

const {
  seeds,
  seed: first,
  steps,
} = numberOptions('fuzz-runtime', { seeds: 100, seed: 1, steps: 10_000 });

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
