import {
  cloneJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  setOwn,
  stringifyJson,
  TooLargeError,
} from '@vmgen/base/json';
import {
  type JSONSchemaProps,
  hasDefault,
  itemSchema,
  ownProperty,
  someSchema,
  valueSchema,
} from '@vmgen/base/schema';

/**
 * Sets the defaults inside a value, in place.
 *
 * @throws TooLargeError if they add more than an object may contain
 */
type Defaulter = (value: JsonValue, growth: Growth) => void;

/** The maximum size of a stored object, in bytes of JSON (etcd's limit). */
const MAX_GROWTH = 1.5 * 1024 * 1024;

/**
 * Counts the bytes that defaults add to one object, because each item of a long list may receive
 * its own.
 */
export class Growth {
  #bytes = 0;

  /** @throws TooLargeError if the defaults alone exceed the limit */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > MAX_GROWTH) throw new TooLargeError();
  }
}

/** Returns a function that copies a schema's default. */
function compileDefault(schema: JSONSchemaProps | undefined): (growth: Growth) => JsonValue {
  const value = schema?.default ?? null;
  const bytes = stringifyJson(value).length;
  return (growth) => {
    growth.add(bytes);
    return cloneJson(value);
  };
}

/**
 * Compiles the defaults of a schema. Undefined if it has none. A null counts as absent unless the
 * schema is nullable.
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
  const newValue = compileDefault(values);
  const newItem = compileDefault(items);
  return (value, growth) => {
    if (Array.isArray(value)) {
      value.forEach((item, i) => {
        if (isMissing(item, items)) value[i] = newItem(growth);
        defaultItem?.(value[i] ?? null, growth);
      });
    } else if (isJsonObject(value)) {
      fill(value, growth);
      for (const name of Object.keys(value)) {
        if (fields.has(name)) {
          fields.get(name)?.(value[name] ?? null, growth);
        } else if (values !== undefined) {
          if (isMissing(value[name], values)) setOwn(value, name, newValue(growth));
          defaultValue?.(value[name] ?? null, growth);
        }
      }
    }
  };
}

function compileFill(schema: JSONSchemaProps): (object: JsonObject, growth: Growth) => void {
  const fields = Object.keys(schema.properties ?? {}).flatMap((name) => {
    const property = ownProperty(schema, name);
    if (property === undefined || !hasDefault(property)) return [];
    return [{ name, property, newValue: compileDefault(property) }];
  });
  return (object, growth) => {
    for (const { name, property, newValue } of fields) {
      const value = Object.hasOwn(object, name) ? object[name] : undefined;
      if (value !== undefined && !isMissing(value, property)) continue;
      growth.add(name.length);
      setOwn(object, name, newValue(growth));
    }
  };
}

function isMissing(value: JsonValue | undefined, schema: JSONSchemaProps | undefined): boolean {
  return value === null && schema !== undefined && schema.nullable !== true;
}
