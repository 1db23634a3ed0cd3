import type { Metrics } from '@vmgen/runtime';

const remove = (): void => {};

/** Metrics that are not collected. */
export const silentMetrics: Metrics = {
  counter: () => ({ add: () => {}, remove }),
  gauge: () => ({ set: () => {}, remove }),
  histogram: () => ({ observe: () => {}, remove }),
  observe: () => remove,
};
