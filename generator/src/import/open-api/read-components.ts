import type { JSONSchemaProps } from '@vmgen/crd';
import type { JsonObject, JsonValue } from '@vmgen/base/json';
import { SCHEMA_SHAPE } from '../../schema/schema-fields.js';
import { takeShape } from '../../schema/take-shape.js';
import type { GroupVersionKind } from './api-resource.js';
import { listAt, objectAt, textAt } from '../../text/json-fields.js';
import { parseSchemaName, runtimeTypeOf, type SchemaName, schemaOfRef } from './schema-names.js';
import { KNOWN_SCHEMAS } from '../../schema/known-schemas.js';

/** A schema under `components.schemas`. */
export interface Component extends SchemaName {
  /** Its whole name. */
  readonly name: string;
  readonly schema: JSONSchemaProps;
  /** The kinds with this schema; most schemas have none. */
  readonly kinds: readonly GroupVersionKind[];
}

/**
 * Collects the schemas of documents by name; a name has the same meaning in all documents.
 *
 * @param report receives problems with their place
 */
export function readComponents(
  documents: readonly JsonObject[],
  report: (path: string, problem: string) => void,
): Map<string, Component> {
  const components = new Map<string, Component>();
  for (const document of documents) {
    const schemas = objectAt(objectAt(document, 'components'), 'schemas');
    for (const [name, value] of Object.entries(schemas)) {
      if (components.has(name)) continue;
      const parsed = parseSchemaName(name);
      if (parsed === undefined) {
        report(name, 'does not contain a group and version, such as io.k8s.api.apps.v1.Deployment');
        continue;
      }
      const taken = takeShape(value, SCHEMA_SHAPE, name, report);
      if (!isSchema(taken)) continue;
      components.set(name, { ...parsed, name, schema: taken, kinds: kindsOf(value) });
    }
  }
  return components;
}

/** The result of {@link takeShape} for a schema is a schema. */
function isSchema(value: JsonValue | undefined): value is JsonObject & JSONSchemaProps {
  return value !== undefined;
}

function kindsOf(schema: JsonValue): GroupVersionKind[] {
  return listAt(schema, 'x-kubernetes-group-version-kind').map((each) => ({
    group: textAt(each, 'group'),
    version: textAt(each, 'version'),
    kind: textAt(each, 'kind'),
  }));
}

/** The inputs for normalizing a schema. */
interface NormaliseOptions {
  /** Keeps descriptions. */
  readonly descriptions: boolean;
  /** The schemas that `$ref`s reference. */
  readonly schemas: ReadonlyMap<string, JSONSchemaProps>;
}

/**
 * A schema in the form of a CRD schema, except for `$ref`: without the defaults that openapi-gen derives from
 * zero values in Go, which have no effect.
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
    // Go code also uses it for bytes, which are strings in JSON.
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
 * A struct always has the default `{}`, and a field that Go always writes has its zero value as default: such
 * a field is required, unless a marker says otherwise.
 */
function isArtefact(value: unknown, isRequired: boolean): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return isRequired && (value === '' || value === 0 || value === false);
}

/** The keys of a list are fields of its items; those of a referenced schema are beside the `$ref`. */
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

/** Items of a list or map have no default, because absent items are not created. */
function normaliseValues(schema: JSONSchemaProps, options: NormaliseOptions): JSONSchemaProps {
  const { default: _, ...part } = normaliseSchema(schema, options);
  const { description: __, ...quantity } = KNOWN_SCHEMAS.Quantity;
  const name = schemaOfRef(part.$ref ?? part.allOf?.[0]?.$ref ?? '') ?? '';
  // A map of them is a ResourceList.
  return runtimeTypeOf(name) === 'Quantity' ? quantity : part;
}
