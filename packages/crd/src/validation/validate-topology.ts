import { asJson } from '../field/field-errors.js';
import type { FieldReport } from '../field/field-report.js';
import { type JSONSchemaProps, hasDefault, itemSchema, ownProperty } from '@vmgen/base/schema';

/** Validates list types, list map keys and map types, which server-side apply merges by. */
export function validateTopology(schema: JSONSchemaProps, at: FieldReport): void {
  validateMapType(schema, at);
  validateListType(schema, at);
  validateMapKeys(schema, at);
  if (schema['x-kubernetes-list-type'] === 'map') validateMapList(schema, at);
  validateUniqueItems(schema, at);
}

/** Requires the type that an extension depends on, and returns whether the schema has it. */
function requireType(
  schema: JSONSchemaProps,
  type: string,
  name: string,
  at: FieldReport,
): boolean {
  const actual = schema.type ?? '';
  const text = `must be ${type} if ${name} is specified`;
  if (actual === '') at.at('type').required(text);
  else if (actual !== type) at.at('type').invalid(text, actual);
  return actual === type;
}

function validateMapType(schema: JSONSchemaProps, at: FieldReport): void {
  const name = 'x-kubernetes-map-type';
  const mapType = schema[name];
  if (mapType === undefined) return;
  requireType(schema, 'object', name, at);
  const supported = ['atomic', 'granular'];
  if (!supported.includes(mapType)) at.at(name).notSupported(supported, mapType);
}

function validateListType(schema: JSONSchemaProps, at: FieldReport): void {
  const name = 'x-kubernetes-list-type';
  const listType = schema[name];
  if (listType === undefined) return;
  const isArray = requireType(schema, 'array', name, at);
  if (isArray && listType === 'set') validateSetItems(schema, at.at('items'));
  const supported = ['atomic', 'set', 'map'];
  if (!supported.includes(listType)) at.at(name).notSupported(supported, listType);
}

/** Requires atomic lists and objects as items of a set, because they are compared as a whole. */
function validateSetItems(schema: JSONSchemaProps, at: FieldReport): void {
  const items = itemSchema(schema);
  const listType = items?.['x-kubernetes-list-type'];
  const text = 'must be atomic as item of a list with x-kubernetes-list-type=set';
  if (items?.type === 'array' && listType !== undefined && listType !== 'atomic') {
    at.at('x-kubernetes-list-type').invalid(text, listType);
  } else if (items?.type === 'object' && items['x-kubernetes-map-type'] !== 'atomic') {
    // Upstream prints the list type here instead of the map type.
    at.at('x-kubernetes-map-type').invalid(text, listType ?? null);
  }
}

function validateMapKeys(schema: JSONSchemaProps, at: FieldReport): void {
  const listType = schema['x-kubernetes-list-type'];
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  if (keys.length === 0 || listType === 'map') return;
  const text = 'must be map if x-kubernetes-list-map-keys is non-empty';
  const listTypeAt = at.at('x-kubernetes-list-type');
  if (listType === undefined) listTypeAt.required(text);
  else listTypeAt.invalid(text, listType);
}

function validateMapList(schema: JSONSchemaProps, at: FieldReport): void {
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  if (keys.length === 0) {
    const text = 'must not be empty if x-kubernetes-list-type is map';
    at.at('x-kubernetes-list-map-keys').required(text);
  }
  const items = itemSchema(schema);
  if (schema.items === undefined) {
    at.at('items').required('must have a schema if x-kubernetes-list-type is map');
  } else if (items === undefined) {
    const text = 'must only have a single schema if x-kubernetes-list-type is map';
    at.at('items').invalid(text, asJson([]));
  } else if (items.type !== 'object') {
    const text = "must be object if parent array's x-kubernetes-list-type is map";
    at.at('items', 'type').invalid(text, items.type ?? '');
  } else {
    validateKeyProperties(keys, items, at);
  }
}

function validateKeyProperties(
  keys: readonly string[],
  items: JSONSchemaProps,
  at: FieldReport,
): void {
  const keysAt = at.at('x-kubernetes-list-map-keys');
  const printed = asJson([...keys]);
  const seen = new Set<string>();
  for (const name of keys) {
    const property = ownProperty(items, name);
    if (property === undefined) {
      keysAt.invalid('entries must all be names of item properties', printed);
    } else if (property.type === 'array' || property.type === 'object') {
      const text = "must be a scalar type if parent array's x-kubernetes-list-type is map";
      at.at('items', 'properties')
        .key(name)
        .at('type')
        .invalid(text, items.type ?? '');
    }
    if (seen.has(name)) keysAt.invalid('must not contain duplicate entries', printed);
    seen.add(name);
  }
}

/** Requires that items of sets and map lists, and their keys, are never null or absent. */
function validateUniqueItems(schema: JSONSchemaProps, at: FieldReport): void {
  const items = itemSchema(schema);
  const listType = schema['x-kubernetes-list-type'];
  if (items === undefined || (listType !== 'set' && listType !== 'map')) return;
  if (items.nullable === true) {
    const text = `cannot be nullable when x-kubernetes-list-type is ${listType}`;
    at.at('items', 'nullable').forbidden(text);
  }
  const always = new Set(items.required);
  for (const name of listType === 'map' ? (schema['x-kubernetes-list-map-keys'] ?? []) : []) {
    const property = ownProperty(items, name);
    if (property === undefined) continue;
    const propertyAt = at.at('items', 'properties').key(name);
    const reason = 'this property is in x-kubernetes-list-map-keys, so it';
    if (!always.has(name) && !hasDefault(property)) {
      propertyAt.at('default').required(`${reason} must have a default or be a required property`);
    }
    if (property.nullable === true) {
      propertyAt.at('nullable').forbidden(`${reason} cannot be nullable`);
    }
  }
}
