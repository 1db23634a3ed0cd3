import { setImmediate } from 'node:timers/promises';
import type { ApiStatus, TransportResponse } from '@vmgen/runtime';
import { ApiError } from '@vmgen/runtime/client';
import type { HeldResponse } from '../http/held-response.js';
import { piecesResponse } from '../http/pieces-response.js';
import { textResponse } from '../http/text-response.js';
import { heapBytes } from '../json/heap-bytes.js';
import { jsonPieces } from '../json/json-pieces.js';
import {
  appendAll,
  type JsonObject,
  type JsonValue,
  TooLargeError,
  WorkLimitError,
} from '@vmgen/base/json';
import { PatchError } from '../errors/patch-error.js';
import {
  badRequest,
  internalError,
  plainServerError,
  statusError,
} from '../errors/status-error.js';
import type { Representation } from '../table/negotiate-representation.js';
import { represent, type RepresentOptions } from '../table/represent.js';
import { warningHeader } from './warning-header.js';
import type { Answer, RequestContext } from './request-context.js';
import { errorMessage } from '@vmgen/base/text';

/** Turns an answer into what goes over the wire, in the form that the client asked for. */
export async function respond(
  context: RequestContext,
  answer: Answer,
  representation: Representation,
): Promise<TransportResponse | HeldResponse> {
  const object =
    representation.as === undefined
      ? answer.object
      : await representInSlices(context, answer.object, representation);
  const headers = {
    'content-type': representation.mediaType,
    'cache-control': 'no-cache, private',
    ...warningHeader(context.warnings),
  };
  if (representation.mediaType === 'application/yaml' && isShort(object)) {
    return textResponse(answer.status, headers, await toYaml(object));
  }
  const response = piecesResponse(answer.status, headers, jsonPieces(object));
  return { ...response, heldBytes: answer.heldBytes ?? 0 };
}

/** The YAML library takes a microsecond a character; JSON is YAML too. */
const MAX_PRINTED_BYTES = 100_000;

function isShort(object: JsonObject): boolean {
  const items = object['items'];
  let bytes = 0;
  for (const part of Array.isArray(items) ? items : [object]) {
    bytes += heapBytes(part);
    if (bytes > MAX_PRINTED_BYTES) return false;
  }
  return true;
}

/** How many objects of a list are represented before others get their turn. */
const REPRESENTED_ITEMS = 500;

/** What {@link represent} gives. A long list is represented part by part. */
async function representInSlices(
  context: RequestContext,
  object: JsonObject,
  representation: Representation,
): Promise<JsonObject> {
  const options: RepresentOptions = {
    ...(representation.as === 'Table' ? includeObjectOf(context.info.query) : {}),
    now: context.clock.date().getTime(),
    work: context.work,
  };
  const representPart = (part: JsonObject): JsonObject =>
    represent(context.endpoint.resource, part, representation, options);
  const { items } = object;
  if (!Array.isArray(items) || items.length <= REPRESENTED_ITEMS) return representPart(object);
  const field = representation.as === 'Table' ? 'rows' : 'items';
  const parts: JsonValue[] = [];
  let represented: JsonObject = {};
  for (let start = 0; start < items.length; start += REPRESENTED_ITEMS) {
    const part = items.slice(start, start + REPRESENTED_ITEMS);
    represented = representPart({ ...object, items: part });
    const shown = represented[field];
    if (Array.isArray(shown)) appendAll(parts, shown);
    await setImmediate();
  }
  return { ...represented, [field]: parts };
}

async function toYaml(object: JsonObject): Promise<string> {
  // Loaded when it is first asked for: next to nobody does.
  const { stringify } = await import('yaml');
  return stringify(object, { version: '1.1' });
}

/**
 * The query parameter of tables that says what of each object their rows carry.
 *
 * @throws ApiError 400
 */
export function includeObjectOf(query: URLSearchParams): Pick<RepresentOptions, 'includeObject'> {
  const value = query.get('includeObject') ?? '';
  if (value === '') return {};
  if (value === 'None' || value === 'Metadata' || value === 'Object') {
    return { includeObject: value };
  }
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(value)}: must be 'Metadata', 'Object', 'None', or empty`,
  );
}

/** An error as the Status that says it. */
export function errorResponse(error: unknown, warnings: readonly string[] = []): TransportResponse {
  const status = statusOf(error);
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'no-cache, private',
    ...warningHeader(warnings),
    ...(status.details?.retryAfterSeconds === undefined
      ? {}
      : { 'retry-after': String(status.details.retryAfterSeconds) }),
  };
  return textResponse(status.code ?? 500, headers, JSON.stringify(status));
}

/** The Status that says an error. */
export function statusOf(error: unknown): ApiStatus {
  if (error instanceof ApiError) return error.status;
  if (error instanceof PatchError) {
    const reason = error.reason === '' ? undefined : error.reason;
    const causes = error.causes.length === 0 ? undefined : { causes: [...error.causes] };
    const details = error.code === 422 ? (causes ?? {}) : causes;
    return statusError(error.code, reason, error.message, details).status;
  }
  if (error instanceof TooLargeError) return plainServerError(error.message).status;
  if (error instanceof WorkLimitError) {
    return statusError(504, 'Timeout', error.message, {}).status;
  }
  return internalError(errorMessage(error)).status;
}
