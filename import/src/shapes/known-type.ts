import type { JSONSchemaProps } from '@vmgen/crd';
import { KNOWN_SCHEMAS } from '#generator/schema/known-schemas.js';
import { jsonText } from '#generator/render/json-text.js';
import type { RuntimeTypeName } from '#generator/sources/runtime-types.js';

/** Types of the runtime that are more than a word, the narrower before the wider. */
const CANDIDATES = [
  'Condition',
  'LabelSelector',
  'LabelSelectorRequirement',
  'ObjectMeta',
] as const satisfies readonly RuntimeTypeName[];

/** The type of the runtime whose structure an object has, whatever its descriptions say. */
export function knownObject(schema: JSONSchemaProps): (typeof CANDIDATES)[number] | undefined {
  const { properties } = schema;
  if (!properties) return undefined;
  return CANDIDATES.find((name) => isSameObject(schema, KNOWN_SCHEMAS[name]));
}

/** Only fields and what must be there are compared: all else of it can stand beside the type. */
function isSameObject(a: JSONSchemaProps, b: JSONSchemaProps): boolean {
  const only = ({ properties, required }: JSONSchemaProps): JSONSchemaProps => ({
    properties: properties ?? {},
    required: required ?? [],
  });
  return isSameSchema(only(a), only(b));
}

/** Whether two schemas accept the same in the same words, but for their descriptions. */
export function isSameSchema(a: JSONSchemaProps, b: JSONSchemaProps): boolean {
  return canonical(a) === canonical(b);
}

/** A schema without descriptions as text, the order of its keys and of required names left out. */
function canonical(schema: JSONSchemaProps): string {
  return jsonText(sorted(schema, 'schema'));
}

type Part = 'schema' | 'schemas' | 'names' | 'value';

/** What the parts of a schema are; all else is a plain value. */
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
