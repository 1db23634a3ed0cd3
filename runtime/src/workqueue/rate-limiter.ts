import { checkNumber } from '../errors/check-number.js';
import { systemClock } from '../async/clock.js';
import type { Clock } from '../async/clock.js';
import { TokenBucket } from '../async/token-bucket.js';

/** Says how long a key that failed waits before its next try. */
export interface RateLimiter {
  /** Counts one more failure of the key; the wait in milliseconds. */
  when(key: string): number;
  /** The key succeeded, or is given up: its failures no longer count. */
  forget(key: string): void;
  /** How many failures of the key count. */
  retries(key: string): number;
}

/** The waits of {@link createExponentialRateLimiter}, in milliseconds. */
export interface ExponentialRateLimiterOptions {
  /** The wait after the first failure. */
  readonly baseMs: number;
  /** The longest wait. */
  readonly maxMs: number;
}

/** 2 to the power of one more is infinite, and 0 times that is no number. */
const MAX_DOUBLINGS = 1023;

/** Creates a limiter that doubles the wait of a key with each failure in a row. */
export function createExponentialRateLimiter(options: ExponentialRateLimiterOptions): RateLimiter {
  const baseMs = checkNumber('baseMs', options.baseMs, { min: 0 });
  const maxMs = checkNumber('maxMs', options.maxMs, { min: 0 });
  const failures = new Map<string, number>();
  return {
    when(key) {
      const before = failures.get(key) ?? 0;
      failures.set(key, before + 1);
      return Math.min(baseMs * 2 ** Math.min(before, MAX_DOUBLINGS), maxMs);
    },
    forget: (key) => void failures.delete(key),
    retries: (key) => failures.get(key) ?? 0,
  };
}

/** How many tries {@link createBucketRateLimiter} lets pass. */
export interface BucketRateLimiterOptions {
  /** How many tries all keys together have a second. */
  readonly perSecond: number;
  /** How many of them may come at once, after a rest. */
  readonly burst: number;
  /** The system's when left out. */
  readonly clock?: Clock;
}

/**
 * Creates a limiter over all keys together. Every call books a place, so that callers queue up
 * behind each other (Go: x/time/rate, Reserve).
 */
export function createBucketRateLimiter(options: BucketRateLimiterOptions): RateLimiter {
  const bucket = new TokenBucket({
    perSecond: checkNumber('perSecond', options.perSecond, { above: 0 }),
    burst: checkNumber('burst', options.burst, { min: 1 }),
    clock: options.clock ?? systemClock,
  });
  return {
    when: () => bucket.take(),
    forget() {},
    retries: () => 0,
  };
}

/** Creates a limiter that waits as long as the strictest of several says. */
export function createMaxOfRateLimiter(...limiters: readonly RateLimiter[]): RateLimiter {
  return {
    when: (key) => Math.max(0, ...limiters.map((limiter) => limiter.when(key))),
    forget: (key) => limiters.forEach((limiter) => limiter.forget(key)),
    retries: (key) => Math.max(0, ...limiters.map((limiter) => limiter.retries(key))),
  };
}

/** What the default limiter takes. */
export interface DefaultRateLimiterOptions {
  /** The system's when left out. */
  readonly clock?: Clock;
}

/**
 * Creates client-go's default for controllers: each key waits 5 ms, doubled with every failure up to
 * 1000 s, and all keys together have 10 tries a second after a burst of 100.
 */
export function createDefaultRateLimiter(options: DefaultRateLimiterOptions = {}): RateLimiter {
  return createMaxOfRateLimiter(
    createExponentialRateLimiter({ baseMs: 5, maxMs: 1_000_000 }),
    createBucketRateLimiter({ ...options, perSecond: 10, burst: 100 }),
  );
}
