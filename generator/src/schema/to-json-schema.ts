import type { JSONSchemaProps } from '@vmgen/apiserver/schema';
import type { PropertySchema, Schema } from './schema.js';

/** Keywords in the order that people read them; what is not listed follows. */
const FIRST: readonly string[] = ['description', 'title', 'externalDocs'];

/** The schema as a CRD has it, keys in a fixed order and properties in source order. */
export function toJsonSchema(schema: Schema): JSONSchemaProps {
  const keywords = Object.entries(schema.keywords).filter(([, value]) => value != null);
  const props: JSONSchemaProps = {};
  for (const first of FIRST)
    define(
      props,
      keywords.filter(([name]) => name === first),
    );
  const type = typeOf(schema);
  if (type !== undefined) props.type = type;
  define(props, keywords.filter(([name]) => !FIRST.includes(name)).sort(byName));
  if (schema.kind === 'int-or-string') props['x-kubernetes-int-or-string'] = true;
  return Object.assign(props, childrenOf(schema));
}

function define(props: JSONSchemaProps, entries: readonly [string, unknown][]): void {
  Object.assign(props, Object.fromEntries(entries));
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
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
