import { onAbort } from './on-abort.js';

/** A signal that aborts with its parents or before them. */
export interface ChildAbort {
  /** The signal for the work. */
  readonly signal: AbortSignal;
  /** Aborts the signal and removes its listeners from the parents. */
  abort(): void;
}

/**
 * Creates a signal for one piece of work. It aborts with the reason of the first parent that
 * aborts, or by its own `abort`, which the caller must call when the work has ended.
 * `AbortSignal.any` is not used because each call leaves memory behind in the parents, which live
 * as long as the program.
 */
export function childAbort(...parents: readonly (AbortSignal | undefined)[]): ChildAbort {
  const controller = new AbortController();
  const stops = parents.map((parent) => {
    if (parent?.aborted) controller.abort(parent.reason);
    return onAbort(parent, () => controller.abort(parent?.reason));
  });
  return {
    signal: controller.signal,
    abort() {
      for (const stop of stops) stop();
      controller.abort();
    },
  };
}
