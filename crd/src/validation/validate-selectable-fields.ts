import type { FieldError } from '../field/field-error.js';
import { duplicate, invalid, required, tooMany } from '../field/field-errors.js';
import { child, index } from '../field/field-path.js';
import type { JSONSchemaProps } from '@vmgen/base/schema';
import { fieldFinder } from '../field/schema-field-path.js';

const MAX_SELECTABLE_FIELDS = 8;
const SELECTABLE_TYPES: readonly (string | undefined)[] = ['string', 'boolean', 'integer'];

/**
 * Validates the fields that clients may select by: at most eight distinct scalars outside of
 * metadata.
 */
export function validateSelectableFields(
  fields: readonly { jsonPath: string }[],
  schema: JSONSchemaProps,
  path: string,
): FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  const findField = fieldFinder(schema);
  fields.forEach(({ jsonPath }, i) => {
    const at = child(index(path, i), 'jsonPath');
    if (!jsonPath) {
      errors.push(required(at));
      return;
    }
    const found = findField(jsonPath, false);
    if (typeof found === 'string') {
      errors.push(invalid(at, jsonPath, `is an invalid path: ${found}`));
      return;
    }
    if (found.root === 'metadata') {
      errors.push(invalid(at, jsonPath, 'must not point to fields in metadata'));
    }
    if (!SELECTABLE_TYPES.includes(found.schema.type)) {
      const text =
        'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';
      errors.push(invalid(at, jsonPath, text));
    }
    if (seen.has(found.path)) errors.push(duplicate(at, jsonPath));
    seen.add(found.path);
  });
  if (seen.size > MAX_SELECTABLE_FIELDS) {
    errors.push(tooMany(path, seen.size, MAX_SELECTABLE_FIELDS));
  }
  return errors;
}
