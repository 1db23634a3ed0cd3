/**
 * A JSON value as the server holds it. An integer that a double cannot hold is a bigint, so that
 * int64 values stay exact between client and store.
 */
export type JsonValue = null | boolean | number | bigint | string | JsonValue[] | JsonObject;

/** A JSON object as the server holds it. */
export interface JsonObject {
  /** The fields by name. */
  [key: string]: JsonValue;
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return isMapping(value);
}

/** Whether a value of unknown origin is an object other than null or an array. */
export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
