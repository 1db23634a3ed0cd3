import type { JsonObject, JsonValue } from '@vmgen/base/json';
import { type JSONSchemaProps, ownProperty, valueSchema } from '@vmgen/base/schema';
import { invalid, required, tooMany } from '../field/field-errors.js';
import { validatePart, type ValueValidator } from './value-validator.js';
import type { Correlation } from './correlation.js';
import type { ValueErrors } from './value-errors.js';

type Compile = (schema: JSONSchemaProps) => ValueValidator;
type ObjectCheck = (
  value: JsonObject,
  path: string,
  errors: ValueErrors,
  correlation: Correlation | undefined,
) => number;

/** Compiles the checks of an object or map. The check returns the matches of its fields. */
export function compileObjectCheck(schema: JSONSchemaProps, compile: Compile): ObjectCheck {
  const checkOthers = compileOtherFields(schema, compile);
  const properties = Object.entries(schema.properties ?? {}).map(
    ([name, property]) => [name, compile(property)] as const,
  );
  const requiredNames = schema.required ?? [];
  return (value, path, errors, correlation) => {
    checkSize(value, path, errors, schema);
    let matches = checkOthers(value, path, errors, correlation);
    errors.countChecks((properties.length + requiredNames.length) >> 2);
    for (const [name, validate] of properties) {
      const field = fieldOf(value, name);
      if (field === undefined) continue;
      const at = path === '' ? name : `${path}.${name}`;
      const old = isTypeOfRoot(path, name) ? undefined : correlation?.field(name);
      matches += validatePart(validate, field, at, errors, old);
    }
    for (const name of requiredNames) {
      if (errors.isFull) break;
      if (fieldOf(value, name) !== undefined) continue;
      errors.add(`${path}.${name} in body is required`, `${path}.${name}`, (at) => required(at));
    }
    return matches;
  };
}

const fieldOf = (value: JsonObject, name: string): JsonValue | undefined =>
  Object.hasOwn(value, name) ? value[name] : undefined;

/** A change of the root's type is never ignored. */
const isTypeOfRoot = (path: string, name: string): boolean =>
  path === '' && (name === 'kind' || name === 'apiVersion');

function checkSize(
  value: JsonObject,
  path: string,
  errors: ValueErrors,
  { minProperties, maxProperties }: JSONSchemaProps,
): void {
  if (minProperties === undefined && maxProperties === undefined) return;
  const size = Object.keys(value).length;
  if (minProperties !== undefined && size < minProperties) {
    const text = `${path} in body should have at least ${minProperties} properties`;
    errors.add(text, path, (field) => invalid(field, size, text));
  }
  if (maxProperties !== undefined && size > maxProperties) {
    const text = `${path} in body should have at most ${maxProperties} properties`;
    errors.add(text, path, (field) => tooMany(field, size, maxProperties));
  }
}

/**
 * Compiles the check of fields without a property: they are forbidden, or validated by the schema
 * of the map's values.
 */
function compileOtherFields(schema: JSONSchemaProps, compile: Compile): ObjectCheck {
  if (schema.additionalProperties === false) return forbidOthers(schema);
  const values = valueSchema(schema);
  if (values === undefined) return () => 0;
  const validate = compile(values);
  return (value, path, errors, correlation) => {
    let matches = 0;
    for (const [name, field] of Object.entries(value)) {
      if (ownProperty(schema, name) !== undefined) continue;
      const old = correlation?.field(name);
      matches += validatePart(validate, field, `${path}.${name}`, errors, old);
    }
    return matches;
  };
}

function forbidOthers(schema: JSONSchemaProps): ObjectCheck {
  return (value, path, errors) => {
    for (const name of Object.keys(value)) {
      if (ownProperty(schema, name) !== undefined) continue;
      const text = `${path}.${name} in body is a forbidden property`;
      errors.add(text, path, (field) => invalid(field, name, text));
    }
    return 0;
  };
}
