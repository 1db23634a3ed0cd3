import type { JsonValue } from '@vmgen/base/json';
import type { JSONSchemaProps } from '@vmgen/base/schema';
import { isKnownStringFormat } from './string-formats.js';

/** The types that a value may have. Int-or-string allows two. */
export function allowedTypes(schema: JSONSchemaProps): readonly string[] {
  if (schema['x-kubernetes-int-or-string'] === true) return ['integer', 'string'];
  return schema.type === undefined || schema.type === '' ? [] : [schema.type];
}

/** A value's JSON type, and the format that kube-openapi's messages name. */
export function typeOf(value: Exclude<JsonValue, null>): { type: string; format: string } {
  switch (typeof value) {
    case 'boolean':
      return { type: 'boolean', format: '' };
    case 'string':
      return { type: 'string', format: '' };
    case 'bigint':
      return { type: 'integer', format: 'int64' };
    case 'number':
      return Number.isSafeInteger(value)
        ? { type: 'integer', format: 'int64' }
        : { type: 'number', format: 'float64' };
    default:
      return { type: Array.isArray(value) ? 'array' : 'object', format: '' };
  }
}

/** The schema's format, or '' if the API server does not enforce it for the schema's type. */
export function enforcedFormat(schema: JSONSchemaProps): string {
  const format = schema.format ?? '';
  const types = allowedTypes(schema);
  switch (types.length === 1 ? types[0] : '') {
    case '':
    case 'string':
      return isKnownStringFormat(format) ? format : '';
    case 'integer':
      return format === 'int32' || format === 'int64' ? format : '';
    case 'number':
      return format === 'float' || format === 'double' ? format : '';
    default:
      return '';
  }
}
