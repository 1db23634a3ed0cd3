/** Programming errors, which controller-runtime counts as panics. */
const PANICS = [TypeError, RangeError, ReferenceError, SyntaxError];

/**
 * Whether an error is a programming error. Those with a cause are reports, such as the `TypeError` of a
 * `fetch` that could not connect.
 */
export function isPanic(error: unknown): boolean {
  return PANICS.some((type) => error instanceof type && error.cause === undefined);
}

/** A message may be long. The ten frames that V8 keeps are at the end. */
const MOST_CHARACTERS = 4_096;

/** The stack of a programming error, for logs. Undefined for other errors, whose messages say enough. */
export function panicStack(error: unknown): string | undefined {
  if (!isPanic(error) || !(error instanceof Error)) return undefined;
  const { stack } = error;
  return typeof stack === 'string' ? stack.slice(-MOST_CHARACTERS) : undefined;
}
