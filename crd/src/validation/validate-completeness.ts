import { appendAll } from '@vmgen/base/json';
import type { FieldError } from '../field/field-error.js';
import { required } from '../field/field-errors.js';
import { child, index, key } from '../field/field-path.js';
import { type JSONSchemaProps, itemSchema, ownProperty } from '@vmgen/base/schema';

/**
 * Validates that all fields in junctors are also specified outside of them (apiextensions'
 * complete.go).
 *
 * @param nested the schema whose junctors are validated
 * @param structural its counterpart outside of the junctors
 */
export function validateCompleteness(
  nested: JSONSchemaProps,
  structural: JSONSchemaProps | undefined,
  structuralPath: string,
  nestedPath: string,
): FieldError[] {
  return junctorParts(nested, nestedPath).flatMap(({ schema, path }) =>
    validatePart(schema, structural, structuralPath, path),
  );
}

function junctorParts(
  schema: JSONSchemaProps,
  path: string,
): { schema: JSONSchemaProps; path: string }[] {
  const parts = (name: 'allOf' | 'anyOf' | 'oneOf'): { schema: JSONSchemaProps; path: string }[] =>
    (schema[name] ?? []).map((it, i) => ({ schema: it, path: index(child(path, name), i) }));
  const not = schema.not ? [{ schema: schema.not, path: child(path, 'not') }] : [];
  return [...not, ...parts('allOf'), ...parts('anyOf'), ...parts('oneOf')];
}

function validatePart(
  nested: JSONSchemaProps,
  structural: JSONSchemaProps | undefined,
  structuralPath: string,
  nestedPath: string,
): FieldError[] {
  if (structural === undefined) {
    return [required(structuralPath, `because it is defined in ${nestedPath}`)];
  }
  const errors = validateCompleteness(nested, structural, structuralPath, nestedPath);
  const items = itemSchema(nested);
  if (items !== undefined) {
    const [at, from] = [child(structuralPath, 'items'), child(nestedPath, 'items')];
    appendAll(errors, validatePart(items, itemSchema(structural), at, from));
  }
  for (const [name, property] of Object.entries(nested.properties ?? {})) {
    const at = key(child(structuralPath, 'properties'), name);
    const from = key(child(nestedPath, 'properties'), name);
    appendAll(errors, validatePart(property, ownProperty(structural, name), at, from));
  }
  return errors;
}
