/**
 * The message of a thrown value, which may be of any type. Node reports failed attempts on several
 * addresses as one error without a message.
 */
export function errorText(error: unknown): string {
  try {
    if (error instanceof AggregateError && error.errors.length > 0) {
      return error.errors.map(String).join('; ');
    }
    // The message of an error may be of any type too.
    return String(error instanceof Error ? error.message || error.name : error);
  } catch {
    return 'an error without a text';
  }
}

/** The causes of an error are followed to this depth, because an error may be its own cause. */
const MAX_CAUSES = 10;

/** Like {@link errorText}, with the messages of the causes. Many messages already contain their cause. */
export function textWithCauses(error: unknown, depth = MAX_CAUSES): string {
  const own = errorText(error);
  if (depth === 0 || !(error instanceof Error) || !(error.cause instanceof Error)) return own;
  const cause = textWithCauses(error.cause, depth - 1);
  return own.includes(cause) ? own : `${own}: ${cause}`;
}
