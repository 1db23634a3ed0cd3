import {
  appendAll,
  getOwn,
  goJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@vmgen/base/json';
import type { FieldError } from '../field/field-error.js';
import { duplicate, invalid } from '../field/field-errors.js';
import { child, index, key } from '../field/field-path.js';
import { type JSONSchemaProps, itemSchema, someSchema, valueSchema } from '@vmgen/base/schema';

/** Adds the errors of the lists inside a value. */
type ListCheck = (value: JsonValue, path: string, errors: FieldError[]) => void;

/**
 * Compiles the check that items of sets, and keys in lists of type map, are unique (apiextensions'
 * listtype). Undefined if the schema has no such lists. If an item occurs three times, only the
 * second occurrence is reported.
 */
export function compileListCheck(schema: JSONSchemaProps | undefined): ListCheck | undefined {
  if (schema === undefined || !someSchema(schema, isUniqueList)) return undefined;
  const checkItem = compileListCheck(itemSchema(schema));
  const checkValue = compileListCheck(valueSchema(schema));
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const check = compileListCheck(property);
    return check === undefined ? [] : [[name, check] as const];
  });
  return (value, path, errors) => {
    if (Array.isArray(value)) {
      appendAll(errors, validateList(value, schema, path));
      if (checkItem !== undefined) {
        value.forEach((item, i) => checkItem(item, index(path, i), errors));
      }
    } else if (isJsonObject(value)) {
      for (const [name, check] of fields) {
        const field = getOwn(value, name);
        if (field !== undefined) check(field, child(path, name), errors);
      }
      if (checkValue === undefined) return;
      for (const [name, field] of Object.entries(value)) checkValue(field, key(path, name), errors);
    }
  };
}

const isUniqueList = ({ 'x-kubernetes-list-type': type }: JSONSchemaProps): boolean =>
  type === 'set' || type === 'map';

function validateList(
  list: readonly JsonValue[],
  schema: JSONSchemaProps,
  path: string,
): FieldError[] {
  switch (schema['x-kubernetes-list-type']) {
    case 'set':
      return repeated(list).map((i) => duplicate(index(path, i), list[i] ?? null));
    case 'map':
      return validateMapList(list, schema['x-kubernetes-list-map-keys'] ?? [], path);
    default:
      return [];
  }
}

function validateMapList(
  list: readonly JsonValue[],
  names: readonly string[],
  path: string,
): FieldError[] {
  const stranger = list.findIndex((item) => item !== null && !isJsonObject(item));
  if (stranger !== -1) {
    const text = 'must be an object for an array of list-type map';
    return [invalid(index(path, stranger), list[stranger] ?? null, text)];
  }
  const keys = list.map((item) => keysOf(item, names));
  return repeated(keys).map((i) => duplicate(index(path, i), keys[i] ?? null));
}

function keysOf(item: JsonValue, names: readonly string[]): JsonObject {
  const keys: JsonObject = {};
  if (!isJsonObject(item)) return keys;
  for (const name of names) {
    const value = item[name];
    if (value !== undefined) keys[name] = value;
  }
  return keys;
}

/** The positions of the second occurrence of items. */
function repeated(list: readonly JsonValue[]): number[] {
  if (list.length < 2) return [];
  const counts = new Map<string, number>();
  return list.flatMap((item, i) => {
    const text = goJson(item);
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    return count === 2 ? [i] : [];
  });
}
