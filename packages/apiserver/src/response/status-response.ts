import type { ApiError, TransportResponse } from '@vmgen/runtime';
import { escapeGoJson } from '@vmgen/base/json';
import { textResponse } from './text-response.js';

/** Returns an error as the API server's generic handlers send it. */
export function statusResponse({ statusCode, status }: ApiError): TransportResponse {
  return textResponse(
    statusCode,
    { 'content-type': 'application/json', 'cache-control': 'no-cache, private' },
    `${escapeGoJson(JSON.stringify(status))}\n`,
  );
}
