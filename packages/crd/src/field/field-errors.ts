import { goJson, goValue, type JsonValue } from '@vmgen/base/json';
import type { FieldError } from './field-error.js';
import { printPath } from './field-path.js';
import { goQuote } from '@vmgen/base/text';

/** Constructors of field errors, with the messages of apimachinery's util/validation/field. */

/** A text that is printed unquoted, for Go values without a JSON type. */
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

/** The error for a missing value. */
export const required = (path: string, detail = ''): FieldError =>
  fieldError('FieldValueRequired', path, 'Required value', detail);

/** The error for a value that must not be set. */
export const forbidden = (path: string, detail: string): FieldError =>
  fieldError('FieldValueForbidden', path, 'Forbidden', detail);

/** The error for a failure of the server. */
export const internalError = (path: string, detail: string): FieldError =>
  fieldError('InternalError', path, 'Internal error', detail);

/** The error for a value that violates a rule. */
export const invalid = (path: string, value: JsonValue | Verbatim, detail: string): FieldError =>
  fieldError('FieldValueInvalid', path, `Invalid value: ${printValue(value)}`, detail);

/** The error for a value that does not have the type or format of its schema. */
export const typeInvalid = (path: string, value: JsonValue, detail: string): FieldError =>
  fieldError('FieldValueTypeInvalid', path, `Invalid value: ${goValue(value)}`, detail);

/** The error for a duplicate value. */
export const duplicate = (path: string, value: JsonValue): FieldError =>
  fieldError('FieldValueDuplicate', path, `Duplicate value: ${goValue(value)}`, '');

/** The error for a value that is not among the valid ones. */
export function notSupported(
  path: string,
  value: JsonValue,
  supported: readonly string[],
): FieldError {
  const detail = `supported values: ${supported.map(goQuote).join(', ')}`;
  return fieldError('FieldValueNotSupported', path, `Unsupported value: ${goValue(value)}`, detail);
}

/**
 * The error for a string that is too long. The API's message names bytes even if it counts code
 * points.
 */
export function tooLong(path: string, max: number): FieldError {
  const detail = max < 0 ? 'value is too long' : `may not be more than ${plural(max, 'byte')}`;
  return fieldError('FieldValueTooLong', path, 'Too long', detail);
}

/** The error for a list or map with too many entries. */
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

/** Prints a value as JSON instead of its Go syntax. */
export const asJson = (value: JsonValue): Verbatim => ({ verbatim: goJson(value) });
