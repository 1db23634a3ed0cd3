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
 * The longest lease that an election can have, and the longest that it believes another of: a Lease
 * that says more holds garbage, and must not keep everyone out for as long as it says.
 */
export const MAX_LEASE_DURATION_MS = 60_000;

/**
 * Throws unless leaseDuration > renewDeadline > 1.2 * retryPeriod > 0: only then a leader has ended
 * before another begins, and can try more than once in its time; and unless others believe in such
 * a lease ({@link MAX_LEASE_DURATION_MS}).
 */
export function checkTiming(timing: ElectionTiming): void {
  const { leaseDurationMs, renewDeadlineMs, retryPeriodMs } = timing;
  checkNumber('retryPeriodMs', retryPeriodMs, { above: 0 });
  checkNumber('renewDeadlineMs', renewDeadlineMs, { above: JITTER_FACTOR * retryPeriodMs });
  checkNumber('leaseDurationMs', leaseDurationMs, {
    above: renewDeadlineMs,
    max: MAX_LEASE_DURATION_MS,
  });
}
