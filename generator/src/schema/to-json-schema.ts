import type { JSONSchemaProps } from '@vmgen/apiserver/schema';
import type { PropertySchema, Schema } from './schema.js';

/** What people read first; other keywords follow the type, by name. */
const FIRST = ['description', 'title', 'externalDocs'] as const;
const isFirst: ReadonlySet<string> = new Set(FIRST);

/** The schema as a CRD has it, keys in a fixed order and properties in source order. */
export function toJsonSchema(schema: Schema): JSONSchemaProps {
  const keywords: Readonly<Record<string, unknown>> = schema.keywords;
  const props: Record<string, unknown> = {};
  for (const name of FIRST) if (keywords[name] != null) props[name] = keywords[name];
  const type = typeOf(schema);
  if (type !== undefined) props.type = type;
  for (const name of Object.keys(keywords).sort()) {
    if (keywords[name] != null && !isFirst.has(name)) props[name] = keywords[name];
  }
  if (schema.kind === 'int-or-string') props['x-kubernetes-int-or-string'] = true;
  return Object.assign(props, childrenOf(schema));
}

/** The type in the CRD; undefined where it is left open. */
export function typeOf(schema: Schema): string | undefined {
  if (schema.kind === 'map') return 'object';
  return schema.kind === 'int-or-string' || schema.kind === 'opaque' ? undefined : schema.kind;
}

function childrenOf(schema: Schema): JSONSchemaProps {
  switch (schema.kind) {
    case 'object':
      return objectChildren(schema.properties);
    case 'map':
      return { additionalProperties: toJsonSchema(schema.values) };
    case 'array':
      return { items: toJsonSchema(schema.items) };
    default:
      return {};
  }
}

function objectChildren(properties: readonly PropertySchema[]): JSONSchemaProps {
  if (properties.length === 0) return {};
  const required = properties.filter((property) => property.required).map(({ name }) => name);
  return {
    ...(required.length > 0 ? { required } : {}),
    // fromEntries defines properties, so that one called `__proto__` stays one.
    properties: Object.fromEntries(
      properties.map(({ name, schema }) => [name, toJsonSchema(schema)]),
    ),
  };
}
