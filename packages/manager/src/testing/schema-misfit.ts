import { isDeepStrictEqual } from 'node:util';
import type { ObjectSchema } from './random-object.js';
import { isMapping } from '@vmgen/runtime/internal';

/** What the schema of a version does not allow: unknown fields, other types, missing fields. */
export function misfitOf(schema: ObjectSchema, value: unknown, path: string): string | undefined {
  if (value === null)
    return schema.nullable === true || schema.type === undefined ? undefined : `${path} is null`;
  if (schema['x-kubernetes-int-or-string'] === true) {
    return typeof value === 'string' || Number.isInteger(value)
      ? undefined
      : `${path} has another type`;
  }
  if (!hasType(schema.type, value)) return `${path} is not of type ${String(schema.type)}`;
  if (schema.enum && !schema.enum.some((each) => isDeepStrictEqual(each, value))) {
    return `${path} is ${JSON.stringify(value)}, which its enum does not contain`;
  }
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items === undefined || Array.isArray(items)) return undefined;
    return firstOf(value, (item, index) =>
      misfitOf(items as ObjectSchema, item, `${path}[${index}]`),
    );
  }
  if (!isMapping(value)) return undefined;
  const missing = schema.required?.find((name) => value[name] === undefined);
  if (missing !== undefined) return `the required ${path}.${missing} is missing`;
  const isWhole = path === '' || schema['x-kubernetes-embedded-resource'] === true;
  return firstOf(Object.entries(value), ([name, field]) => {
    if (isWhole && /^(apiVersion|kind|metadata)$/.test(name)) return undefined;
    const own = schema.properties?.[name] ?? schema.additionalProperties;
    if (typeof own === 'object') return misfitOf(own, field, `${path}.${name}`);
    const isKept =
      own === true ||
      schema['x-kubernetes-preserve-unknown-fields'] === true ||
      schema.type === undefined;
    return isKept
      ? undefined
      : `the version has no field ${path}.${name}, so the API server prunes it`;
  });
}

function firstOf<T>(
  items: readonly T[],
  test: (item: T, index: number) => string | undefined,
): string | undefined {
  for (const [index, item] of items.entries()) {
    const found = test(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

function hasType(type: string | undefined, value: unknown): boolean {
  switch (type) {
    case 'object':
      return isMapping(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case undefined:
      return true;
    default:
      return typeof value === type;
  }
}
