import type { Clock } from '../async/clock.js';
import { bucketRateLimiter } from './bucket-rate-limiter.js';
import { exponentialRateLimiter } from './exponential-rate-limiter.js';
import { maxOfRateLimiter } from './max-of-rate-limiter.js';
import type { RateLimiter } from './rate-limiter.js';

/**
 * client-go's default for controllers: each key 5 ms, doubled with every failure up to 1000 s, and
 * all keys together 10 a second after a burst of 100.
 */
export function defaultRateLimiter(clock: Clock): RateLimiter {
  return maxOfRateLimiter(
    exponentialRateLimiter({ baseMs: 5, maxMs: 1_000_000 }),
    bucketRateLimiter({ clock, perSecond: 10, burst: 100 }),
  );
}
