import { onAbort } from './on-abort.js';

/** A signal that ends with another one, or before it. */
export interface ChildAbort {
  readonly signal: AbortSignal;
  /** Ends it, and lets go of its parent. */
  abort(): void;
}

/**
 * A signal for one piece of work: it aborts with `parent`, for its reason, and by its own `abort`, which
 * must be called at the end of the work. `AbortSignal.any` would do as well, but leaves something behind
 * in its parents each time, which live for as long as the program.
 */
export function childAbort(parent: AbortSignal | undefined): ChildAbort {
  const controller = new AbortController();
  if (parent?.aborted) controller.abort(parent.reason);
  const stopListening = onAbort(parent, () => controller.abort(parent?.reason));
  return {
    signal: controller.signal,
    abort() {
      stopListening();
      controller.abort();
    },
  };
}
