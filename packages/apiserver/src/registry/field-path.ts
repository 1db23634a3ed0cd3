import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';

/** Parses a simple JSON path such as `.spec.replicas` to names. The leading dot is optional. */
export function namesOf(path: string): string[] {
  return path.replace(/^\./, '').split('.');
}

/** Returns the value at a simple JSON path; undefined if a part is missing. */
export function valueAtPath(object: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const name of namesOf(path)) {
    value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

/**
 * Returns a copy of the object with another value at a simple JSON path. All other values are
 * shared.
 */
export function withValueAtPath(object: JsonObject, path: string, value: JsonValue): JsonObject {
  const [name = '', ...rest] = namesOf(path);
  if (rest.length === 0) return { ...object, [name]: value };
  const inner = object[name];
  const below = withValueAtPath(isJsonObject(inner) ? inner : {}, rest.join('.'), value);
  return { ...object, [name]: below };
}
