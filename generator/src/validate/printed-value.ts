import type { Value } from './find-type-mismatch.js';

/** As JSON; an integer beyond 2^53 in all its digits. */
export function printedValue(value: Value): string {
  if (typeof value === 'bigint') return String(value);
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'bigint' ? String(each) : each,
  );
}
