import type { JSONSchemaProps } from '@vmgen/crd';
import { objectMetaSchema } from './object-meta-schema.js';
import {
  deducedType,
  untypedAtomic,
  type ListType,
  type MapField,
  type MapType,
  type ScalarType,
  type ValueType,
} from './value-type.js';

/**
 * The type of a kind's objects for ownership tracking; `apiVersion`, `kind` and `metadata` are
 * those of every object, whatever the schema says of them. Without a schema all is deduced.
 *
 * Upstream: kube-openapi/pkg/schemaconv/openapi.go over apiextensions' openapi builder.
 */
export function objectType(schema: JSONSchemaProps | undefined): ValueType {
  return schema === undefined ? deducedType : convert(withObjectMeta(schema), false);
}

function withObjectMeta(schema: JSONSchemaProps): JSONSchemaProps {
  return {
    ...schema,
    properties: {
      ...schema.properties,
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: objectMetaSchema,
    },
  };
}

/** @param keepsUnknown whether the schema or one above it preserves unknown fields */
function convert(schema: JSONSchemaProps, keepsUnknown: boolean): ValueType {
  const keeps = keepsUnknown || schema['x-kubernetes-preserve-unknown-fields'] === true;
  const props = schema['x-kubernetes-embedded-resource'] === true ? withObjectMeta(schema) : schema;
  switch (props.type) {
    case undefined:
    case '':
      return { scalar: 'untyped', list: convertList(props, keeps), map: convertMap(props, keeps) };
    case 'object':
      return { map: convertMap(props, keeps) };
    case 'array':
      return { list: convertList(props, keeps) };
    default:
      return { scalar: convertScalar(props) };
  }
}

function convertScalar(schema: JSONSchemaProps): ScalarType {
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'numeric';
    case 'boolean':
      return 'boolean';
    case 'string':
      return ['', 'byte'].includes(schema.format ?? '') ? 'string' : 'untyped';
    default:
      return 'untyped';
  }
}

function convertList(schema: JSONSchemaProps, keeps: boolean): ListType {
  const listType = schema['x-kubernetes-list-type'];
  const { items } = schema;
  return {
    associative: listType === 'set' || listType === 'map',
    keys: listType === 'map' ? (schema['x-kubernetes-list-map-keys'] ?? []) : [],
    element: items === undefined || Array.isArray(items) ? untypedAtomic : convert(items, keeps),
  };
}

function convertMap(schema: JSONSchemaProps, keeps: boolean): MapType {
  const fields = new Map<string, MapField>();
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const type = field === objectMetaSchema ? convert(field, false) : convert(field, keeps);
    fields.set(name, { type, default: field.default });
  }
  return {
    atomic: schema['x-kubernetes-map-type'] === 'atomic',
    fields,
    element: convertOtherEntries(schema, keeps, fields.size),
  };
}

function convertOtherEntries(
  schema: JSONSchemaProps,
  keeps: boolean,
  fieldCount: number,
): ValueType | undefined {
  const other = schema.additionalProperties;
  if (other === undefined) return keeps || fieldCount === 0 ? deducedType : undefined;
  if (typeof other === 'object') return convert(other, keeps);
  return other ? deducedType : undefined;
}
