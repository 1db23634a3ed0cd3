import type { JSONSchemaProps } from '@vmgen/crd';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { Schema } from './schema.js';

/** Converts a JSON schema to a Schema; every node has the given position. */
export function fromJsonSchema(props: JSONSchemaProps, position: SourcePosition): Schema {
  const { type, properties, required = [], items, additionalProperties, ...keywords } = props;
  const base = { position, keywords, origins: {} };
  const isMap = typeof additionalProperties === 'object';
  if (isMap)
    return { ...base, kind: 'map', values: fromJsonSchema(additionalProperties, position) };
  if (items && !Array.isArray(items)) {
    return { ...base, kind: 'array', items: fromJsonSchema(items, position) };
  }
  if (props['x-kubernetes-int-or-string']) {
    return { ...base, kind: 'int-or-string' };
  }
  switch (type) {
    case 'object':
      return {
        ...base,
        kind: 'object',
        properties: Object.entries(properties ?? {}).map(([name, property]) => ({
          name,
          required: required.includes(name),
          schema: fromJsonSchema(property, position),
          position,
        })),
      };
    case 'string':
    case 'integer':
    case 'boolean':
      return { ...base, kind: type };
    case 'number':
      return { ...base, kind: 'number', isOpen: false };
    default:
      return { ...base, kind: 'opaque', isOpen: false };
  }
}
