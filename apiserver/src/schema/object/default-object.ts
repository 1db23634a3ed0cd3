import { cloneJson } from '../../json/clone-json.js';
import { isJsonObject, type JsonValue } from '../../json/json-value.js';
import { setOwn } from '../../json/own-property.js';
import type { JSONSchemaProps } from '../json-schema-props.js';
import { hasDefault, itemSchema, ownProperty, someSchema, valueSchema } from '../sub-schemas.js';

/** Fills in the defaults below a value, in place. */
export type Defaulter = (value: JsonValue) => void;

/**
 * Compiles the defaults of a schema; undefined where there are none. A null where the schema is not
 * nullable counts as absent.
 */
export function compileDefaulter(schema: JSONSchemaProps | undefined): Defaulter | undefined {
  if (schema === undefined || !someSchema(schema, hasDefault)) return undefined;
  const fill = compileFill(schema);
  const fields = new Map(
    Object.entries(schema.properties ?? {}).map(([name, it]) => [name, compileDefaulter(it)]),
  );
  const values = valueSchema(schema);
  const defaultValue = compileDefaulter(values);
  const items = itemSchema(schema);
  const defaultItem = compileDefaulter(items);
  return (value) => {
    if (Array.isArray(value)) {
      value.forEach((item, i) => {
        if (isMissing(item, items)) value[i] = defaultOf(items);
        defaultItem?.(value[i] ?? null);
      });
    } else if (isJsonObject(value)) {
      fill(value);
      for (const name of Object.keys(value)) {
        if (fields.has(name)) {
          fields.get(name)?.(value[name] ?? null);
        } else if (values !== undefined) {
          if (isMissing(value[name], values)) setOwn(value, name, defaultOf(values));
          defaultValue?.(value[name] ?? null);
        }
      }
    }
  };
}

function compileFill(schema: JSONSchemaProps): (object: { [key: string]: JsonValue }) => void {
  const names = Object.keys(schema.properties ?? {}).filter((name) => {
    const property = ownProperty(schema, name);
    return property !== undefined && hasDefault(property);
  });
  return (object) => {
    for (const name of names) {
      const property = ownProperty(schema, name);
      const value = Object.hasOwn(object, name) ? object[name] : undefined;
      if (value === undefined || isMissing(value, property))
        setOwn(object, name, defaultOf(property));
    }
  };
}

function isMissing(value: JsonValue | undefined, schema: JSONSchemaProps | undefined): boolean {
  return value === null && schema !== undefined && schema.nullable !== true;
}

const defaultOf = (schema: JSONSchemaProps | undefined): JsonValue =>
  cloneJson(schema?.default ?? null);
