import { checkNumber } from '../errors/check-number.js';

/** The three durations of an election. */
export interface ElectionTiming {
  readonly leaseDurationMs: number;
  readonly renewDeadlineMs: number;
  readonly retryPeriodMs: number;
}

/** How much longer than its period a candidate waits at the most, as a factor to add. */
export const JITTER_FACTOR = 1.2;

/** `spec.leaseDurationSeconds` of a Lease is a 32-bit integer. */
const MAX_LEASE_DURATION_MS = (2 ** 31 - 1) * 1000;

/**
 * Throws unless leaseDuration > renewDeadline > 1.2 * retryPeriod > 0: only then does a leader end
 * before another begins, and can it retry within its deadline.
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
