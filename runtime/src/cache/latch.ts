import { onAbort } from '../async/on-abort.js';

/** Something that happens once, or never will: many can wait for it, each with its own signal. */
export class Latch {
  #isOpen = false;
  #isShut = false;
  readonly #waiters = new Set<() => void>();

  get isOpen(): boolean {
    return this.#isOpen;
  }

  open(): void {
    if (this.#isShut) return;
    this.#isOpen = true;
    this.#wake();
  }

  /** It will never happen; no effect once open. */
  shut(): void {
    if (this.#isOpen) return;
    this.#isShut = true;
    this.#wake();
  }

  /** True when it has happened; false when it never will, or the signal aborts first. */
  wait(signal?: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!this.#isOpen && !this.#isShut && !signal?.aborted) return;
        this.#waiters.delete(look);
        stopListening();
        resolve(this.#isOpen);
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
