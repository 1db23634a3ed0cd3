import { ShutdownTimeoutError, type Clock, type Logger } from '@vmgen/runtime';
import { within } from '@vmgen/runtime/async';

/** The time for the work at the end if nothing is left of the limit. */
const MIN_END_MS = 1_000;

/** A part of a process: what it is, for errors, and what ends it. */
export type EndingPart = readonly [what: string, close: () => Promise<void>];

interface EndOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** In milliseconds; 0 means no limit. */
  readonly shutdownTimeoutMs: number;
}

/**
 * Ends parts one after the other, within what is left of the limit that started at `startMs`. Errors
 * are logged. Resolves with the error of the first part that did not end in time.
 */
export async function endInOrder(
  parts: readonly EndingPart[],
  startMs: number,
  { clock, logger, shutdownTimeoutMs }: EndOptions,
): Promise<ShutdownTimeoutError | undefined> {
  const endMs = Math.max(startMs + shutdownTimeoutMs, clock.nowMs() + MIN_END_MS);
  let late: ShutdownTimeoutError | undefined;
  for (const [what, close] of parts) {
    const limit = shutdownTimeoutMs === 0 ? {} : { timeoutMs: Math.max(0, endMs - clock.nowMs()) };
    const timeUp = (): ShutdownTimeoutError =>
      new ShutdownTimeoutError(
        `${what} did not end within ${shutdownTimeoutMs} ms after the abort (shutdownTimeoutMs)`,
      );
    try {
      await within({ clock, ...limit }, timeUp, async () => close());
    } catch (error) {
      logger.error('work at the end failed', { error });
      if (error instanceof ShutdownTimeoutError) late ??= error;
    }
  }
  return late;
}
