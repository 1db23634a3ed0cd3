/** The heap after a collection, at a time since the start. */
export interface Sample {
  readonly atMs: number;
  readonly heap: number;
}

/** How much the heap grows in an hour, by the line that fits the samples best (least squares). */
export function slopePerHour(samples: readonly Sample[]): number {
  const mean = (valueOf: (sample: Sample) => number): number =>
    samples.reduce((sum, sample) => sum + valueOf(sample), 0) / samples.length;
  const [meanAt, meanHeap] = [mean(({ atMs }) => atMs), mean(({ heap }) => heap)];
  const covariance = mean(({ atMs, heap }) => (atMs - meanAt) * (heap - meanHeap));
  const variance = mean(({ atMs }) => (atMs - meanAt) ** 2);
  return (covariance / variance) * 3_600_000;
}
