import type { Clock, Logger } from '@vmgen/runtime';
import { errorText } from '@vmgen/runtime/observability';

/** How often an error that remains is logged. */
const REPEAT_MS = 600_000;

/**
 * Logs the errors of a loop that tries again every few seconds: each new error at once, and one that
 * remains every 10 minutes.
 */
export class ErrorLog {
  readonly #clock: Clock;
  readonly #logger: Logger;
  /** The last line of each message. */
  readonly #last = new Map<string, { readonly text: string; readonly atMs: number }>();

  constructor({ clock, logger }: { readonly clock: Clock; readonly logger: Logger }) {
    this.#clock = clock;
    this.#logger = logger;
  }

  log(level: 'error' | 'warn', message: string, error: unknown): void {
    const last = this.#last.get(message);
    const [text, atMs] = [errorText(error), this.#clock.nowMs()];
    if (last?.text === text && atMs - last.atMs < REPEAT_MS) return;
    this.#last.set(message, { text, atMs });
    this.#logger[level](message, { error });
  }

  /** Forgets the errors, after a success. */
  clear(): void {
    this.#last.clear();
  }
}
