/**
 * A JSON value as the server holds it. An integer that a double cannot hold is a bigint, so that
 * an int64 survives the way from the client to the store and back.
 */
export type JsonValue = null | boolean | number | bigint | string | JsonValue[] | JsonObject;

/** An object of JSON, as the server holds it. */
export interface JsonObject {
  [key: string]: JsonValue;
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
