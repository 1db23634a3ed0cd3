import type { JSONSchemaProps } from '@vmgen/crd';

/** A schema of a CRD that can have a description, and its nesting depth. */
export interface DescribedSchema {
  readonly schema: JSONSchemaProps;
  readonly depth: number;
}

/** The schema and all schemas in it that may have a description; those in junctors may not. */
export function describedSchemas(schema: JSONSchemaProps, depth = 0): DescribedSchema[] {
  const { properties = {}, items, additionalProperties } = schema;
  const inner = [
    ...Object.values(properties),
    ...(items && !Array.isArray(items) ? [items] : []),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ];
  return [{ schema, depth }, ...inner.flatMap((each) => describedSchemas(each, depth + 1))];
}
