import type { JsonValue } from '@vmgen/base/json';
import type { FieldError } from '../field/field-error.js';
import { duplicate, forbidden, invalid, required } from '../field/field-errors.js';
import { printPath } from '../field/field-path.js';
import type { JSONSchemaProps, ValidationRule } from '@vmgen/base/schema';

/** The error for a value that violates a rule. Values of objects and lists are not shown. */
export function refusal(
  path: string,
  value: JsonValue,
  schema: JSONSchemaProps,
  detail: string,
  reason: string | undefined,
): FieldError {
  const isShown = schema.type !== 'object' && schema.type !== 'array';
  switch (reason) {
    case 'FieldValueForbidden':
      return forbidden(path, detail);
    case 'FieldValueRequired':
      return required(path, detail);
    case 'FieldValueDuplicate':
      return isShown ? duplicate(path, value) : withoutValue('FieldValueDuplicate', path, '');
    default:
      return isShown
        ? invalid(path, value, detail)
        : withoutValue('FieldValueInvalid', path, detail);
  }
}

function withoutValue(
  type: 'FieldValueInvalid' | 'FieldValueDuplicate',
  path: string,
  detail: string,
): FieldError {
  const head = type === 'FieldValueInvalid' ? 'Invalid value' : 'Duplicate value';
  const message = detail === '' ? head : `${head}: ${detail}`;
  return { type, field: printPath(path), message, detail };
}

/** The error for a rule that could not be evaluated. It shows the type instead of the value. */
export const failure = (path: string, schema: JSONSchemaProps, detail: string): FieldError =>
  invalid(path, schema.type ?? '', detail);

/** The name of a rule in errors: its message, or its expression. */
export function ruleName({ message = '', rule }: ValidationRule): string {
  return (message === '' ? rule : message).trim();
}

/** The message of a rule without a message expression. */
export function messageOf(rule: ValidationRule): string {
  const { message = '' } = rule;
  return message === '' ? `failed rule: ${ruleName(rule)}` : message.trim();
}
