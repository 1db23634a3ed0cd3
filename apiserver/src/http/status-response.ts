import type { ApiError, TransportResponse } from '@vmgen/runtime';
import { textResponse } from './text-response.js';

/** What every 406 says: the media types of the real server, protobuf included. */
export const NOT_ACCEPTABLE_MESSAGE =
  'only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf';

/** A refusal as the API server's generic handlers send it. */
export function statusResponse({ statusCode, status }: ApiError): TransportResponse {
  return textResponse(
    statusCode,
    { 'content-type': 'application/json', 'cache-control': 'no-cache, private' },
    `${JSON.stringify(status)}\n`,
  );
}
