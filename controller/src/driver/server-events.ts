import { onAbort } from '@vmgen/runtime/async';
import type { ServerEvent, ServerOwner } from './vm-driver.js';

/** Passes changes of servers to watches. */
export class ServerEvents {
  readonly #watchers = new Set<(event: ServerEvent) => void>();

  /** Reports a change to all watches. */
  notify(owner: ServerOwner): void {
    for (const listen of this.#watchers) listen({ type: 'changed', owner });
  }

  /**
   * Yields `resync`, and then changes, until the signal aborts. Throws its reason. Several changes
   * of a server that are not yet read count as one.
   */
  async *watch(signal: AbortSignal): AsyncGenerator<ServerEvent, void, undefined> {
    const pending = new Map<string, ServerEvent>([['', { type: 'resync' }]]);
    let wake = (): void => {};
    const listen = (event: ServerEvent): void => {
      pending.set(event.type === 'changed' ? event.owner.uid : '', event);
      wake();
    };
    this.#watchers.add(listen);
    const stopListening = onAbort(signal, () => wake());
    try {
      for (;;) {
        signal.throwIfAborted();
        const [next] = pending;
        if (next === undefined) {
          await new Promise<void>((resolve) => (wake = resolve));
          continue;
        }
        pending.delete(next[0]);
        yield next[1];
      }
    } finally {
      this.#watchers.delete(listen);
      stopListening();
    }
  }
}
