/** Something that happens once, or never will: many can wait for it, each with its own signal. */
export class Latch {
  #isOpen = false;
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
  fail(error: Error): void {
    if (this.#isOpen) return;
    this.#failure ??= error;
    this.#wake();
  }

  /** Rejects with the failure, or with the signal's reason when that aborts first. */
  wait(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        if (this.#isOpen) resolve();
        else if (this.#failure !== undefined) reject(this.#failure);
        else if (signal?.aborted) reject(signal.reason);
        else return;
        this.#waiters.delete(look);
        signal?.removeEventListener('abort', look);
      };
      this.#waiters.add(look);
      signal?.addEventListener('abort', look);
      look();
    });
  }

  #wake(): void {
    for (const look of [...this.#waiters]) look();
  }
}
