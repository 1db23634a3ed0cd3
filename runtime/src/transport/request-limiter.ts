import { checkNumber } from '../errors/check-number.js';
import { pause, type Clock } from '../async/clock.js';
import { TokenBucket } from '../async/token-bucket.js';

/** Limits the rate of requests. */
export interface RequestLimiter {
  /**
   * Resolves with the waiting time in milliseconds when the caller may send. Rejects when aborted.
   */
  wait(signal?: AbortSignal): Promise<number>;
}

/**
 * Creates a token bucket (flowcontrol.NewTokenBucketRateLimiter): a burst of `burst` requests, then
 * `qps` per second. Callers are served in order.
 */
export function createRequestLimiter(qps: number, burst: number, clock: Clock): RequestLimiter {
  checkNumber('qps', qps, { above: 0 });
  checkNumber('burst', burst, { min: 1 });
  const bucket = new TokenBucket({ perSecond: qps, burst, clock });
  return {
    async wait(signal) {
      signal?.throwIfAborted();
      const waitMs = bucket.take();
      if (waitMs === 0) return 0;
      await pause(clock, waitMs, signal);
      if (signal?.aborted) {
        bucket.giveBack();
        throw signal.reason;
      }
      return waitMs;
    },
  };
}
