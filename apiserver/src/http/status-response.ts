import type { ApiError, TransportResponse } from '@vmgen/runtime';
import { textResponse } from './text-response.js';

/** The message of every 406: kube-apiserver's media types, including protobuf. */
export const NOT_ACCEPTABLE_MESSAGE =
  'only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf';

/** Returns an error as the API server's generic handlers send it. */
export function statusResponse({ statusCode, status }: ApiError): TransportResponse {
  return textResponse(
    statusCode,
    { 'content-type': 'application/json', 'cache-control': 'no-cache, private' },
    `${JSON.stringify(status)}\n`,
  );
}
