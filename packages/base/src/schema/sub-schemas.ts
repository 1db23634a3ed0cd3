import type { JSONSchemaProps } from './json-schema-props.js';

/** Accessors for sub-schemas. Absent and empty parts are equivalent. */

/** The schema of a list's items. Undefined for tuples, which CRDs do not support. */
export function itemSchema(schema: JSONSchemaProps): JSONSchemaProps | undefined {
  return Array.isArray(schema.items) ? undefined : schema.items;
}

/** The schema of the values of a map. */
export function valueSchema(schema: JSONSchemaProps): JSONSchemaProps | undefined {
  const additional = schema.additionalProperties;
  return typeof additional === 'object' ? additional : undefined;
}

/** The schema of a field: of the property, or of the map's values. */
export function propertySchema(schema: JSONSchemaProps, name: string): JSONSchemaProps | undefined {
  return ownProperty(schema, name) ?? valueSchema(schema);
}

/** The schema of a property. Ignores inherited properties of the record. */
export function ownProperty(schema: JSONSchemaProps, name: string): JSONSchemaProps | undefined {
  const { properties } = schema;
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

export function hasProperties(schema: JSONSchemaProps): boolean {
  return Object.keys(schema.properties ?? {}).length > 0;
}

/** Whether the schema has a default. A null default counts as absent. */
export function hasDefault(schema: JSONSchemaProps): boolean {
  return schema.default !== undefined && schema.default !== null;
}

/** Whether the schema itself has CEL rules. */
export const hasOwnRules = (schema: JSONSchemaProps): boolean =>
  (schema['x-kubernetes-validations'] ?? []).length > 0;

/**
 * Whether the schema or a schema below it has CEL rules. Junctors (`allOf`, `anyOf`, `oneOf`,
 * `not`) are skipped, because rules are not allowed there.
 */
export function hasRules(schema: JSONSchemaProps): boolean {
  return partFinder(hasOwnRules)(schema);
}

/**
 * Returns a predicate: whether a schema or a schema below it, junctors excepted, satisfies the
 * test. Results are memoized per schema.
 */
export function partFinder(
  test: (schema: JSONSchemaProps) => boolean,
): (schema: JSONSchemaProps) => boolean {
  const known = new Map<JSONSchemaProps, boolean>();
  const find = (schema: JSONSchemaProps): boolean => {
    const items = itemSchema(schema);
    const values = valueSchema(schema);
    return (
      test(schema) ||
      (items !== undefined && isFound(items)) ||
      (values !== undefined && isFound(values)) ||
      Object.values(schema.properties ?? {}).some(isFound)
    );
  };
  const isFound = (schema: JSONSchemaProps): boolean => {
    const found = known.get(schema) ?? find(schema);
    known.set(schema, found);
    return found;
  };
  return isFound;
}

/**
 * Whether the schema or a schema below it, including junctors, satisfies the test. Tests each
 * schema once.
 */
export function someSchema(
  schema: JSONSchemaProps | undefined,
  test: (schema: JSONSchemaProps) => boolean,
): boolean {
  // One schema object may occur at many positions.
  const asked = new Set<JSONSchemaProps>();
  const visit = (each: JSONSchemaProps): boolean => {
    if (asked.has(each)) return false;
    asked.add(each);
    return test(each) || someSubSchema(each, visit);
  };
  return schema !== undefined && visit(schema);
}

/** Whether a direct sub-schema satisfies the test. */
function someSubSchema(
  schema: JSONSchemaProps,
  test: (schema: JSONSchemaProps) => boolean,
): boolean {
  const { items, not, additionalProperties: values, additionalItems } = schema;
  return (
    (Array.isArray(items) ? items.some(test) : items ? test(items) : false) ||
    (schema.allOf?.some(test) ?? false) ||
    (schema.anyOf?.some(test) ?? false) ||
    (schema.oneOf?.some(test) ?? false) ||
    (not ? test(not) : false) ||
    someValue(schema.properties, test) ||
    (typeof values === 'object' && test(values)) ||
    someValue(schema.patternProperties, test) ||
    (typeof additionalItems === 'object' && test(additionalItems)) ||
    someValue(schema.definitions, test) ||
    someValue(schema.dependencies, (entry) => !Array.isArray(entry) && test(entry))
  );
}

function someValue<T>(
  record: Readonly<Record<string, T>> | undefined,
  test: (value: T) => boolean,
): boolean {
  return record ? Object.values(record).some(test) : false;
}
