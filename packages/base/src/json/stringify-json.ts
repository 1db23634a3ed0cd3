import type { JsonObject, JsonValue } from './json-value.js';

/**
 * Prints a value as JSON. A bigint is printed as an integer. JavaScript moves integer keys to the
 * front and sorts them numerically; the keys of such an object are sorted as text, as Go sorts the
 * keys of maps.
 */
export function stringifyJson(value: JsonValue): string {
  // A search for bigints takes as long as printing. JSON.stringify throws for them, unless other
  // code defined a toJSON method.
  if ('toJSON' in BigInt.prototype) return printExact(value);
  let text: string;
  try {
    text = JSON.stringify(value);
  } catch {
    return printExact(value);
  }
  return INTEGER_KEY_FIRST.test(text) ? printExact(value) : text;
}

/** Integer keys always come first, and quotes inside strings are escaped. */
const INTEGER_KEY_FIRST = /\{"\d/;

/** Called for the first key of each object. Most keys do not begin with a digit. */
function isInteger(key: string): boolean {
  const code = key.charCodeAt(0);
  return code >= 0x30 && code <= 0x39 && /^(?:0|[1-9]\d{0,9})$/.test(key);
}

function printExact(value: JsonValue): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(printExact).join(',')}]`;
  const entries: string[] = [];
  for (const [key, entry] of membersInOrder(value)) {
    if (entry !== undefined) entries.push(`${JSON.stringify(key)}:${printExact(entry)}`);
  }
  return `{${entries.join(',')}}`;
}

/** The members of an object, in the order in which {@link stringifyJson} prints them. */
export function membersInOrder(object: JsonObject): [string, JsonValue | undefined][] {
  const members = Object.entries<JsonValue | undefined>(object);
  const [first] = members;
  if (first !== undefined && isInteger(first[0])) members.sort(([a], [b]) => (a < b ? -1 : 1));
  return members;
}
