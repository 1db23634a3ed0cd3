/** Node reports an attempt on several addresses as one error without a message. */
export function errorText(error: Error): string {
  if (error instanceof AggregateError) return error.errors.map(String).join('; ');
  return error.message || error.name;
}
