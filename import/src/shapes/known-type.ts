import type { JSONSchemaProps } from '@vmgen/crd';
import { KNOWN_SCHEMAS } from '#generator/schema/known-schemas.js';
import { jsonText } from '#generator/render/json-text.js';
import type { RuntimeTypeName } from '#generator/sources/runtime-types.js';

/** Types of the runtime that are more than a scalar, the narrower before the wider. */
const CANDIDATES = [
  'Condition',
  'LabelSelector',
  'LabelSelectorRequirement',
  'ObjectMeta',
] as const satisfies readonly RuntimeTypeName[];

/** Returns the type of the runtime that has the structure of an object, ignoring descriptions. */
export function knownObject(schema: JSONSchemaProps): (typeof CANDIDATES)[number] | undefined {
  const { properties } = schema;
  if (!properties) return undefined;
  return CANDIDATES.find((name) => isSameObject(schema, KNOWN_SCHEMAS[name]));
}

/** Only fields and required fields are compared: other keywords can be added to the type. */
function isSameObject(a: JSONSchemaProps, b: JSONSchemaProps): boolean {
  const only = ({ properties, required }: JSONSchemaProps): JSONSchemaProps => ({
    properties: properties ?? {},
    required: required ?? [],
  });
  return isSameSchema(only(a), only(b));
}

/** Whether two schemas are equal except for their descriptions. */
export function isSameSchema(a: JSONSchemaProps, b: JSONSchemaProps): boolean {
  return canonical(a) === canonical(b);
}

/** A schema without descriptions as text, with sorted keys and required names. */
function canonical(schema: JSONSchemaProps): string {
  return jsonText(sorted(schema, 'schema'));
}

type Part = 'schema' | 'schemas' | 'names' | 'value';

/** The keywords that contain schemas; all others are plain values. */
const PARTS: Readonly<Record<string, Part>> = {
  properties: 'schemas',
  items: 'schema',
  additionalProperties: 'schema',
  not: 'schema',
  allOf: 'schema',
  anyOf: 'schema',
  oneOf: 'schema',
  required: 'names',
};

function sorted(value: unknown, part: Part): unknown {
  if (Array.isArray(value)) {
    const items: unknown[] = value.map((each) => sorted(each, part));
    return part === 'names' ? items.sort() : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([key]) => part !== 'schema' || key !== 'description')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    entries.map(([key, each]) => {
      const inner =
        part === 'schema' ? (PARTS[key] ?? 'value') : part === 'schemas' ? 'schema' : part;
      return [key, sorted(each, inner)];
    }),
  );
}
