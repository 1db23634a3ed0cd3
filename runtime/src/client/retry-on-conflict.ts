import { sleep, systemClock, type Clock } from '../async/clock.js';
import { checkNumber } from '../errors/check-number.js';
import { isConflict } from './errors.js';

/** How often to try again, and how long to wait in between; waits are milliseconds. */
export interface RetryOptions {
  /** How often to try at most. Defaults to 5. */
  readonly steps?: number;
  /** The wait before the second try. Defaults to 10. */
  readonly delayMs?: number;
  /** What each further wait is multiplied with. Defaults to 1. */
  readonly factor?: number;
  /** The part of a wait that is added by chance, so that rivals fall apart. Defaults to 0.1. */
  readonly jitter?: number;
  readonly clock?: Clock;
  /** Ends the waiting, with the signal's reason. */
  readonly signal?: AbortSignal;
  /** A number in [0, 1). Defaults to `Math.random`. */
  readonly random?: () => number;
}

/**
 * Calls `fn` again while it is refused with a conflict (client-go's `retry.RetryOnConflict` with
 * its DefaultRetry). `fn` must read the object anew each time: a second write of the same stale
 * object only conflicts again. After the last try, its conflict is thrown.
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
    await sleep(waitMs * (1 + jitter * random()), { clock, signal });
    waitMs *= factor;
  }
}
