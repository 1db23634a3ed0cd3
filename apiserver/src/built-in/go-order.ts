import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
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
  const members = mapped(object, (value, name) => {
    const schema = fields.get(name)?.schema;
    return schema === undefined ? value : valueInOrder(types, schema, value);
  });
  return byRank(members, (name) => fields.get(name)?.rank ?? Number.MAX_SAFE_INTEGER);
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
