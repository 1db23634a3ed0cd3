import type { JSONSchemaProps } from '@vmgen/crd';
import { KNOWN_SCHEMAS } from '#generator/schema/known-schemas.js';
import { runtimeTypeOf, schemaOfRef } from './schema-names.js';

/** What the normal form of a schema depends on. */
interface NormaliseOptions {
  /** Keeps what schemas say for people. */
  readonly descriptions: boolean;
  /** The schemas that `$ref`s lead to. */
  readonly schemas: ReadonlyMap<string, JSONSchemaProps>;
}

/**
 * A schema as a CRD would say it, but for `$ref`: without the defaults that openapi-gen makes of Go's
 * zero values, which nothing sets.
 */
export function normaliseSchema(
  schema: JSONSchemaProps,
  options: NormaliseOptions,
): JSONSchemaProps {
  const { properties, items, additionalProperties, required = [] } = schema;
  const { description, 'x-kubernetes-list-type': listType, ...silent } = schema;
  return {
    ...silent,
    ...(options.descriptions && description !== undefined && { description }),
    // Go code says it of bytes too, which are a text here.
    ...(items && listType !== undefined && { 'x-kubernetes-list-type': listType }),
    ...(properties && { properties: normaliseProperties(properties, required, options) }),
    ...(items && !Array.isArray(items) && { items: normaliseItems(schema, items, options) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: normaliseValues(additionalProperties, options),
    }),
  };
}

function normaliseProperties(
  properties: Readonly<Record<string, JSONSchemaProps>>,
  required: readonly string[],
  options: NormaliseOptions,
): Record<string, JSONSchemaProps> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const { default: value, ...others } = normaliseSchema(property, options);
      const isKept = value !== undefined && !isArtefact(value, required.includes(name));
      return [name, isKept ? { ...others, default: value } : others];
    }),
  );
}

/**
 * A struct always has the default `{}`, and a field that Go always writes its zero value: such a field
 * is required, or has a marker that says otherwise.
 */
function isArtefact(value: unknown, isRequired: boolean): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return isRequired && (value === '' || value === 0 || value === false);
}

/** The keys of a list are fields of its items: those of what is referred to stand beside the `$ref`. */
function normaliseItems(
  list: JSONSchemaProps,
  items: JSONSchemaProps,
  options: NormaliseOptions,
): JSONSchemaProps {
  const part = normaliseValues(items, options);
  const ref = part.$ref ?? part.allOf?.[0]?.$ref;
  const isKeyed = list['x-kubernetes-list-map-keys'] !== undefined;
  const referred =
    isKeyed && ref !== undefined ? options.schemas.get(schemaOfRef(ref) ?? '') : undefined;
  return referred?.properties ? { ...part, properties: referred.properties } : part;
}

/** What stands in a list or a map has no default: an item that is not there is not made. */
function normaliseValues(schema: JSONSchemaProps, options: NormaliseOptions): JSONSchemaProps {
  const { default: _, ...part } = normaliseSchema(schema, options);
  const { description: __, ...quantity } = KNOWN_SCHEMAS.Quantity;
  const name = schemaOfRef(part.$ref ?? part.allOf?.[0]?.$ref ?? '') ?? '';
  // A map of them is a ResourceList.
  return runtimeTypeOf(name) === 'Quantity' ? quantity : part;
}
