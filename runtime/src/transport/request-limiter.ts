import { pause, type Clock } from '../async/clock.js';

/** Lets requests pass at no more than a given rate. */
export interface RequestLimiter {
  /** Resolves when the caller may go on, with how long that took; rejects when aborted. */
  wait(signal?: AbortSignal): Promise<number>;
}

/**
 * A token bucket (flowcontrol.NewTokenBucketRateLimiter): `burst` requests at once, `qps` a second
 * after that. Callers pass in the order in which they came.
 */
export function createRequestLimiter(qps: number, burst: number, clock: Clock): RequestLimiter {
  if (!(qps > 0) || !(burst >= 1)) {
    throw new RangeError(`cannot limit to ${qps} requests a second, ${burst} at once: too few`);
  }
  let tokens = burst;
  let filledMs = clock.nowMs();
  return {
    async wait(signal) {
      signal?.throwIfAborted();
      const nowMs = clock.nowMs();
      tokens = Math.min(burst, tokens + ((nowMs - filledMs) * qps) / 1000);
      filledMs = nowMs;
      // A token is taken in advance: a debt is how long the queue is.
      tokens -= 1;
      if (tokens >= 0) return 0;
      const waitMs = (-tokens * 1000) / qps;
      await pause(clock, waitMs, signal);
      if (signal?.aborted) {
        tokens += 1;
        throw signal.reason;
      }
      return waitMs;
    },
  };
}
