import { onAbort } from '../async/on-abort.js';
import type { WaitOptions } from '../async/wait-options.js';

/**
 * An event that occurs once, or fails for good. Any number of callers can wait for it, each with
 * its own signal.
 */
export class Latch {
  #isOpen = false;
  /** The reason why the event will not occur. */
  #failure: Error | undefined;
  readonly #waiters = new Set<() => void>();

  get isOpen(): boolean {
    return this.#isOpen;
  }

  open(): void {
    if (this.#failure !== undefined) return;
    this.#isOpen = true;
    this.#wake();
  }

  /** Fails all waits. Has no effect once open. */
  shut(failure: Error): void {
    if (this.#isOpen) return;
    this.#failure ??= failure;
    this.#wake();
  }

  /** Resolves when the latch is open. Rejects when it was shut or the signal aborts. */
  wait({ signal }: WaitOptions = {}): Promise<void> {
    return new Promise((resolve, reject) => {
      const check = (): void => {
        if (signal?.aborted) reject(signal.reason);
        else if (this.#isOpen) resolve();
        else if (this.#failure !== undefined) reject(this.#failure);
        else return;
        this.#waiters.delete(check);
        stopListening();
      };
      this.#waiters.add(check);
      const stopListening = onAbort(signal, check);
      check();
    });
  }

  #wake(): void {
    for (const check of [...this.#waiters]) check();
  }
}
