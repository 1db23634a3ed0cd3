import { onAbort } from './on-abort.js';

/** A timer that was started; cancelling it twice, or after it has fired, does nothing. */
export interface Timer {
  cancel(): void;
}

/**
 * Where every loop of the runtime takes its time from, so that tests can move it by hand
 * (see `FakeClock` in `@vmgen/runtime/testing`).
 */
export interface Clock {
  /** Milliseconds on a monotonic clock. Only differences mean something. */
  nowMs(): number;
  /** The wall clock, for what is shown to people. Never used to judge expiry. */
  date(): Date;
  /** Calls `callback` once after `delayMs`. */
  setTimer(delayMs: number, callback: () => void): Timer;
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

/**
 * Resolves after `delayMs`, or as soon as `signal` is aborted: callers look at the signal
 * themselves, so that an ended loop is not an error.
 */
export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
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
