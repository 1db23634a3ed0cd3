import { checkNumber } from '../errors/check-number.js';

/** The three durations of an election. */
export interface ElectionTiming {
  readonly leaseDurationMs: number;
  readonly renewDeadlineMs: number;
  readonly retryPeriodMs: number;
}

/** The maximum jitter of a candidate's retry period, as a factor of the period. */
export const JITTER_FACTOR = 1.2;

/** `spec.leaseDurationSeconds` of a Lease is a 32-bit integer. */
const MAX_LEASE_DURATION_MS = (2 ** 31 - 1) * 1000;

/** The durations of client-go's `LeaderElectionConfiguration`. */
export const DEFAULT_TIMING: ElectionTiming = {
  leaseDurationMs: 15_000,
  renewDeadlineMs: 10_000,
  retryPeriodMs: 2_000,
};

/** Returns the durations of an election, with the defaults; see {@link checkTiming}. */
export function electionTiming(options: Partial<ElectionTiming>): ElectionTiming {
  const {
    leaseDurationMs = DEFAULT_TIMING.leaseDurationMs,
    renewDeadlineMs = DEFAULT_TIMING.renewDeadlineMs,
    retryPeriodMs = DEFAULT_TIMING.retryPeriodMs,
  } = options;
  const timing = { leaseDurationMs, renewDeadlineMs, retryPeriodMs };
  checkTiming(timing);
  return timing;
}

/**
 * Throws unless leaseDuration > renewDeadline > 1.2 * retryPeriod > 0. Only then does a leader stop
 * before another one starts, and can it retry before its deadline.
 */
function checkTiming(timing: ElectionTiming): void {
  const { leaseDurationMs, renewDeadlineMs, retryPeriodMs } = timing;
  checkNumber('retryPeriodMs', retryPeriodMs, { above: 0 });
  checkNumber('renewDeadlineMs', renewDeadlineMs, { above: JITTER_FACTOR * retryPeriodMs });
  checkNumber('leaseDurationMs', leaseDurationMs, {
    above: renewDeadlineMs,
    max: MAX_LEASE_DURATION_MS,
  });
}
