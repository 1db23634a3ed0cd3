import { checkNumber } from '../errors/check-number.js';
import { pause, type Clock } from '../async/clock.js';
import { TokenBucket } from '../async/token-bucket.js';

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
