/**
 * The message of a thrown value, which may be of any type. Node reports failed attempts on several
 * addresses as one error without a message.
 */
export function errorText(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(String).join('; ');
  if (!(error instanceof Error)) return String(error);
  return error.message || error.name;
}
