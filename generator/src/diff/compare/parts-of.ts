import type { JSONSchemaProps } from '@vmgen/crd';

/** The schema of fields that no schema names: any value is valid, and all of it is kept, including null. */
export const ANYTHING: JSONSchemaProps = {
  'x-kubernetes-preserve-unknown-fields': true,
  nullable: true,
};

/** The same below `additionalProperties: true`, where the server drops unknown fields of the values. */
export const SHALLOW: JSONSchemaProps = { nullable: true };

const TEXT: JSONSchemaProps = { type: 'string' };
const TEXTS: JSONSchemaProps = { type: 'object', additionalProperties: TEXT };

/** The metadata fields that the server keeps for every object, independent of the schema. */
const METADATA: Readonly<Record<string, JSONSchemaProps>> = {
  name: TEXT,
  generateName: TEXT,
  namespace: TEXT,
  labels: TEXTS,
  annotations: TEXTS,
};

/** Whether fields that the schema does not name are kept. */
export const preserves = (schema: JSONSchemaProps): boolean =>
  schema['x-kubernetes-preserve-unknown-fields'] === true;

/** Whether a value is an object of Kubernetes, with apiVersion, kind and metadata. */
export const isEmbedded = (schema: JSONSchemaProps): boolean =>
  schema['x-kubernetes-embedded-resource'] === true;

/** The types that a value may have; undefined for all. */
export function typesOf(schema: JSONSchemaProps): readonly string[] | undefined {
  if (schema['x-kubernetes-int-or-string'] === true) return ['integer', 'string'];
  if (schema.type === undefined || schema.type === '') return undefined;
  return schema.type === 'number' ? ['number', 'integer'] : [schema.type];
}

/** Whether a value may have a type. */
export const mayBe = (schema: JSONSchemaProps, type: string): boolean =>
  typesOf(schema)?.includes(type) ?? true;

/** The schema of a field; undefined where the server drops it. */
export function fieldOf(schema: JSONSchemaProps, name: string): JSONSchemaProps | undefined {
  const { properties = {} } = schema;
  if (Object.hasOwn(properties, name)) return properties[name];
  const entry = entryOf(schema);
  // The default of map values replaces null, but not an absent entry.
  return entry && hasDefault(entry) ? { ...entry, default: null } : entry;
}

/** The schema of fields that are not named; undefined where the server drops or refuses them. */
export function entryOf(schema: JSONSchemaProps): JSONSchemaProps | undefined {
  const { additionalProperties: values } = schema;
  if (typeof values === 'object') return values;
  if (values === true) return SHALLOW;
  return preserves(schema) && !isClosed(schema) ? ANYTHING : undefined;
}

/** Whether the server refuses fields that are not named. */
export const isClosed = (schema: JSONSchemaProps): boolean => schema.additionalProperties === false;

/** The schema of a list's items, which are preserved where the list is. */
export function itemOf(schema: JSONSchemaProps): JSONSchemaProps {
  const { items } = schema;
  if (items === undefined || Array.isArray(items)) return preserves(schema) ? ANYTHING : SHALLOW;
  return preserves(schema) ? { ...items, 'x-kubernetes-preserve-unknown-fields': true } : items;
}

/** A null default is equal to an absent one. */
export const hasDefault = (schema: JSONSchemaProps | undefined): boolean =>
  (schema?.default ?? null) !== null;

/** The schema of a Kubernetes object with the fields that the server adds. */
export function withResourceFields(schema: JSONSchemaProps): JSONSchemaProps {
  const { properties = {} } = schema;
  const given = Object.hasOwn(properties, 'metadata') ? (properties.metadata ?? {}) : {};
  const metadata: JSONSchemaProps = {
    ...given,
    type: 'object',
    properties: { ...METADATA, ...given.properties },
    'x-kubernetes-preserve-unknown-fields': true,
  };
  return { ...schema, properties: { apiVersion: TEXT, kind: TEXT, ...properties, metadata } };
}
