import { sleep, systemClock, type Clock } from '../async/clock.js';
import type { Random } from '../async/random.js';
import { checkNumber } from '../errors/check-number.js';
import { isConflict } from './errors.js';

/** Options of {@link retryOnConflict}. */
export interface RetryOptions {
  /** The maximum number of attempts. Defaults to 5. */
  readonly steps?: number;
  /** The delay before the second attempt, in milliseconds; 0 retries at once. Defaults to 10. */
  readonly delayMs?: number;
  /** The factor by which each further delay grows. Defaults to 1. */
  readonly factor?: number;
  /**
   * The maximum random part of a delay that is added, so that concurrent clients do not retry at
   * the same time. Defaults to 0.1.
   */
  readonly jitter?: number;
  /** The source of time for the delays. Defaults to the system clock. */
  readonly clock?: Clock;
  /** Aborts the retries, which reject with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Returns a random number in [0, 1). Defaults to `Math.random`. */
  readonly random?: Random;
}

/**
 * Retries `fn` while it throws a conflict (client-go's `retry.RetryOnConflict` with its
 * DefaultRetry). `fn` must read the object again each time, because writing the same stale object
 * conflicts again. Rejects with the conflict of the last attempt.
 *
 * @example
 * await retryOnConflict(async () => {
 *   const vm = await client.get('test-vm');
 *   vm.spec.action = 'inactive';
 *   return client.update(vm);
 * });
 */
export async function retryOnConflict<T>(
  fn: () => Promise<T>,
  options: RetryOptions = {},
): Promise<T> {
  const { steps = 5, delayMs = 10, factor = 1, jitter = 0.1 } = options;
  const { clock = systemClock, signal, random = Math.random } = options;
  checkNumber('steps', steps, { min: 1, isWhole: true });
  checkNumber('delayMs', delayMs, { min: 0 });
  checkNumber('factor', factor, { min: 0 });
  checkNumber('jitter', jitter, { min: 0 });
  let waitMs = delayMs;
  for (let step = 1; ; step++) {
    signal?.throwIfAborted();
    try {
      return await fn();
    } catch (error) {
      if (!isConflict(error) || step >= steps) throw error;
    }
    if (waitMs > 0) await sleep(waitMs * (1 + jitter * random()), { clock, signal });
    waitMs *= factor;
  }
}
