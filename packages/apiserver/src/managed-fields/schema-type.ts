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
 * Returns the type of a kind's objects for field management. `apiVersion`, `kind` and `metadata`
 * have fixed types, independent of the schema. Without a schema, types are deduced.
 *
 * Upstream: kube-openapi/pkg/schemaconv/openapi.go over apiextensions' openapi builder.
 */
export function objectType(schema: JSONSchemaProps | undefined): ValueType {
  return schema === undefined
    ? deducedType
    : new Conversion().convert(withObjectMeta(schema), false);
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

/** Converts each schema once, so that recursive schemas become recursive types. */
class Conversion {
  readonly #types = new Map<JSONSchemaProps, ValueType>();
  /** Types of schemas inside a schema that preserves unknown fields. */
  readonly #keepingTypes = new Map<JSONSchemaProps, ValueType>();

  /** @param preservesUnknownFields whether the schema or one above it preserves unknown fields */
  convert(schema: JSONSchemaProps, preservesUnknownFields: boolean): ValueType {
    const keeps = preservesUnknownFields || schema['x-kubernetes-preserve-unknown-fields'] === true;
    const types = keeps ? this.#keepingTypes : this.#types;
    let type = types.get(schema);
    if (type === undefined) {
      type = {};
      types.set(schema, type);
      Object.assign(type, this.#make(schema, keeps));
    }
    return type;
  }

  #make(schema: JSONSchemaProps, keeps: boolean): ValueType {
    const isObject = schema['x-kubernetes-embedded-resource'] === true;
    const props = isObject ? withObjectMeta(schema) : schema;
    switch (props.type) {
      case undefined:
      case '':
        return { scalar: 'untyped', list: this.#list(props, keeps), map: this.#map(props, keeps) };
      case 'object':
        return { map: this.#map(props, keeps) };
      case 'array':
        return { list: this.#list(props, keeps) };
      default:
        return { scalar: scalarType(props) };
    }
  }

  #list(schema: JSONSchemaProps, keeps: boolean): ListType {
    const listType = schema['x-kubernetes-list-type'];
    const { items } = schema;
    const isUntyped = items === undefined || Array.isArray(items);
    return {
      associative: listType === 'set' || listType === 'map',
      keys: listType === 'map' ? (schema['x-kubernetes-list-map-keys'] ?? []) : [],
      element: isUntyped ? untypedAtomic : this.convert(items, keeps),
    };
  }

  #map(schema: JSONSchemaProps, keeps: boolean): MapType {
    const fields = new Map<string, MapField>();
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const type = this.convert(field, keeps && field !== objectMetaSchema);
      fields.set(name, { type, default: field.default });
    }
    return {
      atomic: schema['x-kubernetes-map-type'] === 'atomic',
      fields,
      element: this.#otherEntries(schema, keeps, fields.size),
    };
  }

  #otherEntries(
    schema: JSONSchemaProps,
    keeps: boolean,
    fieldCount: number,
  ): ValueType | undefined {
    const other = schema.additionalProperties;
    if (other === undefined) return keeps || fieldCount === 0 ? deducedType : undefined;
    if (typeof other === 'object') return this.convert(other, keeps);
    return other ? deducedType : undefined;
  }
}

function scalarType(schema: JSONSchemaProps): ScalarType {
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
