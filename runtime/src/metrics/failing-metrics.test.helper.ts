import type { Metrics } from './metrics.js';

/** A backend that is broken: whatever it is told, it throws. */
export const failingMetrics: Metrics = {
  counter: () => ({ add: fail }),
  gauge: () => ({ set: fail }),
  histogram: () => ({ observe: fail }),
  observe: () => fail,
};

function fail(): never {
  throw new Error('the metrics are broken');
}
