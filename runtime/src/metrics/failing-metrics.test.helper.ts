import type { Metrics } from './metrics.js';

/** A broken metrics backend: each sample throws. */
export const failingMetrics: Metrics = {
  counter: () => ({ add: fail }),
  gauge: () => ({ set: fail }),
  histogram: () => ({ observe: fail }),
  observe: () => fail,
};

function fail(): never {
  throw new Error('the metrics are broken');
}
