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
