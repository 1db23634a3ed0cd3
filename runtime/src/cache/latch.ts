import { onAbort } from '../async/on-abort.js';
import type { WaitOptions } from '../async/wait-options.js';

/** Something that happens once, or never will: many can wait for it, each with its own signal. */
export class Latch {
  #isOpen = false;
  /** Why it will never happen. */
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

  /** It will never happen; no effect once open. */
  shut(failure: Error): void {
    if (this.#isOpen) return;
    this.#failure ??= failure;
    this.#wake();
  }

  /** Resolves when it has happened; rejects when it never will, or the signal aborts. */
  wait({ signal }: WaitOptions = {}): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        if (signal?.aborted) reject(signal.reason);
        else if (this.#isOpen) resolve();
        else if (this.#failure !== undefined) reject(this.#failure);
        else return;
        this.#waiters.delete(look);
        stopListening();
      };
      this.#waiters.add(look);
      const stopListening = onAbort(signal, look);
      look();
    });
  }

  #wake(): void {
    for (const look of [...this.#waiters]) look();
  }
}
