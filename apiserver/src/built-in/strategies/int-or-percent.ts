import type { JsonValue } from '@vmgen/base/json';
import type { ErrorList } from './error-list.js';

const PERCENT_FORM =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";

/** Validates a non-negative number or a percentage of at most 100%, unless `options` allow more. */
export function checkIntOrPercent(
  errors: ErrorList,
  path: string,
  value: JsonValue | undefined,
  { allowsOver100Percent = false }: { readonly allowsOver100Percent?: boolean } = {},
): void {
  if (typeof value === 'string') {
    if (!/^[0-9]+%$/.test(value)) errors.invalid(path, value, PERCENT_FORM);
    else if (!allowsOver100Percent && Number.parseInt(value, 10) > 100) {
      errors.invalid(path, value, 'must not be greater than 100%');
    }
    return;
  }
  errors.nonNegative(path, value);
}

/** Whether the value is `0` or `0%`. */
export function isZeroAmount(value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return /^0+%$/.test(value);
  return value === 0 || value === undefined;
}
