import { checkNumber } from '../errors/check-number.js';
import { systemClock } from '../async/clock.js';
import type { Clock } from '../async/clock.js';
import { TokenBucket } from '../async/token-bucket.js';

/** Computes the delay of a failed key before its next attempt. */
export interface RateLimiter {
  /** Counts a failure of the key and returns the delay in milliseconds. */
  when(key: string): number;
  /** Resets the failures of a key that succeeded or is no longer retried. */
  forget(key: string): void;
  /** Returns the number of counted failures of the key. */
  retries(key: string): number;
}

/** Options of {@link createExponentialRateLimiter}. */
export interface ExponentialRateLimiterOptions {
  /** The delay after the first failure, in milliseconds. At least 0. */
  readonly baseMs: number;
  /** The maximum delay, in milliseconds. At least 0. */
  readonly maxMs: number;
}

/** 2 ** 1024 is Infinity, and 0 * Infinity is NaN. */
const MAX_DOUBLINGS = 1023;

/** Creates a limiter that doubles the delay of a key with each consecutive failure. */
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

/** Options of {@link createBucketRateLimiter}. */
export interface BucketRateLimiterOptions {
  /** The number of attempts per second, for all keys together. Greater than 0. */
  readonly perSecond: number;
  /** The number of attempts without a delay after a period without attempts. At least 1. */
  readonly burst: number;
  /** Defaults to {@link systemClock}. */
  readonly clock?: Clock;
}

/**
 * Creates a limiter for all keys together. Each call makes a reservation, so delays add up (Go:
 * x/time/rate, Reserve).
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

/** Creates a limiter that returns the longest delay of several limiters. */
export function createMaxOfRateLimiter(...limiters: readonly RateLimiter[]): RateLimiter {
  return {
    when: (key) => Math.max(0, ...limiters.map((limiter) => limiter.when(key))),
    forget: (key) => limiters.forEach((limiter) => limiter.forget(key)),
    retries: (key) => Math.max(0, ...limiters.map((limiter) => limiter.retries(key))),
  };
}

/** Options of {@link createDefaultRateLimiter}. */
export interface DefaultRateLimiterOptions {
  /** Defaults to {@link systemClock}. */
  readonly clock?: Clock;
}

/**
 * Creates client-go's default limiter for controllers: the delay of a key is 5 ms, doubled with
 * each failure up to 1000 s, and all keys together have 10 attempts per second after a burst of
 * 100.
 */
export function createDefaultRateLimiter(options: DefaultRateLimiterOptions = {}): RateLimiter {
  return createMaxOfRateLimiter(
    createExponentialRateLimiter({ baseMs: 5, maxMs: 1_000_000 }),
    createBucketRateLimiter({ ...options, perSecond: 10, burst: 100 }),
  );
}
