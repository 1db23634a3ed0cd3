import { ShutdownTimeoutError } from '@vmgen/runtime';

/** Runs until its signal aborts. Errors after that are ignored, except if work is still running. */
type Loop = (signal: AbortSignal) => Promise<void>;

/**
 * Runs loops that depend on each other: when one of them ends, or `signal` aborts, the others must
 * end too. Settles when all have ended. Rejects with the first error, or with a
 * `ShutdownTimeoutError` if work of a loop is still running.
 */
export async function runTogether(loops: readonly Loop[], signal: AbortSignal): Promise<void> {
  const ending = new AbortController();
  const ended = AbortSignal.any([signal, ending.signal]);
  const failures: unknown[] = [];
  const run = async (loop: Loop): Promise<void> => {
    try {
      await loop(ended);
    } catch (error) {
      if (!ended.aborted || error instanceof ShutdownTimeoutError) failures.push(error);
    }
    ending.abort();
  };
  await Promise.all(loops.map(run));
  if (failures.length > 0) throw failures[0];
}
