/**
 * An `AbortController` whose signal is created when it is read. A signal with a listener takes Node 4
 * microseconds, and most requests end without one.
 */
export class LazyAbort {
  #ending: { readonly reason: unknown } | undefined;
  #controller: AbortController | undefined;
  #listeners: Set<() => void> | undefined;

  get aborted(): boolean {
    return this.#ending !== undefined;
  }

  get reason(): unknown {
    return this.#ending?.reason;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#ending !== undefined) this.#controller.abort(this.#ending.reason);
    return this.#controller.signal;
  }

  throwIfAborted(): void {
    if (this.#ending !== undefined) throw this.#ending.reason;
  }

  /** Only the first reason is used. */
  abort(reason: unknown): void {
    if (this.#ending !== undefined) return;
    this.#ending = { reason };
    this.#controller?.abort(reason);
    for (const listener of this.#listeners ?? []) listener();
  }

  /** As `onAbort` of a signal. A listener must not throw, and is added once. */
  onAbort(listener: () => void): () => void {
    const listeners = (this.#listeners ??= new Set());
    listeners.add(listener);
    return () => listeners.delete(listener);
  }
}
