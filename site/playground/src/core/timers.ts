/** A timer that was started. */
export interface Timer {
  cancel(): void;
}

/** How timers are started: a `Clock` of `@vmgen/runtime` has them too. */
export interface Timers {
  setTimer(delayMs: number, callback: () => void): Timer;
}

/** The timers of the page. */
export const TIMERS: Timers = {
  setTimer(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return { cancel: () => clearTimeout(timer) };
  },
};
