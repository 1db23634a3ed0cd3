import type { JsonValue } from '@vmgen/base/json';

/**
 * A typed API object as plain JSON. The boundary cast: the API's types hold nothing but JSON, which
 * the compiler cannot see because of their optional fields.
 */
export function asPlainJson(value: object | undefined): JsonValue | undefined {
  return value as JsonValue | undefined;
}
