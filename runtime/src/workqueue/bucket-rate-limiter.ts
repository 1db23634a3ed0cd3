import type { Clock } from '../async/clock.js';
import type { RateLimiter } from './rate-limiter.js';

/**
 * Lets all keys together have `perSecond` tries a second, after a burst of `burst`. Every call
 * books a place, so that callers queue up behind each other (Go: x/time/rate, Reserve).
 */
export function bucketRateLimiter(options: {
  readonly clock: Clock;
  readonly perSecond: number;
  readonly burst: number;
}): RateLimiter {
  const { clock, perSecond, burst } = options;
  let tokens = burst;
  let countedAtMs = clock.nowMs();
  return {
    when() {
      const nowMs = clock.nowMs();
      tokens = Math.min(burst, tokens + ((nowMs - countedAtMs) / 1000) * perSecond) - 1;
      countedAtMs = nowMs;
      return tokens >= 0 ? 0 : (-tokens / perSecond) * 1000;
    },
    forget() {},
    retries: () => 0,
  };
}
