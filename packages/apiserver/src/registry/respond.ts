import type { ApiStatus, TransportResponse } from '@vmgen/runtime';
import { ApiError } from '@vmgen/runtime/client';
import type { HeldResponse } from '../response/held-response.js';
import { piecesResponse } from '../response/pieces-response.js';
import { TextBody, textResponse } from '../response/text-response.js';
import { heapBytes } from '../json/heap-bytes.js';
import { jsonPieces } from '../json/json-pieces.js';
import { goYamlPieces } from '@vmgen/base/yaml';
import {
  appendAll,
  escapeGoJson,
  isJsonObject,
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
  timedOut,
} from '../errors/status-error.js';
import type { Representation } from '../table/negotiate-representation.js';
import { nextTurn } from '../request/next-turn.js';
import { represent } from '../table/represent.js';
import type { TableOptions } from '../table/to-table.js';
import type { Endpoint } from '../resource/endpoint.js';
import { HeldRevisions } from '../storage/held-revisions.js';
import type { Revision } from '../storage/revision.js';
import { storedKey } from './commit.js';
import { listPieces, metadataPieces, yamlPieces } from './list-items.js';
import type { Answer, RequestContext } from './request-context.js';
import { errorMessage } from '@vmgen/base/text';

/** Encodes a response in the representation that the client accepts. */
export function respond(
  context: RequestContext,
  answer: Answer,
  representation: Representation,
): TransportResponse | Promise<TransportResponse> {
  const pieces = piecesOf(context, answer, representation);
  return pieces instanceof Promise
    ? pieces.then((ready) => responseOf(context, answer, representation, ready))
    : responseOf(context, answer, representation, pieces);
}

function responseOf(
  context: RequestContext,
  answer: Answer,
  representation: Representation,
  pieces: Iterable<string>,
): TransportResponse | HeldResponse {
  const { mediaType } = representation;
  const headers: Record<string, string> = {
    'content-type': mediaType,
    'cache-control': 'no-cache, private',
  };
  const warning = warningHeader(context.warnings);
  if (warning !== undefined) headers['warning'] = warning;
  const isJson = mediaType === 'application/json';
  const texts = isJson ? escapedPieces(pieces) : pieces;
  const response = piecesResponse(answer.status, headers, texts);
  if (response.body instanceof TextBody) return response;
  return { ...response, held: answer.held ?? heldObject(context.endpoint, answer.object) };
}

/** The memory of a large object's text. */
function heldObject({ store }: Endpoint, object: JsonObject): HeldRevisions {
  const held = new HeldRevisions(store, store.version, []);
  held.add(heapBytes(object));
  return held;
}

/** Returns the text of a response in pieces, each created on demand. */
function piecesOf(
  context: RequestContext,
  answer: Answer,
  representation: Representation,
): Iterable<string> | Promise<Iterable<string>> {
  const { endpoint } = context;
  const isYaml = representation.mediaType === 'application/yaml';
  const length = answer.items?.length ?? 0;
  const isMetadata = representation.as === 'PartialObjectMetadataList';
  if (answer.items !== undefined && length > 0 && !isYaml && isMetadata) {
    const { items: _none, ...list } = represent(
      endpoint.resource,
      { ...answer.object, items: [] },
      representation,
      { now: 0, work: context.work },
    );
    return lineOf(metadataPieces(endpoint, list, answer.items, representation.version));
  }
  if (representation.as !== undefined) return representedPieces(context, answer, representation);
  const { object, items } = answer;
  if (items !== undefined) {
    return isYaml
      ? yamlPieces(endpoint, object, items)
      : lineOf(listPieces(endpoint, object, items));
  }
  if (isYaml) return goYamlPieces(object);
  const stored = answer.revision ?? endpoint.store.get(storedKey(endpoint, object));
  if (stored?.object !== object) return lineOf(jsonPieces(object));
  // A text that survives the request makes each garbage collection longer. Few new objects are read
  // before they change.
  return [endpoint.store.textOf(stored, answer.status !== 201), '\n'];
}

async function representedPieces(
  context: RequestContext,
  answer: Answer,
  representation: Representation,
): Promise<Iterable<string>> {
  const object = await representInSlices(context, answer, representation);
  const isYaml = representation.mediaType === 'application/yaml';
  return isYaml ? goYamlPieces(object) : lineOf(jsonPieces(object));
}

/** Go's encoder escapes some characters of strings. */
function escapedPieces(pieces: Iterable<string>): Iterable<string> {
  return Array.isArray(pieces) ? pieces.map(escapeGoJson) : mapPieces(pieces);
}

function* mapPieces(pieces: Iterable<string>): Generator<string> {
  for (const piece of pieces) yield escapeGoJson(piece);
}

/** JSON ends with a line feed, as Go's encoder writes it. */
function* lineOf(pieces: Iterable<string>): Generator<string> {
  yield* pieces;
  yield '\n';
}

