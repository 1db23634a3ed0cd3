import type { JsonValue } from '@vmgen/cel/internal/json';

/** Prints a value as JSON; a bigint as the integer that it is. */
export function stringifyJson(value: JsonValue): string {
  return containsBigint(value) ? printExact(value) : JSON.stringify(value);
}

function containsBigint(value: JsonValue): boolean {
  if (typeof value === 'bigint') return true;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(containsBigint);
  for (const key in value) {
    const entry = value[key];
    if (entry !== undefined && containsBigint(entry)) return true;
  }
  return false;
}

function printExact(value: JsonValue): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(printExact).join(',')}]`;
  const entries: string[] = [];
  for (const [key, entry] of Object.entries<JsonValue | undefined>(value)) {
    if (entry !== undefined) entries.push(`${JSON.stringify(key)}:${printExact(entry)}`);
  }
  return `{${entries.join(',')}}`;
}
