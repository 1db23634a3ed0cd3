import type { Value } from './find-type-mismatch.js';

/** Prints JSON; integers beyond 2^53 are exact. */
export function printedValue(value: Value): string {
  if (typeof value === 'bigint') return String(value);
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'bigint' ? String(each) : each,
  );
}