/** The number of list items that are represented before other requests run. */
const REPRESENTED_ITEMS = 500;

/** As {@link represent}. A long list is represented in several turns of the event loop. */
async function representInSlices(
  context: RequestContext,
  { object, items, held }: Answer,
  representation: Representation,
): Promise<JsonObject> {
  const { endpoint } = context;
  const options: TableOptions = {
    ...(representation.as === 'Table' ? includeObjectOf(context.info.query) : {}),
    now: context.clock.date().getTime(),
    work: context.work,
  };
  if (items === undefined) return represent(endpoint.resource, object, representation, options);
  const representPart = (part: readonly Revision[]): JsonObject => {
    const list = { ...object, items: part.map((revision) => endpoint.read(revision)) };
    return represent(endpoint.resource, list, representation, options);
  };
  if (items.length <= REPRESENTED_ITEMS) return representPart(items);
  const field = representation.as === 'Table' ? 'rows' : 'items';
  const parts: JsonValue[] = [];
  let represented: JsonObject = {};
  for (let start = 0; start < items.length; start += REPRESENTED_ITEMS) {
    represented = representPart(items.slice(start, start + REPRESENTED_ITEMS));
    const shown = represented[field];
    if (Array.isArray(shown)) {
      appendAll(parts, shown);
      held?.add(ownBytes(shown));
    }
    await nextTurn();
  }
  return { ...represented, [field]: parts };
}

/** What an item of a table or a metadata list takes besides its cells; it shares its metadata. */
const REPRESENTED_BYTES = 160;

function ownBytes(items: readonly JsonValue[]): number {
  let bytes = 0;
  for (const item of items) {
    const cells = isJsonObject(item) ? item['cells'] : undefined;
    bytes += REPRESENTED_BYTES + (cells === undefined ? 0 : heapBytes(cells));
  }
  return bytes;
}

/**
 * Parses the query parameter that determines which part of an object table rows contain.
 *
 * @throws ApiError 400
 */
export function includeObjectOf(query: URLSearchParams): Pick<TableOptions, 'includeObject'> {
  const value = query.get('includeObject') ?? '';
  if (value === '') return {};
  if (value === 'None' || value === 'Metadata' || value === 'Object') {
    return { includeObject: value };
  }
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(value)}: must be 'Metadata', 'Object', 'None', or empty`,
  );
}

/** Returns the response for an error. */
export function errorResponse(error: unknown, warnings: readonly string[] = []): TransportResponse {
  const status = statusOf(error);
  const warning = warningHeader(warnings);
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'no-cache, private',
    ...(warning === undefined ? {} : { warning }),
    ...(status.details?.retryAfterSeconds === undefined
      ? {}
      : { 'retry-after': String(status.details.retryAfterSeconds) }),
  };
  return textResponse(status.code ?? 500, headers, `${escapeGoJson(JSON.stringify(status))}\n`);
}

/** Returns the Status for an error. */
export function statusOf(error: unknown): ApiStatus {
  if (error instanceof ApiError) return error.status;
  if (error instanceof PatchError) {
    const reason = error.reason === '' ? undefined : error.reason;
    const causes = error.causes.length === 0 ? undefined : { causes: [...error.causes] };
    const details = error.code === 422 ? (causes ?? {}) : causes;
    return statusError(error.code, reason, error.message, details).status;
  }
  if (error instanceof TooLargeError) return plainServerError(error.message).status;
  if (error instanceof WorkLimitError) return timedOut(error).status;
  return internalError(errorMessage(error)).status;
}

/**
 * The limits of all warnings together, and of each warning if that limit is exceeded (as upstream).
 */
const MAX_TOTAL = 4096;
const MAX_EACH = 256;

/**
 * Returns the Warning header of a response, with each text once; undefined without warnings. If the total length exceeds the
 * limit of clients, each text is truncated, and the last ones are omitted.
 */
export function warningHeader(warnings: readonly string[]): string | undefined {
  if (warnings.length === 0) return undefined;
  const lines = fitting([...new Set(warnings)]).map((text) => `299 - ${quoteHeader(text)}`);
  return lines.join(', ');
}

function fitting(texts: readonly string[]): readonly string[] {
  const total = texts.reduce((sum, text) => sum + text.length, 0);
  if (total < MAX_TOTAL) return texts;
  let length = 0;
  const cut = texts.map((text) => text.slice(0, MAX_EACH));
  const end = cut.findIndex((text) => (length += text.length) > MAX_TOTAL);
  return end === -1 ? cut : cut.slice(0, end);
}

function quoteHeader(text: string): string {
  const oneLine = text.replace(/[\x00-\x1f\x7f]+/g, ' ');
  return `"${oneLine.replace(/[\\"]/g, (character) => `\\${character}`)}"`;
}
