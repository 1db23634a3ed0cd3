import { isJsonObject, stringifyJson, type JsonObject, type JsonValue } from '@vmgen/base/json';
import type { Exchange } from '../record/exchanges/exchange.js';

/** A request with a JSON body; a body that is a text is sent as it is. */
export function request(
  method: Exchange['method'],
  path: string,
  body?: JsonValue,
  options: Partial<Pick<Exchange, 'title' | 'contentType' | 'accept'>> = {},
): Exchange {
  return {
    title: `${method} ${path}`,
    method,
    path,
    contentType: 'application/json',
    accept: 'application/json',
    body: body === undefined || typeof body === 'string' ? body : stringifyJson(body),
    isRaw: true,
    ...options,
  };
}

/** Merges objects of `part` into those of `base`; all other values, also null, replace. */
export function merged(base: JsonObject, part: JsonObject): JsonObject {
  const result: JsonObject = { ...base };
  for (const [key, value] of Object.entries(part)) {
    const own = result[key];
    result[key] = isJsonObject(own) && isJsonObject(value) ? merged(own, value) : value;
  }
  return result;
}
