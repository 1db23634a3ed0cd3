import { checkNumber } from '../errors/check-number.js';
import { onAbort } from './on-abort.js';
import type { WaitOptions } from './wait-options.js';

/** A started timer. Cancelling it again, or after it has fired, has no effect. */
export interface ClockTimer {
  /** Prevents the callback from being called. */
  cancel(): void;
}

/**
 * The time source of all loops of the runtime. Tests replace it to control time (see
 * `createFakeClock` in `@vmgen/runtime/testing`).
 */
export interface Clock {
  /** Milliseconds on a monotonic clock. Only differences are meaningful. */
  nowMs(): number;
  /** The wall clock, for timestamps that people read. Never used to decide expiry. */
  date(): Date;
  /** Calls `callback` once after `delayMs`. */
  setTimer(delayMs: number, callback: () => void): ClockTimer;
}

/** The system's clocks. */
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

/** Node fires a timer immediately if its delay does not fit in 31 bits (24.8 days). */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Options of {@link sleep}. */
export interface SleepOptions extends WaitOptions {
  /** Defaults to {@link systemClock}. */
  readonly clock?: Clock;
}

/**
 * Resolves after `delayMs` milliseconds, immediately if that is 0 or less. Rejects with the
 * signal's reason when it aborts, and with `ERR_VMGEN_ARGUMENT` if the delay is not a finite
 * number.
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
 * Resolves after `delayMs` milliseconds, or when `signal` aborts. For loops that check the signal
 * themselves, so that stopping is not an error.
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
