import { goJson, type JsonValue } from '@vmgen/base/json';
import { type JSONSchemaProps, itemSchema } from '@vmgen/base/schema';
import { invalid, tooMany } from '../field/field-errors.js';
import { validatePart, type ValueValidator } from './value-validator.js';
import type { Correlation } from './correlation.js';
import type { ValueErrors } from './value-errors.js';

/**
 * Compiles the checks of a list: its items and their number. The check returns the matches of the
 * items.
 */
export function compileArrayCheck(
  schema: JSONSchemaProps,
  compile: (schema: JSONSchemaProps) => ValueValidator,
): (
  value: readonly JsonValue[],
  path: string,
  errors: ValueErrors,
  correlation: Correlation | undefined,
) => number {
  const items = itemSchema(schema);
  const validateItem = items === undefined ? undefined : compile(items);
  const { minItems, maxItems } = schema;
  return (value, path, errors, correlation) => {
    let matches = 0;
    if (validateItem !== undefined) {
      value.forEach((item, i) => {
        const at = `${path}[${i}]`;
        matches += validatePart(validateItem, item, at, errors, correlation?.item(i));
      });
    }
    if (minItems !== undefined && value.length < minItems) {
      const text = `${path} in body should have at least ${minItems} items`;
      errors.add(text, path, (field) => invalid(field, value.length, text));
    }
    if (maxItems !== undefined && value.length > maxItems) {
      const text = `${path} in body should have at most ${maxItems} items`;
      errors.add(text, path, (field) => tooMany(field, value.length, maxItems));
    }
    if (schema.uniqueItems === true && hasDuplicates(value)) {
      const text = `${path} in body shouldn't contain duplicates`;
      errors.add(text, path, (field) => invalid(field, '', text));
    }
    return matches;
  };
}

function hasDuplicates(items: readonly JsonValue[]): boolean {
  return new Set(items.map(goJson)).size < items.length;
}
