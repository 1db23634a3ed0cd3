import { type JSONSchemaProps, someSchema } from '@vmgen/base/schema';

/**
 * Why a schema cannot be made structural at all: a field that CRDs do not support. Undefined where
 * there is none. The other rules name most of these with their path; this text then goes unsaid.
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
