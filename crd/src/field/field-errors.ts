import { goJson, goValue, type JsonValue } from '@vmgen/base/json';
import type { FieldError } from './field-error.js';
import { printPath } from './field-path.js';
import { goQuote } from '@vmgen/base/text';

/** Constructors of field errors, with the texts of apimachinery's util/validation/field. */

/** A value that is printed as it stands, where Go prints something that JSON has no type for. */
export interface Verbatim {
  readonly verbatim: string;
}

function fieldError(
  type: FieldError['type'],
  path: string,
  head: string,
  detail: string,
): FieldError {
  const message = detail === '' ? head : `${head}: ${detail}`;
  return { type, field: printPath(path), message, detail };
}

/** A value that must be given is not. */
export const required = (path: string, detail = ''): FieldError =>
  fieldError('FieldValueRequired', path, 'Required value', detail);

/** A value that may not be given here is. */
export const forbidden = (path: string, detail: string): FieldError =>
  fieldError('FieldValueForbidden', path, 'Forbidden', detail);

/** A value breaks a rule. */
export const invalid = (path: string, value: JsonValue | Verbatim, detail: string): FieldError =>
  fieldError('FieldValueInvalid', path, `Invalid value: ${printValue(value)}`, detail);

/** A value is not of the schema's type or format. */
export const typeInvalid = (path: string, value: JsonValue, detail: string): FieldError =>
  fieldError('FieldValueTypeInvalid', path, `Invalid value: ${goValue(value)}`, detail);

/** A value stands more than once where it must be unique. */
export const duplicate = (path: string, value: JsonValue): FieldError =>
  fieldError('FieldValueDuplicate', path, `Duplicate value: ${goValue(value)}`, '');

/** A value is none of those allowed. */
export function notSupported(
  path: string,
  value: JsonValue,
  supported: readonly string[],
): FieldError {
  const detail = `supported values: ${supported.map(goQuote).join(', ')}`;
  return fieldError('FieldValueNotSupported', path, `Unsupported value: ${goValue(value)}`, detail);
}

/** A string is longer than allowed; the API says bytes also where it counts code points. */
export function tooLong(path: string, max: number): FieldError {
  const detail = max < 0 ? 'value is too long' : `may not be more than ${plural(max, 'byte')}`;
  return fieldError('FieldValueTooLong', path, 'Too long', detail);
}

/** A list or map has more entries than allowed. */
export function tooMany(path: string, actual: number, max: number): FieldError {
  const detail = max < 0 ? 'has too many items' : `must have at most ${plural(max, 'item')}`;
  return fieldError('FieldValueTooMany', path, `Too many: ${actual}`, detail);
}

const plural = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

function printValue(value: JsonValue | Verbatim): string {
  return isVerbatim(value) ? value.verbatim : goValue(value);
}

function isVerbatim(value: JsonValue | Verbatim): value is Verbatim {
  return typeof value === 'object' && value !== null && 'verbatim' in value;
}

/** A value printed as JSON although it is a string list or the like. */
export const asJson = (value: JsonValue): Verbatim => ({ verbatim: goJson(value) });
