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
  return escapeGoJson(JSON.stringify(value));
}

/** Escapes the characters in a JSON text that Go's encoder escapes, for HTML and JavaScript. */
export function escapeGoJson(text: string): string {
  if (!ESCAPED.test(text)) return text;
  return text.replace(
    new RegExp(ESCAPED, 'g'),
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const ESCAPED = /[<>&\u2028\u2029]/;
