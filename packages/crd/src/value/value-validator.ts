import type { JsonValue } from '@vmgen/base/json';
import type { Correlation } from './correlation.js';
import type { ValueErrors } from './value-errors.js';

/**
 * Validates a value, adds its errors and returns the number of successful checks. This number
 * determines which alternative of an anyOf or oneOf is reported, so it follows kube-openapi's
 * `MatchCount` exactly.
 *
 * @param correlation the stored value, if errors in unchanged values are ignored
 */
export type ValueValidator = (
  value: JsonValue,
  path: string,
  errors: ValueErrors,
  correlation: Correlation | undefined,
) => number;

/** Validates a part of a value. Ignores its errors if the stored part is equal. */
export function validatePart(
  validate: ValueValidator,
  value: JsonValue,
  path: string,
  errors: ValueErrors,
  correlation: Correlation | undefined,
): number {
  // No further errors are added, so they need not be separated.
  if (correlation === undefined || errors.isFull) return validate(value, path, errors, correlation);
  const own = errors.fork();
  const matches = validate(value, path, own, correlation);
  if (!own.isEmpty && !correlation.isUnchanged) errors.merge(own);
  return matches;
}
