import { onAbort } from './on-abort.js';

/** A signal that ends with others, or before them. */
export interface ChildAbort {
  readonly signal: AbortSignal;
  /** Ends it, and lets go of its parents. */
  abort(): void;
}

/**
 * A signal for one piece of work: it aborts with the first of its parents, for the reason of that one,
 * and by its own `abort`, which must be called at the end of the work. `AbortSignal.any` would do as well,
 * but leaves something behind in the parents each time, which live for as long as the program.
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
