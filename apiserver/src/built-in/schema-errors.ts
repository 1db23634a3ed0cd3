import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import type { FieldError } from '@vmgen/crd';
import { fieldErrors } from '@vmgen/crd/internal';
import { referenceOf, type TypeLibrary, type TypeSchema } from '../data/type-library.js';

/**
 * Validates an object against the schema of its type, with the messages of Kubernetes' own
 * validation: required fields that are empty, and values that are not in the enum. Metadata and
 * status are excluded: metadata has separate rules, and most of the status is not validated.
 *
 * @param component the object's type in OpenAPI documents
 */
export function schemaErrors(
  types: TypeLibrary,
  component: string,
  object: JsonObject,
): FieldError[] {
  const errors: FieldError[] = [];
  const { properties = {}, required = [] } = types.schema(component);
  for (const [name, schema] of Object.entries(properties)) {
    if (name === 'metadata' || name === 'status') continue;
    check(types, schema, object[name], name, required.includes(name), errors);
  }
  return errors;
}

function check(
  types: TypeLibrary,
  schema: TypeSchema,
  value: JsonValue | undefined,
  path: string,
  isRequired: boolean,
  errors: FieldError[],
): void {
  if (value === undefined || value === null || value === '') {
    if (isRequired) errors.push(fieldErrors.required(path));
    return;
  }
  if (schema.enum !== undefined && typeof value === 'string' && !schema.enum.includes(value)) {
    errors.push(fieldErrors.notSupported(path, value, schema.enum));
  }
  const { items, additionalProperties: entry } = schema;
  if (Array.isArray(value)) {
    if (items === undefined) return;
    value.forEach((item, index) => {
      check(types, items, item, `${path}[${index}]`, false, errors);
    });
  } else if (isJsonObject(value)) {
    if (entry !== undefined) {
      for (const [key, item] of Object.entries(value)) {
        check(types, entry, item, `${path}[${key}]`, false, errors);
      }
    }
    const component = referenceOf(schema);
    if (component === undefined) return;
    const { properties = {}, required = [] } = types.schema(component);
    for (const [name, field] of Object.entries(properties)) {
      check(types, field, value[name], `${path}.${name}`, required.includes(name), errors);
    }
  }
}
