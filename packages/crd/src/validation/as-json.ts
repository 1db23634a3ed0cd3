import type { JsonValue } from '@vmgen/base/json';

/**
 * Converts a typed API object to JSON. This is the only such cast: API types hold only JSON, but
 * the compiler cannot verify that because of their optional fields.
 */
export function asPlainJson(value: object | undefined): JsonValue | undefined {
  return value as JsonValue | undefined;
}
