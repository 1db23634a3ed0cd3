import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import {
  type JSONSchemaProps,
  itemSchema,
  ownProperty,
  propertySchema,
  valueSchema,
} from '@vmgen/base/schema';

/**
 * Removes fields that the schema does not specify, in place (apiextensions' pruning). An embedded
 * resource keeps its type and metadata. `x-kubernetes-preserve-unknown-fields` keeps all fields
 * that have no schema.
 *
 * @param dropped receives the paths of the removed fields
 */
export function pruneValue(
  value: JsonValue,
  schema: JSONSchemaProps | undefined,
  isResource: boolean,
  path: string,
  dropped: string[],
): void {
  if (Array.isArray(value)) {
    const items = schema === undefined ? undefined : itemSchema(schema);
    // In a preserved list, items without a schema are preserved too.
    if (preserves(schema) && items === undefined) return;
    value.forEach((item, i) => pruneItem(item, items, schema, `${path}[${i}]`, dropped));
  } else if (isJsonObject(value)) {
    pruneFields(value, schema, isResource, path, dropped);
  }
}

const preserves = (schema: JSONSchemaProps | undefined): boolean =>
  schema?.['x-kubernetes-preserve-unknown-fields'] === true;

const isEmbedded = (schema: JSONSchemaProps | undefined): boolean =>
  schema?.['x-kubernetes-embedded-resource'] === true;

/**
 * In a preserved list, items are preserved too, except unspecified fields of parts that have a
 * schema.
 */
function pruneItem(
  item: JsonValue,
  items: JSONSchemaProps | undefined,
  list: JSONSchemaProps | undefined,
  path: string,
  dropped: string[],
): void {
  const schema =
    preserves(list) && items !== undefined
      ? { ...items, 'x-kubernetes-preserve-unknown-fields': true }
      : items;
  pruneValue(item, schema, isEmbedded(items), path, dropped);
}

function pruneFields(
  object: JsonObject,
  schema: JSONSchemaProps | undefined,
  isResource: boolean,
  path: string,
  dropped: string[],
): void {
  for (const name of Object.keys(object)) {
    if (isResource && isTypeOrMetadata(name)) continue;
    const at = path === '' ? name : `${path}.${name}`;
    if (schema === undefined || !hasSchemaFor(schema, name)) {
      if (preserves(schema)) continue;
      dropped.push(at);
      Reflect.deleteProperty(object, name);
    } else {
      const field = propertySchema(schema, name);
      pruneValue(object[name] ?? null, field, isEmbedded(field), at, dropped);
    }
  }
}

const isTypeOrMetadata = (name: string): boolean =>
  name === 'apiVersion' || name === 'kind' || name === 'metadata';

/** `additionalProperties: true` has no schema but keeps the field, and prunes inside it. */
const hasSchemaFor = (schema: JSONSchemaProps, name: string): boolean =>
  ownProperty(schema, name) !== undefined || schema.additionalProperties !== undefined;

/**
 * Removes nulls of fields that are neither nullable nor have a default, in place. Unspecified
 * fields keep their nulls.
 */
export function dropNulls(value: JsonValue, schema: JSONSchemaProps | undefined): void {
  if (schema === undefined) return;
  if (Array.isArray(value)) {
    for (const item of value) dropNulls(item, itemSchema(schema));
  } else if (isJsonObject(value)) {
    for (const name of Object.keys(value)) {
      const field = ownProperty(schema, name) ?? valueSchema(schema);
      if (value[name] === null && isNeverNull(field)) Reflect.deleteProperty(value, name);
      else dropNulls(value[name] ?? null, field);
    }
  }
}

const isNeverNull = (schema: JSONSchemaProps | undefined): boolean =>
  schema !== undefined && schema.nullable !== true && (schema.default ?? null) === null;
