import type { JSONSchemaProps } from '@vmgen/crd';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { MarkerUse } from '../markers/language/definition.js';
import { MARKERS } from '../markers/registry.js';
import { KNOWN_SCHEMAS } from '../schema/known-schemas.js';
import { isRuntimeType, type RuntimeTypeName } from '../sources/runtime-types.js';
import type { Field, Type } from './type.js';

/** What a schema of the API machinery says beside the type of a field, as the markers that say it. */
const MARKER_NAMES = [
  ['maxLength', 'kubebuilder:validation:MaxLength'],
  ['minLength', 'kubebuilder:validation:MinLength'],
  ['minimum', 'kubebuilder:validation:Minimum'],
  ['pattern', 'kubebuilder:validation:Pattern'],
  ['x-kubernetes-list-type', 'listType'],
] as const;

/** The types of the runtime by their schemas, which are the same objects where one names another. */
const NAMES: ReadonlyMap<JSONSchemaProps, RuntimeTypeName> = new Map(
  Object.keys(KNOWN_SCHEMAS)
    .filter(isRuntimeType)
    .map((name) => [KNOWN_SCHEMAS[name], name]),
);

/** The fields of a type of the runtime, as the sources would have to write them; none of a scalar. */
export function runtimeFields(name: RuntimeTypeName, position: SourcePosition): Field[] {
  const { properties = {}, required = [] } = KNOWN_SCHEMAS[name];
  return Object.entries(properties).map(([field, schema]) => ({
    name: field,
    optional: !required.includes(field),
    isReadonly: false,
    required: required.includes(field),
    type: typeOf(schema, position),
    doc: schema.description ?? '',
    markers: markersOf(schema, position),
    position,
  }));
}

function typeOf(schema: JSONSchemaProps, position: SourcePosition): Type {
  const named = NAMES.get(schema);
  if (named) return { kind: 'runtime', name: named, position };
  if (schema.enum) return { kind: 'enum', values: schema.enum.map(String), position };
  if (schema.format === 'date-time') return { kind: 'runtime', name: 'Time', position };
  if (schema.format === 'int64') return { kind: 'runtime', name: 'Int64', position };
  const { items, additionalProperties: values } = schema;
  if (items && !Array.isArray(items)) {
    return { kind: 'array', element: typeOf(items, position), position };
  }
  if (typeof values === 'object') return { kind: 'map', value: typeOf(values, position), position };
  return { kind: 'string', position };
}

function markersOf(schema: JSONSchemaProps, position: SourcePosition): MarkerUse[] {
  return MARKER_NAMES.flatMap(([keyword, name]) => {
    const value = schema[keyword];
    if (value === undefined) return [];
    const definition = MARKERS.find((each) => each.name === name);
    return definition ? [{ definition, values: { value }, position }] : [];
  });
}

/**
 * Whether a type has fields that its schema does not show: clients see all of ObjectMeta, an embedded
 * one is pruned to a few. Such a type is whole, or its fields are named one by one.
 */
export function hidesFields(type: Type): boolean {
  return type.kind === 'runtime' && type.name === 'ObjectMeta';
}

/** The remedy for what takes such a type apart without naming fields. */
export const NAME_FIELDS = "pick those that are meant: Pick<ObjectMeta, 'labels' | 'annotations'>";
