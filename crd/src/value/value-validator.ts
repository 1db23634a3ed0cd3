import type { JsonValue } from '@vmgen/base/json';
import type { Correlation } from './correlation.js';
import type { ValueErrors } from './value-errors.js';

/**
 * Judges a value, adds what is wrong to the errors and returns how many checks were made with
 * success. That count decides which alternative of an anyOf or oneOf is reported, so it follows
 * kube-openapi's `MatchCount` exactly.
 *
 * @param correlation the stored value beside it, where what did not change is to be let pass
 */
export type ValueValidator = (
  value: JsonValue,
  path: string,
  errors: ValueErrors,
  correlation: Correlation | undefined,
) => number;

/**
 * Runs a validator for a part of a value. Where the part has a stored counterpart that equals it,
 * what is wrong with it is let pass.
 */
export function validatePart(
  validate: ValueValidator,
  value: JsonValue,
  path: string,
  errors: ValueErrors,
  correlation: Correlation | undefined,
): number {
  if (correlation === undefined) return validate(value, path, errors, undefined);
  const own = errors.fork();
  const matches = validate(value, path, own, correlation);
  if (!own.isEmpty && !correlation.isUnchanged) errors.merge(own);
  return matches;
}
