import type { JSONSchemaProps } from '@vmgen/crd';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { MarkerUse } from '../markers/language/definition.js';
import { MARKERS } from '../markers/registry.js';
import { KNOWN_SCHEMAS } from '../schema/known-schemas.js';
import { isRuntimeType, type RuntimeTypeName } from '../syntax/runtime-types.js';
import type { Field, Type } from './type.js';

/** The constraints of API machinery fields in addition to their types, as markers. */
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

/** The fields of a runtime type, in the syntax of the sources; none for scalars. */
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
 * Whether a type has fields that its schema does not show: clients see all fields of ObjectMeta, while
 * embedded metadata is pruned to a few. Such a type is used as a whole, or its fields are selected by name.
 */
export function hidesFields(type: Type): boolean {
  return type.kind === 'runtime' && type.name === 'ObjectMeta';
}

/** The fix for an operation on such a type that does not select fields by name. */
export const NAME_FIELDS = "select the fields by name: Pick<ObjectMeta, 'labels' | 'annotations'>";
