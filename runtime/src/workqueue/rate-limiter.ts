import type { Clock } from '../async/clock.js';

/** Says how long a key that failed waits before its next try. */
export interface RateLimiter {
  /** Counts one more failure of the key; the wait in milliseconds. */
  when(key: string): number;
  /** The key succeeded, or is given up: its failures no longer count. */
  forget(key: string): void;
  /** How many failures of the key count. */
  retries(key: string): number;
}

/** Waits `baseMs * 2^n` after the n-th failure in a row of one key, `maxMs` at the most. */
export function exponentialRateLimiter(options: {
  readonly baseMs: number;
  readonly maxMs: number;
}): RateLimiter {
  const failures = new Map<string, number>();
  return {
    when(key) {
      const before = failures.get(key) ?? 0;
      failures.set(key, before + 1);
      return Math.min(options.baseMs * 2 ** before, options.maxMs);
    },
    forget: (key) => void failures.delete(key),
    retries: (key) => failures.get(key) ?? 0,
  };
}

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

/** Waits as long as the strictest of several limiters says. */
export function maxOfRateLimiter(...limiters: readonly RateLimiter[]): RateLimiter {
  return {
    when: (key) => Math.max(0, ...limiters.map((limiter) => limiter.when(key))),
    forget: (key) => limiters.forEach((limiter) => limiter.forget(key)),
    retries: (key) => Math.max(0, ...limiters.map((limiter) => limiter.retries(key))),
  };
}

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
