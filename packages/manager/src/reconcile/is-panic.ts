/** Programming errors, which controller-runtime counts as panics. */
const PANICS = [TypeError, RangeError, ReferenceError, SyntaxError];

/**
 * Whether an error is a programming error. Those with a cause are reports, such as the `TypeError` of a
 * `fetch` that could not connect.
 */
export function isPanic(error: unknown): boolean {
  return PANICS.some((type) => error instanceof type && error.cause === undefined);
}
