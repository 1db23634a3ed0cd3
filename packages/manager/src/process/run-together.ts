import { ShutdownTimeoutError, type Clock } from '@vmgen/runtime';
import { childAbort, onAbort } from '@vmgen/runtime/async';
import { startShutdownLimit } from '@vmgen/runtime/internal';

/** Runs until its signal aborts. Errors after that are ignored, except if work is still running. */
export type Loop = (signal: AbortSignal) => Promise<void>;

/**
 * Runs loops that depend on each other: when one of them ends, or `signal` aborts, the others must
 * end too. Settles when all have ended; without loops, when `signal` aborts. Rejects with the first
 * error. If work of a loop is still running, it rejects with a `ShutdownTimeoutError` whose cause is
 * the first other error.
 */
export async function runTogether(loops: readonly Loop[], signal: AbortSignal): Promise<void> {
  const ended = childAbort(signal);
  const failures: unknown[] = [];
  const run = async (loop: Loop): Promise<void> => {
    try {
      await loop(ended.signal);
    } catch (error) {
      if (!ended.signal.aborted || error instanceof ShutdownTimeoutError) failures.push(error);
    }
    ended.abort();
  };
  await Promise.all([...loops, untilAborted].map(run));
  // An election must not release its Lease while work is running, whatever has failed before.
  const late = failures.find((error) => error instanceof ShutdownTimeoutError);
  if (late !== undefined && late !== failures[0]) {
    throw new ShutdownTimeoutError(late.message, { cause: failures[0] });
  }
  if (failures.length > 0) throw failures[0];
}

/** Resolves when the signal aborts. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    onAbort(signal, resolve);
    if (signal.aborted) resolve();
  });
}

interface EndOptions {
  readonly clock: Clock;
  /** The limit starts when this signal aborts. */
  readonly signal: AbortSignal;
  /** In milliseconds; 0 means no limit. */
  readonly shutdownTimeoutMs: number;
}

/** Waits for work. Rejects with a `ShutdownTimeoutError` if it does not end after its signal. */
export function endsInTime(what: string, work: Promise<void>, options: EndOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const endLimit = startShutdownLimit(options, () =>
      reject(
        new ShutdownTimeoutError(
          `${what} did not end within ${options.shutdownTimeoutMs} ms after the abort; pass its signal to ` +
            'all calls',
        ),
      ),
    );
    work.then(resolve, reject).finally(endLimit);
  });
}
