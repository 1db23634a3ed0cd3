/** The three durations of an election. */
export interface ElectionTiming {
  readonly leaseDurationMs: number;
  readonly renewDeadlineMs: number;
  readonly retryPeriodMs: number;
}

/** How much longer than its period a candidate waits at the most, as a factor to add. */
export const JITTER_FACTOR = 1.2;

/**
 * Throws unless leaseDuration > renewDeadline > 1.2 * retryPeriod > 0: only then a leader has ended
 * before another begins, and can try more than once in its time.
 */
export function checkTiming(timing: ElectionTiming): void {
  const { leaseDurationMs, renewDeadlineMs, retryPeriodMs } = timing;
  if (!(retryPeriodMs > 0)) {
    throw new RangeError(`leader election: retryPeriodMs is ${retryPeriodMs}; it must be above 0`);
  }
  if (!(renewDeadlineMs > JITTER_FACTOR * retryPeriodMs)) {
    throw new RangeError(
      `leader election: renewDeadlineMs is ${renewDeadlineMs}; it must be more than ` +
        `${JITTER_FACTOR} * retryPeriodMs (${JITTER_FACTOR * retryPeriodMs})`,
    );
  }
  if (!(leaseDurationMs > renewDeadlineMs)) {
    throw new RangeError(
      `leader election: leaseDurationMs is ${leaseDurationMs}; it must be more than ` +
        `renewDeadlineMs (${renewDeadlineMs})`,
    );
  }
}
