import type { Metrics } from './metrics.js';

/** A broken metrics backend: each sample throws. */
export const failingMetrics: Metrics = {
  counter: () => ({ add: fail, remove: fail }),
  gauge: () => ({ set: fail, remove: fail }),
  histogram: () => ({ observe: fail, remove: fail }),
  observe: () => fail,
};

function fail(): never {
  throw new Error('the metrics are broken');
}
