/** Runs until its signal aborts. What it throws after that is no failure. */
type Loop = (signal: AbortSignal) => Promise<void>;

/**
 * Runs loops that need each other: when one of them ends, or `signal` aborts, the others are told to
 * end. Settles when all have ended, and rejects with what the first to fail has thrown.
 */
export async function runTogether(loops: readonly Loop[], signal: AbortSignal): Promise<void> {
  const ending = new AbortController();
  const ended = AbortSignal.any([signal, ending.signal]);
  const failures: unknown[] = [];
  const run = async (loop: Loop): Promise<void> => {
    try {
      await loop(ended);
    } catch (error) {
      if (!ended.aborted) failures.push(error);
    }
    ending.abort();
  };
  await Promise.all(loops.map(run));
  if (failures.length > 0) throw failures[0];
}
