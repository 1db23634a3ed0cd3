import { isMapping } from '@vmgen/base/json';
import type { Keywords, Schema } from '../schema/schema.js';

/** A value of a keyword. */
export type Value = NonNullable<Keywords['enum']>[number];

/** The first part of a value that is of another type than its schema. */
interface TypeMismatch {
  /** The name of the type in JSON schema. */
  readonly expected: string;
  readonly found: Value;
  /** The path in the value, such as `.ports[0]`; '' for the whole value. */
  readonly field: string;
}

/** Compares only types, not bounds; missing and additional fields match. */
export function findTypeMismatch(
  value: Value,
  schema: Schema,
  field = '',
): TypeMismatch | undefined {
  if (value === null && schema.keywords.nullable) return undefined;
  const typeMismatch = (expected: string): TypeMismatch => ({ expected, found: value, field });
  switch (schema.kind) {
    case 'opaque':
    case 'invalid':
      return undefined;
    case 'string':
    case 'boolean':
      return typeof value === schema.kind ? undefined : typeMismatch(schema.kind);
    case 'number':
      return isNumber(value) ? undefined : typeMismatch(schema.kind);
    case 'integer':
      return isInteger(value) ? undefined : typeMismatch(schema.kind);
    case 'int-or-string':
      return isInteger(value) || typeof value === 'string'
        ? undefined
        : typeMismatch('integer or string');
    case 'array':
      if (!Array.isArray(value)) return typeMismatch('array');
      return first(value, (item, index) =>
        findTypeMismatch(item, schema.items, `${field}[${index}]`),
      );
    case 'map':
    case 'object':
      return isMapping(value) ? mismatchOfFields(value, schema, field) : typeMismatch('object');
  }
}

function mismatchOfFields(
  value: Readonly<Record<string, Value>>,
  schema: Extract<Schema, { kind: 'map' | 'object' }>,
  field: string,
): TypeMismatch | undefined {
  return first(Object.entries(value), ([name, each]) => {
    const type =
      schema.kind === 'map'
        ? schema.values
        : schema.properties.find((property) => property.name === name)?.schema;
    return type && findTypeMismatch(each, type, `${field}.${name}`);
  });
}

function first<T>(
  values: readonly T[],
  find: (value: T, index: number) => TypeMismatch | undefined,
): TypeMismatch | undefined {
  for (const [index, value] of values.entries()) {
    const found = find(value, index);
    if (found) return found;
  }
  return undefined;
}

const isNumber = (value: Value): boolean => typeof value === 'number' || typeof value === 'bigint';

const isInteger = (value: Value): boolean => typeof value === 'bigint' || Number.isInteger(value);
