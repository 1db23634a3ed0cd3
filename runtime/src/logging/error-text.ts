/**
 * What a thrown value says, for anything may be thrown. Node reports an attempt on several addresses
 * as one error without a message.
 */
export function errorText(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(String).join('; ');
  if (!(error instanceof Error)) return String(error);
  return error.message || error.name;
}
