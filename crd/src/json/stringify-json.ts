import type { JsonObject, JsonValue } from '@vmgen/cel/internal/json';

/**
 * Prints a value as JSON; a bigint as the integer that it is. JavaScript moves keys that are integers
 * to the front and sorts them by number: the keys of such an object are sorted as text, as Go sorts
 * the keys of maps.
 */
export function stringifyJson(value: JsonValue): string {
  return needsCare(value) ? printExact(value) : JSON.stringify(value);
}

/** Whether JSON.stringify would refuse a value, or print its keys in an order of its own. */
function needsCare(value: JsonValue): boolean {
  if (typeof value === 'bigint') return true;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(needsCare);
  let isFirst = true;
  for (const key in value) {
    // Integers are always the first keys.
    if (isFirst && isInteger(key)) return true;
    isFirst = false;
    const entry = value[key];
    if (entry !== undefined && needsCare(entry)) return true;
  }
  return false;
}

/** Called for the first key of each object: most do not begin with a digit. */
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

/** The members of an object in the order in which {@link stringifyJson} prints them. */
export function membersInOrder(object: JsonObject): [string, JsonValue | undefined][] {
  const members = Object.entries<JsonValue | undefined>(object);
  const [first] = members;
  if (first !== undefined && isInteger(first[0])) members.sort(([a], [b]) => (a < b ? -1 : 1));
  return members;
}
