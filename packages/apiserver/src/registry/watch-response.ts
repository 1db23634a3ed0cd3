import type { TransportResponse } from '@vmgen/runtime';
import { escapeGoJson, type JsonObject, stringifyJson } from '@vmgen/base/json';
import { parseFieldSelector } from '@vmgen/runtime/meta';
import { streamResponse } from '../response/text-response.js';
import { badRequest, plainServerError } from '../errors/status-error.js';
import { represent } from '../table/represent.js';
import { tableColumns } from '../table/table-columns.js';
import type { Representation } from '../table/negotiate-representation.js';
import type { EncodedEvents } from './encoded-events.js';
import { type ListOptions, parseListOptions, selectedName } from './list-options.js';
import type { RequestContext } from './request-context.js';
import { requestWork } from '../request/request-work.js';
import { includeObjectOf, statusOf, warningHeader } from './respond.js';
import { parseResourceVersion } from './resource-version.js';
import type { ServedResource } from '../resource/served-resource.js';
import { watchEvents, type WatchEvent } from './watch-events.js';

/** @throws ApiError 400 or 422 */
function parseWatchOptions({ endpoint, info }: RequestContext): ListOptions {
  const options = parseListOptions(endpoint, info.query, 'watch');
  const { watchedName } = info;
  if (watchedName === undefined) return options;
  if (options.fields.requirements.length === 0) {
    const fields = parseFieldSelector(`metadata.name=${watchedName.replace(/[\\,=]/g, '\\$&')}`);
    return { ...options, fields };
  }
  if (selectedName(options.fields) === watchedName) return options;
  throw badRequest("fieldSelector metadata.name doesn't match requested name");
}

/** Answers a watch: one JSON event per line. */
export function watchResponse(
  context: RequestContext,
  representation: Representation,
  encoded: EncodedEvents,
  closing: AbortSignal,
): TransportResponse {
  const { endpoint, info, registry, request, clock } = context;
  const options = parseWatchOptions(context);
  const asked = parseResourceVersion(options.resourceVersion, plainServerError);
  const encode =
    representation.as === undefined
      ? plainEncoder(endpoint.resource, encoded)
      : representedEncoder(context, representation);
  const signals = [closing, request.signal, endpoint.replaced].filter(
    (signal) => signal !== undefined,
  );
  const events = watchEvents({
    endpoint,
    options,
    asked,
    namespace: info.namespace,
    clock,
    random: registry.random ?? Math.random,
    signals,
  });
  return streamResponse(headersOf(context.warnings), linesOf(events, encode));
}

const watchHeaders = {
  'content-type': 'application/json',
  'cache-control': 'no-cache, private',
};

/** A deprecated version causes a warning. */
function headersOf(warnings: readonly string[]): Readonly<Record<string, string>> {
  const warning = warningHeader(warnings);
  return warning === undefined ? watchHeaders : { ...watchHeaders, warning };
}

const encoder = new TextEncoder();

/** Encodes an event as a line. */
type EventEncoder = (event: WatchEvent) => Uint8Array;

/** About one TLS record. Longer chunks are not faster, and retain more memory. */
const CHUNK_BYTES = 16 * 1024;

/**
 * Yields the lines of a watch. Each chunk consists of whole lines. An error after the headers is
 * the last event. An event that cannot be converted ends the watch without an error event.
 */
async function* linesOf(
  batches: AsyncIterable<readonly WatchEvent[]>,
  encode: EventEncoder,
): AsyncGenerator<Uint8Array> {
  let isEncoding = false;
  try {
    for await (const events of batches) {
      let lines: Uint8Array[] = [];
      let bytes = 0;
      for (const event of events) {
        isEncoding = true;
        const line = encode(event);
        isEncoding = false;
        lines.push(line);
        bytes += line.length;
        if (bytes < CHUNK_BYTES) continue;
        yield joined(lines, bytes);
        lines = [];
        bytes = 0;
      }
      if (lines.length > 0) yield joined(lines, bytes);
    }
  } catch (error) {
    if (isEncoding) return;
    // A Status is JSON, which its type does not express.
    const object = { ...statusOf(error) } as JsonObject;
    yield encoder.encode(lineOf({ type: 'ERROR', object }));
  }
}

function joined(lines: readonly Uint8Array[], bytes: number): Uint8Array {
  const [first] = lines;
  if (lines.length === 1 && first !== undefined) return first;
  const chunk = new Uint8Array(bytes);
  let start = 0;
  for (const line of lines) {
    chunk.set(line, start);
    start += line.length;
  }
  return chunk;
}

function plainEncoder(resource: ServedResource, encoded: EncodedEvents): EventEncoder {
  return (event) => {
    const { type, version } = event;
    return version === undefined
      ? encoder.encode(lineOf(event))
      : encoded.encode(resource, { type, version }, () => lineOf(event));
  };
}

function representedEncoder(context: RequestContext, representation: Representation): EventEncoder {
  const { resource } = context.endpoint;
  const columns = representation.as === 'Table' ? tableColumns(resource) : [];
  const options = representation.as === 'Table' ? includeObjectOf(context.info.query) : {};
  let withColumns = true;
  return (event) => {
    const object = represent(resource, event.object, representation, {
      ...options,
      now: context.clock.date().getTime(),
      // A watch has no end, so each event has its own budget.
      work: requestWork(),
      withColumns,
      columns,
    });
    withColumns = false;
    return encoder.encode(lineOf({ ...event, object }));
  };
}

function lineOf({ type, object }: WatchEvent): string {
  return `{"type":"${type}","object":${escapeGoJson(stringifyJson(object))}}\n`;
}
