import { checkNumber } from '../errors/check-number.js';
import { onAbort } from './on-abort.js';
import type { WaitOptions } from './wait-options.js';

/** A timer that was started; cancelling it twice, or after it has fired, does nothing. */
export interface ClockTimer {
  /** Its callback is not called any more. */
  cancel(): void;
}

/**
 * Where every loop of the runtime takes its time from, so that tests can move it by hand
 * (see `createFakeClock` in `@vmgen/runtime/testing`).
 */
export interface Clock {
  /** Milliseconds on a monotonic clock. Only differences mean something. */
  nowMs(): number;
  /** The wall clock, for what is shown to people. Never used to judge expiry. */
  date(): Date;
  /** Calls `callback` once after `delayMs`. */
  setTimer(delayMs: number, callback: () => void): ClockTimer;
}

/** Node's own clocks. */
export const systemClock: Clock = {
  nowMs: () => performance.now(),
  date: () => new Date(),
  setTimer(delayMs, callback) {
    let handle: NodeJS.Timeout;
    const arm = (remainingMs: number): void => {
      const laterMs = remainingMs - MAX_TIMER_MS;
      handle =
        laterMs > 0
          ? setTimeout(() => arm(laterMs), MAX_TIMER_MS)
          : setTimeout(callback, remainingMs);
    };
    arm(delayMs);
    return { cancel: () => clearTimeout(handle) };
  },
};

/** Node fires a timer at once when its delay does not fit in 31 bits (24.8 days). */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** How to sleep. */
export interface SleepOptions extends WaitOptions {
  /** {@link systemClock} when left out. */
  readonly clock?: Clock;
}

/**
 * Resolves after `delayMs` milliseconds, at once when there are none left; rejects with the signal's
 * reason as soon as it aborts, and with `ERR_VMGEN_ARGUMENT` for a delay that is no finite number.
 *
 * @example
 * await sleep(30_000, { signal: AbortSignal.timeout(60_000) });
 */
export async function sleep(delayMs: number, options: SleepOptions = {}): Promise<void> {
  const { clock = systemClock, signal } = options;
  await pause(clock, checkNumber('delayMs', delayMs), signal);
  signal?.throwIfAborted();
}

/**
 * Resolves after `delayMs`, or as soon as `signal` is aborted: for loops that look at the signal
 * themselves, so that their end is not an error.
 */
export function pause(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    const end = (): void => {
      timer.cancel();
      stopListening();
      resolve();
    };
    const timer = clock.setTimer(delayMs, end);
    const stopListening = onAbort(signal, end);
  });
}
