import { checkNumber } from '../errors/check-number.js';

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
  checkNumber('retryPeriodMs', retryPeriodMs, { above: 0 });
  checkNumber('renewDeadlineMs', renewDeadlineMs, { above: JITTER_FACTOR * retryPeriodMs });
  checkNumber('leaseDurationMs', leaseDurationMs, { above: renewDeadlineMs });
}
