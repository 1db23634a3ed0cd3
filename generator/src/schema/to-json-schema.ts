import type { JSONSchemaProps } from '@vmgen/crd';
import type { Schema } from './schema.js';

type Convert = (part: Schema) => JSONSchemaProps;

/** The keywords for readers; all other keywords follow the type, sorted by name. */
const FIRST = ['description', 'title', 'externalDocs'] as const;
const IS_FIRST: ReadonlySet<string> = new Set(FIRST);

/** A schema that allows any value. */
const ANYTHING: JSONSchemaProps = { 'x-kubernetes-preserve-unknown-fields': true };

/**
 * Converts a schema for a CRD, with keywords in a fixed order and properties in source order. A schema with
 * several uses is one shared object in the result, which must not be modified.
 *
 * @param placeholder replaces rejected schemas
 */
export function toJsonSchema(schema: Schema, placeholder = ANYTHING): JSONSchemaProps {
  const known = new Map<Schema, JSONSchemaProps>();
  const convert = (part: Schema): JSONSchemaProps => {
    const props =
      known.get(part) ?? (part.kind === 'invalid' ? placeholder : propsOf(part, convert));
    known.set(part, props);
    return props;
  };
  return convert(schema);
}

/** Converts one schema; `convert` converts its parts. */
function propsOf(schema: Exclude<Schema, { kind: 'invalid' }>, convert: Convert): JSONSchemaProps {
  const keywords: Readonly<Record<string, unknown>> =
    schema.kind === 'opaque' ? { ...schema.json, ...schema.keywords } : schema.keywords;
  const props: Record<string, unknown> = {};
  for (const name of FIRST) if (keywords[name] != null) props[name] = keywords[name];
  const type = typeOf(schema);
  if (type !== undefined) props.type = type;
  for (const name of Object.keys(keywords).sort()) {
    if (keywords[name] != null && !IS_FIRST.has(name)) props[name] = keywords[name];
  }
  if (schema.kind === 'int-or-string') props['x-kubernetes-int-or-string'] = true;
  return Object.assign(props, childrenOf(schema, convert));
}

/** The type in the CRD; undefined where it is left open. */
export function typeOf(schema: Schema): string | undefined {
  if (schema.kind === 'map') return 'object';
  const isUntyped = ['int-or-string', 'opaque', 'invalid'].includes(schema.kind);
  return isUntyped ? undefined : schema.kind;
}

function childrenOf(schema: Schema, convert: Convert): JSONSchemaProps {
  switch (schema.kind) {
    case 'object':
      return objectChildren(schema, convert);
    case 'map':
      return { additionalProperties: convert(schema.values) };
    case 'array':
      return { items: convert(schema.items) };
    default:
      return {};
  }
}

function objectChildren(
  { properties, keywords }: Extract<Schema, { kind: 'object' }>,
  convert: Convert,
): JSONSchemaProps {
  if (properties.length === 0) return {};
  const named = properties.filter((property) => property.required).map(({ name }) => name);
  const required = [...new Set([...(keywords.required ?? []), ...named])];
  return {
    ...(required.length > 0 ? { required } : {}),
    // fromEntries defines properties, so that `__proto__` is an ordinary key.
    properties: Object.fromEntries(properties.map(({ name, schema }) => [name, convert(schema)])),
  };
}
