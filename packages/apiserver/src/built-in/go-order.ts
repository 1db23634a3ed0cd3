import { isJsonObject, setOwn, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { referenceOf, type TypeSchema } from '../data/type-library.js';
import { byName, byRank, mapped } from '../json/key-order.js';
import type { GoTypes } from './decode-object.js';

const EXTENSIONS = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.';

/** Types without a schema. As objects, their values are a JSONSchemaProps. */
const SCHEMA_OR_OTHER: ReadonlyMap<string, string> = new Map(
  ['JSONSchemaPropsOrArray', 'JSONSchemaPropsOrBool'].map((name) => [
    EXTENSIONS + name,
    `${EXTENSIONS}JSONSchemaProps`,
  ]),
);

/**
 * Returns the object with its fields in the order in which Go prints them: the fields of structs as
 * declared, the keys of maps by name. Parts that are in order are shared.
 *
 * @param component the object's type in OpenAPI documents
 */
export function inGoOrder(types: GoTypes, component: string, object: JsonObject): JsonObject {
  const struct = SCHEMA_OR_OTHER.get(component) ?? component;
  const fields = types.fields.membersOf(struct);
  // Types without properties and without their own decoder, such as RawExtension, are printed as
  // sent.
  if (fields === undefined) return object;
  const rankOf = (name: string): number => fields.get(name)?.rank ?? Number.MAX_SAFE_INTEGER;
  let isInOrder = true;
  let last = -1;
  let replaced: [name: string, value: JsonValue][] | undefined;
  for (const name in object) {
    const field = fields.get(name);
    const rank = field?.rank ?? Number.MAX_SAFE_INTEGER;
    if (rank < last) isInOrder = false;
    last = rank;
    const value = object[name];
    if (field?.schema === undefined || typeof value !== 'object') continue;
    const ordered = valueInOrder(types, field.schema, value);
    if (ordered !== value) (replaced ??= []).push([name, ordered]);
  }
  if (isInOrder && replaced === undefined) return object;
  const result = isInOrder ? { ...object } : byRank(object, rankOf);
  for (const [name, value] of replaced ?? []) setOwn(result, name, value);
  return result;
}

function valueInOrder(types: GoTypes, schema: TypeSchema, value: JsonValue): JsonValue {
  const component = referenceOf(schema);
  if (component !== undefined) {
    return isJsonObject(value) ? inGoOrder(types, component, value) : value;
  }
  const { items, additionalProperties: entry } = schema;
  if (Array.isArray(value)) {
    return items === undefined ? value : mapped(value, (item) => valueInOrder(types, items, item));
  }
  if (schema.type !== 'object' || !isJsonObject(value)) return value;
  return byName(
    entry === undefined ? value : mapped(value, (member) => valueInOrder(types, entry, member)),
  );
}
