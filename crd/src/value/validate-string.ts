import type { JSONSchemaProps } from '@vmgen/base/schema';
import type { FieldError } from '../field/field-error.js';
import { invalid, tooLong, typeInvalid } from '../field/field-errors.js';
import { goQuote, runeCount, compilePattern, type Pattern } from '@vmgen/base/text';
import type { ValueErrors } from './value-errors.js';
import { stringFormat } from './string-formats.js';
import { enforcedFormat } from './value-types.js';

type StringCheck = (value: string, path: string, errors: ValueErrors) => void;

/** Compiles the check of a string's length and pattern. Only the first error is reported. */
export function compileStringCheck(schema: JSONSchemaProps): StringCheck {
  const { maxLength, minLength } = schema;
  const source = schema.pattern ?? '';
  let pattern: Pattern | undefined;
  const matches = (value: string): boolean => (pattern ??= compilePattern(source)).test(value);
  return (value, path, errors) => {
    const fail = (text: string, make?: (field: string) => FieldError): void =>
      errors.add(text, path, make ?? ((field) => invalid(field, value, text)));
    if (maxLength !== undefined && runeCount(value) > maxLength) {
      const text = `${path} in body should be at most ${maxLength} chars long`;
      fail(text, (field) => tooLong(field, maxLength));
    } else if (minLength !== undefined && runeCount(value) < minLength) {
      fail(`${path} in body should be at least ${minLength} chars long`);
    } else if (source !== '' && !matches(value)) {
      fail(`${path} in body should match '${source}'`);
    }
  };
}

/** Compiles the check of a string's format. Undefined if the format is not enforced. */
export function compileFormatCheck(schema: JSONSchemaProps): StringCheck | undefined {
  const format = enforcedFormat(schema);
  const isValid = stringFormat(format);
  if (isValid === undefined) return undefined;
  return (value, path, errors) => {
    if (isValid(value)) return;
    const text = `${path} in body must be of type ${format}: ${goQuote(value)}`;
    errors.add(text, path, (field) => typeInvalid(field, value, text));
  };
}
