import { isJsonObject, type JsonValue } from './json-value.js';

/** Go's `json.Marshal`: keys sorted, and what could end a script element escaped. */
export function goJson(value: JsonValue): string {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map(goJson).join(',')}]`;
  if (isJsonObject(value)) {
    const keys = Object.keys(value).filter((name) => value[name] !== undefined);
    return `{${keys
      .sort()
      .map((name) => `${goJson(name)}:${goJson(value[name] ?? null)}`)
      .join(',')}}`;
  }
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
