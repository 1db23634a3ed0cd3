import { type JSONSchemaProps, someSchema } from '@vmgen/base/schema';

/**
 * The error for a field that makes the schema not structural because CRDs do not support it.
 * Undefined if all fields are supported. Other checks report most of these fields with their paths; this error
 * is then omitted.
 */
export function unsupportedField(schema: JSONSchemaProps): string | undefined {
  let problem: string | undefined;
  someSchema(schema, (it) => {
    problem ??= unsupportedIn(it);
    return problem !== undefined;
  });
  return problem;
}

const isGiven = (value: object | undefined): boolean => Object.keys(value ?? {}).length > 0;

function unsupportedIn(schema: JSONSchemaProps): string | undefined {
  const unsupported = (name: string): string => `OpenAPIV3Schema '${name}' is not supported`;
  if (schema.id) return unsupported('id');
  if (schema.$schema) return unsupported('schema');
  if (schema.$ref) return unsupported('$ref');
  if (isGiven(schema.patternProperties)) return unsupported('patternProperties');
  if (isGiven(schema.dependencies)) return unsupported('dependencies');
  if (schema.additionalItems !== undefined) return unsupported('additionalItems');
  if (isGiven(schema.definitions)) return unsupported('definitions');
  if (schema['x-kubernetes-preserve-unknown-fields'] === false) {
    return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined";
  }
  if (Array.isArray(schema.items) && schema.items.length > 0) {
    return "OpenAPIV3Schema 'items' must be a schema, but is an array";
  }
  return undefined;
}
