import { errorText } from '@vmgen/runtime/observability';

/** Returns the first error of each text, by its text: one cause often fails many requests. */
export function distinctErrors(errors: readonly unknown[]): ReadonlyMap<string, unknown> {
  const first = new Map<string, unknown>();
  for (const error of errors) {
    const text = errorText(error);
    if (!first.has(text)) first.set(text, error);
  }
  return first;
}
