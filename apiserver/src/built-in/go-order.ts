import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { referenceOf, type TypeSchema } from '../data/type-library.js';
import { byName, byRank, mapped } from '../json/key-order.js';
import type { GoTypes } from './decode-object.js';

/** The two fields that every struct of an object begins with. */
const TYPE_META: ReadonlyMap<string, number> = new Map([
  ['kind', -2],
  ['apiVersion', -1],
]);

const EXTENSIONS = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.';

/** Types without a schema of their own, which are a JSONSchemaProps where they are an object. */
const SCHEMA_OR_OTHER: ReadonlyMap<string, string> = new Map(
  ['JSONSchemaPropsOrArray', 'JSONSchemaPropsOrBool'].map((name) => [
    EXTENSIONS + name,
    `${EXTENSIONS}JSONSchemaProps`,
  ]),
);

/**
 * An object whose fields are in the order in which Go prints it: those of structs as they are
 * declared, those of maps by name. Shares what is in order already.
 *
 * @param component the object's type in OpenAPI documents
 */
export function inGoOrder(types: GoTypes, component: string, object: JsonObject): JsonObject {
  const struct = SCHEMA_OR_OTHER.get(component) ?? component;
  const { properties } = types.library.schema(struct);
  // What is neither a struct nor reads itself, such as RawExtension, is printed as it was sent.
  if (properties === undefined) return object;
  const ranks = types.fields.ranksOf(struct);
  const members = mapped(object, (value, name) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return schema === undefined ? value : valueInOrder(types, schema, value);
  });
  return byRank(
    members,
    (name) => ranks.get(name) ?? TYPE_META.get(name) ?? Number.MAX_SAFE_INTEGER,
  );
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
