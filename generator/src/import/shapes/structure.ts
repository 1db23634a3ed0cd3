import type { JSONSchemaProps } from '@vmgen/crd';
import { KNOWN_SCHEMAS } from '../../schema/known-schemas.js';
import type { RuntimeTypeName } from '../../syntax/runtime-types.js';
import type { SchemaKind } from './keyword-markers.js';
import { jsonText } from '../../text/json-text.js';

/** The structure of a schema, without its keywords. */
export type Structure =
  /** `says`: the keywords that the type implies. */
  | (Stated & { readonly is: 'runtime'; readonly name: RuntimeTypeName })
  | (Stated & { readonly is: 'word'; readonly word: 'string' | 'number' | 'boolean' })
  | (Stated & { readonly is: 'literals'; readonly values: readonly (string | number)[] })
  | (Stated & { readonly is: 'array' | 'map'; readonly part: JSONSchemaProps })
  | (Stated & { readonly is: 'object' })
  /** A type of the runtime for readers, without a schema: markers express all of it. */
  | (Stated & { readonly is: 'schemaless'; readonly name: RuntimeTypeName })
  /** Only raw JSON expresses the schema; the type is for readers. */
  | { readonly is: 'whole'; readonly name: RuntimeTypeName };

interface Stated {
  readonly kind: SchemaKind;
  readonly says: readonly (keyof JSONSchemaProps)[];
  /** Markers that the type needs to be of this kind. */
  readonly markers?: readonly string[];
}

const WHOLE: Structure = { is: 'whole', name: 'JSONValue' };
const AS_INTEGER = ['+kubebuilder:validation:Type=integer'];
const SCHEMALESS = '+kubebuilder:validation:Schemaless';

/** The TypeScript type that expresses most of a schema. */
export function structureOf(schema: JSONSchemaProps): Structure {
  const { type, properties, items, additionalProperties } = schema;
  const has = {
    properties: Object.keys(properties ?? {}).length > 0,
    items: items !== undefined,
    values: additionalProperties !== undefined,
  };
  const isPlain = !has.properties && !has.items && !has.values;
  if (schema['x-kubernetes-int-or-string'] === true) {
    return type === undefined && isPlain
      ? intOrString(schema)
      : { is: 'whole', name: 'IntOrString' };
  }
  switch (type) {
    case 'object':
      return has.items ? WHOLE : objectOrMap(schema, has.properties);
    case 'array':
      return items && !Array.isArray(items) && !has.properties && !has.values
        ? { is: 'array', kind: 'array', part: items, says: [] }
        : WHOLE;
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
      return isPlain ? scalarOf(schema, type) : WHOLE;
    case undefined:
      return isPlain ? anything(schema) : WHOLE;
    default:
      return WHOLE;
  }
}

function intOrString(schema: JSONSchemaProps): Structure {
  const kind = 'int-or-string';
  const { anyOf } = KNOWN_SCHEMAS.IntOrString;
  if (jsonText(schema.anyOf ?? []) !== jsonText(anyOf)) {
    const markers = [SCHEMALESS, '+kubebuilder:validation:XIntOrString'];
    return { is: 'schemaless', name: 'IntOrString', kind, says: [], markers };
  }
  const isQuantity = schema.pattern === KNOWN_SCHEMAS.Quantity.pattern;
  return isQuantity
    ? { is: 'runtime', name: 'Quantity', kind, says: ['anyOf', 'pattern'] }
    : { is: 'runtime', name: 'IntOrString', kind, says: ['anyOf'] };
}

function objectOrMap(schema: JSONSchemaProps, hasProperties: boolean): Structure {
  const { additionalProperties } = schema;
  if (additionalProperties !== undefined) {
    if (hasProperties || typeof additionalProperties === 'boolean') return WHOLE;
    return isSameSchema(additionalProperties, QUANTITY) && !additionalProperties.description
      ? { is: 'runtime', name: 'ResourceList', kind: 'map', says: [] }
      : { is: 'map', kind: 'map', part: additionalProperties, says: [] };
  }
  const known = knownObject(schema);
  // The runtime's types have no index signature for the fields that are kept.
  if (known && schema['x-kubernetes-preserve-unknown-fields'] !== true) {
    const mapType = KNOWN_SCHEMAS[known]['x-kubernetes-map-type'];
    const hasMapType = mapType !== undefined;
    if (!hasMapType || schema['x-kubernetes-map-type'] === mapType) {
      const says = hasMapType ? (['x-kubernetes-map-type'] as const) : [];
      return { is: 'runtime', name: known, kind: 'object', says };
    }
  }
  if (hasProperties || schema['x-kubernetes-preserve-unknown-fields'] !== true) {
    return { is: 'object', kind: 'object', says: [] };
  }
  return {
    is: 'runtime',
    name: 'RawExtension',
    kind: 'object',
    says: ['x-kubernetes-preserve-unknown-fields'],
  };
}

const QUANTITY = KNOWN_SCHEMAS.Quantity;

function scalarOf(
  schema: JSONSchemaProps,
  type: 'string' | 'integer' | 'number' | 'boolean',
): Structure {
  const { format } = schema;
  const values = literalsOf(schema, type);
  if (values && type !== 'number') return { is: 'literals', kind: type, values, says: ['enum'] };
  switch (type) {
    case 'string':
      return format === 'date-time'
        ? { is: 'runtime', name: 'Time', kind: type, says: ['format'] }
        : { is: 'word', word: 'string', kind: type, says: [] };
    case 'integer':
      if (format === 'int32') return { is: 'runtime', name: 'Int32', kind: type, says: ['format'] };
      if (format === 'int64') return { is: 'runtime', name: 'Int64', kind: type, says: ['format'] };
      return { is: 'word', word: 'number', kind: type, says: [], markers: AS_INTEGER };
    case 'number':
      return { is: 'runtime', name: 'Float', kind: type, says: [] };
    case 'boolean':
      return { is: 'word', word: 'boolean', kind: type, says: [] };
  }
}

/** The values of an enum that a union of literals expresses exactly. */
function literalsOf(
  { enum: values = [] }: JSONSchemaProps,
  type: string,
): readonly (string | number)[] | undefined {
  const isLiteral = (value: unknown): value is string | number =>
    type === 'string'
      ? typeof value === 'string'
      : type === 'integer' && Number.isSafeInteger(value);
  const isExact = values.every(isLiteral) && new Set(values).size === values.length;
  return values.length > 0 && isExact ? values : undefined;
}

function anything(schema: JSONSchemaProps): Structure {
  const keepsAll = schema['x-kubernetes-preserve-unknown-fields'] === true;
  return keepsAll
    ? {
        is: 'runtime',
        name: 'JSONValue',
        kind: 'opaque',
        says: ['x-kubernetes-preserve-unknown-fields'],
      }
    : { is: 'schemaless', name: 'JSONValue', kind: 'opaque', says: [], markers: [SCHEMALESS] };
}

/** Types of the runtime that are more than a scalar, the narrower before the wider. */
const CANDIDATES = [
  'Condition',
  'LabelSelector',
  'LabelSelectorRequirement',
  'ObjectMeta',
] as const satisfies readonly RuntimeTypeName[];

/** Returns the type of the runtime that has the structure of an object, ignoring descriptions. */
function knownObject(schema: JSONSchemaProps): (typeof CANDIDATES)[number] | undefined {
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
function isSameSchema(a: JSONSchemaProps, b: JSONSchemaProps): boolean {
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
