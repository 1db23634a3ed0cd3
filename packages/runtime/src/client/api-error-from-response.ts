import type { TransportResponse } from '../transport/transport.js';
import { quote } from '../logging/quote.js';
import { wellFormed, type ApiStatus } from './api-status.js';
import { ApiError } from './errors.js';

/** The failed request, for the error message of a response without a Status. */
export interface FailedCall {
  readonly method: string;
  /** `PLURAL.GROUP`. */
  readonly resource: string;
  readonly group: string;
  readonly plural: string;
  readonly name: string | undefined;
}

/** Creates the error of an unsuccessful response. Reads its body. */
export async function apiErrorFromResponse(
  response: TransportResponse,
  call: FailedCall,
): Promise<ApiError> {
  const text = await response.text();
  const retryAfterSeconds = parseRetryAfterSeconds(response.headers['retry-after']);
  const status = readStatus(text, response.status) ?? genericStatus(response, call, text);
  if (retryAfterSeconds !== undefined && status.details?.retryAfterSeconds === undefined) {
    status.details = { ...status.details, retryAfterSeconds };
  }
  return new ApiError(status);
}

function parseRetryAfterSeconds(header: string | undefined): number | undefined {
  return header !== undefined && /^[0-9]{1,9}$/.test(header) ? Number(header) : undefined;
}

/**
 * Parses the body as a Status. Returns undefined if it is not one. A missing code is set to the
 * HTTP status.
 */
export function readStatus(text: string, code: number): ApiStatus | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isStatus(value)) return undefined;
  const status = wellFormed(value);
  return { ...status, code: status.code || code };
}

/** Returns whether a JSON value is a Status of the API. */
export function isStatus(value: unknown): value is ApiStatus {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    value.kind === 'Status' &&
    (!('apiVersion' in value) || value.apiVersion === 'v1')
  );
}

/**
 * Creates a Status from the HTTP status and the body, as client-go's NewGenericServerResponse does.
 */
function genericStatus(
  { status: code, headers }: TransportResponse,
  call: FailedCall,
  body: string,
): ApiStatus {
  const { reason, message } = isRedirect(code) ? redirected(code, headers) : meaningOf(code, call);
  const subject = call.name === undefined ? call.resource : `${call.resource} ${call.name}`;
  const serverMessage = describeBody(body, headers['content-type']);
  return {
    apiVersion: 'v1',
    kind: 'Status',
    status: 'Failure',
    code,
    reason,
    message: `${message} (${call.method.toLowerCase()} ${subject})`,
    details: {
      ...(call.name !== undefined && { name: call.name }),
      ...(call.group !== '' && { group: call.group }),
      kind: call.plural,
      ...(serverMessage !== '' && {
        causes: [{ reason: 'UnexpectedServerResponse', message: serverMessage }],
      }),
    },
  };
}

/** Excludes 304, which has no location. */
function isRedirect(code: number): boolean {
  return code > 300 && code < 400 && code !== 304;
}

/** The query and the fragment of the location are omitted, because they may contain secrets. */
function redirected(code: number, { location = '' }: TransportResponse['headers']): Meaning {
  const target = location === '' ? '' : ` to ${quote(location.replace(/[?#].*/s, ''))}`;
  const message =
    `the server redirected the request${target} (HTTP ${code}); redirects are not followed; ` +
    'check that the address is correct and belongs to an API server';
  return { reason: 'Unknown', message };
}

const MAX_BODY_LENGTH = 2048;

/** An HTML page is replaced by a short description. */
function describeBody(body: string, contentType = ''): string {
  const text = body.trim();
  if (contentType.includes('html')) return 'an HTML page';
  return text.length > MAX_BODY_LENGTH ? `${text.slice(0, MAX_BODY_LENGTH)}…` : text;
}

interface Meaning {
  readonly reason: string;
  readonly message: string;
}

const MEANINGS: Readonly<Record<number, Meaning>> = {
  400: { reason: 'BadRequest', message: 'the server rejected our request for an unknown reason' },
  401: {
    reason: 'Unauthorized',
    message: 'the server has asked for the client to provide credentials',
  },
  403: {
    reason: 'Forbidden',
    message: 'the server does not allow access to the requested resource',
  },
  404: { reason: 'NotFound', message: 'the server could not find the requested resource' },
  405: {
    reason: 'MethodNotAllowed',
    message: 'the server does not allow this method on the requested resource',
  },
  406: {
    reason: 'NotAcceptable',
    message: 'the server was unable to respond with a content type that the client supports',
  },
  410: { reason: 'Gone', message: 'the requested resource version has expired' },
  413: { reason: 'RequestEntityTooLarge', message: 'the request is too large' },
  415: {
    reason: 'UnsupportedMediaType',
    message: 'the body of the request was in an unknown format',
  },
  422: { reason: 'Invalid', message: 'the server rejected our request due to an error in it' },
  429: {
    reason: 'TooManyRequests',
    message: 'the server has received too many requests and has asked us to try again later',
  },
  503: {
    reason: 'ServiceUnavailable',
    message: 'the server is currently unable to handle the request',
  },
  504: {
    reason: 'Timeout',
    message: 'the server was unable to return a response in the time allotted',
  },
};

function meaningOf(code: number, { method }: FailedCall): Meaning {
  const meaning = MEANINGS[code];
  if (meaning !== undefined) return meaning;
  if (code === 409) {
    return method === 'POST'
      ? { reason: 'AlreadyExists', message: 'the server reported a conflict' }
      : { reason: 'Conflict', message: 'the server reported a conflict' };
  }
  if (code >= 500) {
    return { reason: 'InternalError', message: `an error on the server (HTTP ${code})` };
  }
  return { reason: 'Unknown', message: `the server responded with the status code ${code}` };
}
