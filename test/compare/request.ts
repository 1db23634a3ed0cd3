import { stringifyJson, type JsonValue } from '@vmgen/base/json';
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
