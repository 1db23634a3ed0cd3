/** The heap after a garbage collection, with the time since the start. */
export interface Sample {
  readonly atMs: number;
  readonly heap: number;
}

/** Returns the growth of the heap per hour by linear regression (least squares). */
export function slopePerHour(samples: readonly Sample[]): number {
  const mean = (valueOf: (sample: Sample) => number): number =>
    samples.reduce((sum, sample) => sum + valueOf(sample), 0) / samples.length;
  const [meanAt, meanHeap] = [mean(({ atMs }) => atMs), mean(({ heap }) => heap)];
  const covariance = mean(({ atMs, heap }) => (atMs - meanAt) * (heap - meanHeap));
  const variance = mean(({ atMs }) => (atMs - meanAt) ** 2);
  return (covariance / variance) * 3_600_000;
}
