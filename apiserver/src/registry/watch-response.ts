import type { TransportResponse } from '@vmgen/runtime';
import { type JsonObject, stringifyJson } from '@vmgen/base/json';
import { plainServerError } from '../errors/status-error.js';
import { represent } from '../table/represent.js';
import { tableColumns } from '../table/table-columns.js';
import type { Representation } from '../table/negotiate-representation.js';
import type { EncodedEvents } from './encoded-events.js';
import { parseListOptions } from './list-options.js';
import type { RequestContext } from './request-context.js';
import { requestWork } from './request-work.js';
import { includeObjectOf, statusOf } from './respond.js';
import { parseResourceVersion } from './resource-version.js';
import type { ServedResource } from '../resource/served-resource.js';
import { watchEvents, type WatchEvent } from './watch-events.js';

/** Answers a watch: one JSON event a line, until it ends. */
export function watchResponse(
  context: RequestContext,
  representation: Representation,
  encoded: EncodedEvents,
  closing: AbortSignal,
): TransportResponse {
  const { endpoint, info, request, clock } = context;
  const options = parseListOptions(endpoint, info.query, true);
  const asked = parseResourceVersion(options.resourceVersion, plainServerError);
  const signals = [closing, request.signal, endpoint.replaced].filter(
    (signal) => signal !== undefined,
  );
  const events = watchEvents({
    endpoint,
    options,
    asked,
    namespace: info.namespace,
    clock,
    signals,
  });
  const body =
    representation.as === undefined
      ? plainLines(endpoint.resource, events, encoded)
      : representedLines(context, events, representation);
  const lines = endingWithError(body);
  return { status: 200, headers: watchHeaders, body: lines, text: () => collect(lines) };
}

/** What fails after the headers of a watch were sent is an event, and the last one. */
async function* endingWithError(lines: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* lines;
  } catch (error) {
    // A Status is JSON; its type only does not say so.
    const object = { ...statusOf(error) } as JsonObject;
    yield encoder.encode(lineOf({ type: 'ERROR', object }));
  }
}

const watchHeaders = {
  'content-type': 'application/json',
  'cache-control': 'no-cache, private',
};

const encoder = new TextEncoder();

async function* plainLines(
  resource: ServedResource,
  events: AsyncIterable<WatchEvent>,
  encoded: EncodedEvents,
): AsyncGenerator<Uint8Array> {
  for await (const event of events) {
    const { type, version } = event;
    yield version === undefined
      ? encoder.encode(lineOf(event))
      : encoded.encode(resource, { type, version }, () => lineOf(event));
  }
}

async function* representedLines(
  context: RequestContext,
  events: AsyncIterable<WatchEvent>,
  representation: Representation,
): AsyncGenerator<Uint8Array> {
  const { resource } = context.endpoint;
  const columns = representation.as === 'Table' ? tableColumns(resource) : [];
  let withColumns = true;
  for await (const event of events) {
    const object = represent(resource, event.object, representation, {
      ...includeObjectOf(context.info.query),
      now: context.clock.date().getTime(),
      // A watch goes on for ever: each of its events has a budget of its own.
      work: requestWork(),
      withColumns,
      columns,
    });
    withColumns = false;
    yield encoder.encode(lineOf({ ...event, object }));
  }
}

function lineOf({ type, object }: WatchEvent): string {
  return `{"type":"${type}","object":${stringifyJson(object)}}\n`;
}

async function collect(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}
