import { appendAll } from '@vmgen/base/json';
import type { FieldError } from '../field/field-error.js';
import { asJson, forbidden, invalid, notSupported, required } from '../field/field-errors.js';
import { child, key } from '../field/field-path.js';
import { type JSONSchemaProps, hasDefault, itemSchema, ownProperty } from '@vmgen/base/schema';

/** Validates list types, list map keys and map types, which server-side apply merges by. */
export function validateTopology(schema: JSONSchemaProps, path: string): FieldError[] {
  return [
    ...validateMapType(schema, path),
    ...validateListType(schema, path),
    ...validateMapKeys(schema, path),
    ...(schema['x-kubernetes-list-type'] === 'map' ? validateMapList(schema, path) : []),
    ...validateUniqueItems(schema, path),
  ];
}

/** Requires the type that an extension depends on. */
function requireType(
  schema: JSONSchemaProps,
  type: string,
  name: string,
  path: string,
): FieldError[] {
  const actual = schema.type ?? '';
  if (actual === type) return [];
  const text = `must be ${type} if ${name} is specified`;
  const at = child(path, 'type');
  return [actual === '' ? required(at, text) : invalid(at, actual, text)];
}

function validateMapType(schema: JSONSchemaProps, path: string): FieldError[] {
  const name = 'x-kubernetes-map-type';
  const mapType = schema[name];
  if (mapType === undefined) return [];
  const errors = requireType(schema, 'object', name, path);
  const supported = ['atomic', 'granular'];
  if (!supported.includes(mapType)) {
    errors.push(notSupported(child(path, name), mapType, supported));
  }
  return errors;
}

function validateListType(schema: JSONSchemaProps, path: string): FieldError[] {
  const name = 'x-kubernetes-list-type';
  const listType = schema[name];
  if (listType === undefined) return [];
  const errors = requireType(schema, 'array', name, path);
  if (errors.length === 0 && listType === 'set') appendAll(errors, validateSetItems(schema, path));
  const supported = ['atomic', 'set', 'map'];
  if (!supported.includes(listType)) {
    errors.push(notSupported(child(path, name), listType, supported));
  }
  return errors;
}

/** Requires atomic lists and objects as items of a set, because they are compared as a whole. */
function validateSetItems(schema: JSONSchemaProps, path: string): FieldError[] {
  const items = itemSchema(schema);
  const listType = items?.['x-kubernetes-list-type'];
  const text = 'must be atomic as item of a list with x-kubernetes-list-type=set';
  if (items?.type === 'array' && listType !== undefined && listType !== 'atomic') {
    return [invalid(child(path, 'items', 'x-kubernetes-list-type'), listType, text)];
  }
  if (items?.type === 'object' && items['x-kubernetes-map-type'] !== 'atomic') {
    // Upstream prints the list type here instead of the map type.
    return [invalid(child(path, 'items', 'x-kubernetes-map-type'), listType ?? null, text)];
  }
  return [];
}

function validateMapKeys(schema: JSONSchemaProps, path: string): FieldError[] {
  const listType = schema['x-kubernetes-list-type'];
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  if (keys.length === 0 || listType === 'map') return [];
  const at = child(path, 'x-kubernetes-list-type');
  const text = 'must be map if x-kubernetes-list-map-keys is non-empty';
  return [listType === undefined ? required(at, text) : invalid(at, listType, text)];
}

function validateMapList(schema: JSONSchemaProps, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  if (keys.length === 0) {
    const text = 'must not be empty if x-kubernetes-list-type is map';
    errors.push(required(child(path, 'x-kubernetes-list-map-keys'), text));
  }
  const itemsPath = child(path, 'items');
  if (schema.items === undefined) {
    const text = 'must have a schema if x-kubernetes-list-type is map';
    return [...errors, required(itemsPath, text)];
  }
  const items = itemSchema(schema);
  if (items === undefined) {
    const text = 'must only have a single schema if x-kubernetes-list-type is map';
    return [...errors, invalid(itemsPath, asJson([]), text)];
  }
  if (items.type !== 'object') {
    const text = "must be object if parent array's x-kubernetes-list-type is map";
    return [...errors, invalid(child(itemsPath, 'type'), items.type ?? '', text)];
  }
  return [...errors, ...validateKeyProperties(keys, items, path)];
}

function validateKeyProperties(
  keys: readonly string[],
  items: JSONSchemaProps,
  path: string,
): FieldError[] {
  const keysPath = child(path, 'x-kubernetes-list-map-keys');
  const printed = asJson([...keys]);
  const seen = new Set<string>();
  return keys.flatMap((name) => {
    const errors: FieldError[] = [];
    const property = ownProperty(items, name);
    if (property === undefined) {
      errors.push(invalid(keysPath, printed, 'entries must all be names of item properties'));
    } else if (property.type === 'array' || property.type === 'object') {
      const at = child(key(child(path, 'items', 'properties'), name), 'type');
      const text = "must be a scalar type if parent array's x-kubernetes-list-type is map";
      errors.push(invalid(at, items.type ?? '', text));
    }
    if (seen.has(name)) {
      errors.push(invalid(keysPath, printed, 'must not contain duplicate entries'));
    }
    seen.add(name);
    return errors;
  });
}

/** Requires that items of sets and map lists, and their keys, are never null or absent. */
function validateUniqueItems(schema: JSONSchemaProps, path: string): FieldError[] {
  const items = itemSchema(schema);
  const listType = schema['x-kubernetes-list-type'];
  if (items === undefined || (listType !== 'set' && listType !== 'map')) return [];
  const errors: FieldError[] = [];
  if (items.nullable === true) {
    const text = `cannot be nullable when x-kubernetes-list-type is ${listType}`;
    errors.push(forbidden(child(path, 'items', 'nullable'), text));
  }
  const always = new Set(items.required);
  for (const name of listType === 'map' ? (schema['x-kubernetes-list-map-keys'] ?? []) : []) {
    const property = ownProperty(items, name);
    if (property === undefined) continue;
    const at = key(child(path, 'items', 'properties'), name);
    const reason = 'this property is in x-kubernetes-list-map-keys, so it';
    if (!always.has(name) && !hasDefault(property)) {
      const text = `${reason} must have a default or be a required property`;
      errors.push(required(child(at, 'default'), text));
    }
    if (property.nullable === true) {
      errors.push(forbidden(child(at, 'nullable'), `${reason} cannot be nullable`));
    }
  }
  return errors;
}
