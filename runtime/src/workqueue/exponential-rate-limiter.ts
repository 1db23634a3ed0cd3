import type { RateLimiter } from './rate-limiter.js';

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
