import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';

/** The names in a simple JSON path such as `.spec.replicas`; the leading dot may be missing. */
function namesOf(path: string): string[] {
  return path.replace(/^\./, '').split('.');
}

/** What stands at a simple JSON path; undefined where a part of it is missing. */
export function valueAtPath(object: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const name of namesOf(path)) {
    value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

/** A copy of the object with another value at a simple JSON path; shares all else. */
export function withValueAtPath(object: JsonObject, path: string, value: JsonValue): JsonObject {
  const [name = '', ...rest] = namesOf(path);
  if (rest.length === 0) return { ...object, [name]: value };
  const inner = object[name];
  const below = withValueAtPath(isJsonObject(inner) ? inner : {}, rest.join('.'), value);
  return { ...object, [name]: below };
}
