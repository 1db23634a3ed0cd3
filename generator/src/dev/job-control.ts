/**
 * The time until the terminal is taken again. `kill %1` of a shell sends SIGTERM and SIGCONT, which arrive in any order.
 * Without a shell, the system does not stop this process, and no SIGCONT arrives.
 */
const SETTLE_MS = 100;

/** Stops this process for the shell that has started it, which continues it with `fg`. */
export class JobControl {
  readonly #onContinue: () => void;
  #stopped: NodeJS.Immediate | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param onContinue called after each stop, also one by others */
  constructor(onContinue: () => void) {
    this.#onContinue = onContinue;
    process.on('SIGCONT', this.#continue);
  }

  /** Stops the whole process group, also npm: otherwise the shell would wait. */
  stop(): void {
    process.kill(0, 'SIGTSTP');
    // Timers would be due at once: their time is that before the stop until the event loop has waited.
    this.#stopped = setImmediate(this.#continue);
  }

  close(): void {
    clearImmediate(this.#stopped);
    clearTimeout(this.#timer);
    process.off('SIGCONT', this.#continue);
  }

  readonly #continue = (): void => {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onContinue, SETTLE_MS);
  };
}
