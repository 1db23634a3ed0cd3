import type { JsonValue } from '@vmgen/base/json';
import type { Field } from '@vmgen/crd/internal';

const PERCENT_FORM =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";

/** Validates a non-negative number or a percentage of at most 100%, unless `options` allow more. */
export function checkIntOrPercent(
  field: Field,
  { allowsOver100Percent = false }: { readonly allowsOver100Percent?: boolean } = {},
): void {
  const { value } = field;
  if (typeof value !== 'string') field.nonNegative();
  else if (!/^[0-9]+%$/.test(value)) field.invalid(PERCENT_FORM);
  else if (!allowsOver100Percent && Number.parseInt(value, 10) > 100) {
    field.invalid('must not be greater than 100%');
  }
}

/** Whether the value is `0` or `0%`. */
export function isZeroAmount(value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return /^0+%$/.test(value);
  return value === 0 || value === undefined;
}
