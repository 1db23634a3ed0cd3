import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { TransportResponse } from '@vmgen/runtime';
import { STREAM_FROM_BYTES } from '../response/pieces-response.js';
import { TextBody } from '../response/text-response.js';

/** Sends a response that ends by itself. */
export async function sendBody(
  request: IncomingMessage,
  response: ServerResponse,
  result: TransportResponse,
): Promise<void> {
  if (result.body instanceof TextBody && result.body.text.length < STREAM_FROM_BYTES) {
    sendText(request, response, result, result.body.text);
    return;
  }
  const headers: OutgoingHttpHeaders = { ...result.headers };
  if (!request.complete) headers['connection'] = 'close';
  const { status } = result;
  const { chunks, rest } = await readStart(result.body);
  if (rest === undefined) {
    const body = Buffer.concat(chunks);
    if (status !== 304) headers['content-length'] = body.length;
    response.writeHead(status, headers);
    response.end(request.method === 'HEAD' ? undefined : body);
    return;
  }
  const isZipped = (request.headers['accept-encoding'] ?? '').includes('gzip');
  response.writeHead(status, isZipped ? zipped(headers) : headers);
  if (request.method === 'HEAD') {
    await rest.return?.();
    response.end();
    return;
  }
  const body = Readable.from(rejoin(chunks, rest));
  if (isZipped) await pipeline(body, createGzip({ level: 1 }), response);
  else await pipeline(body, response);
}

function sendText(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers }: TransportResponse,
  text: string,
): void {
  const bytes = Buffer.byteLength(text);
  // Node sends a list of names and values faster than an object that was extended.
  const fields: (string | number)[] = [];
  for (const name in headers) fields.push(name, headers[name] ?? '');
  if (!request.complete) fields.push('connection', 'close');
  if (status !== 304) fields.push('content-length', bytes);
  response.writeHead(status, fields);
  // Node sends the head and a string in one write, in the encoding of the string. Latin-1 is faster
  // than UTF-8, and does not encode the bytes of a warning twice.
  if (request.method === 'HEAD') response.end();
  else if (bytes === text.length) response.end(text, 'latin1');
  else response.end(headers['warning'] === undefined ? text : Buffer.from(text));
}

interface Start {
  readonly chunks: readonly Uint8Array[];
  /** The remaining chunks; undefined if all chunks are in `chunks`. */
  readonly rest: AsyncIterator<Uint8Array> | undefined;
}

async function readStart(body: AsyncIterable<Uint8Array>): Promise<Start> {
  const rest = body[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  for (let bytes = 0; bytes < STREAM_FROM_BYTES;) {
    const next = await rest.next();
    if (next.done === true) return { chunks, rest: undefined };
    chunks.push(next.value);
    bytes += next.value.length;
  }
  return { chunks, rest };
}

async function* rejoin(
  chunks: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* chunks;
  yield* { [Symbol.asyncIterator]: () => rest };
}

const zipped = (headers: OutgoingHttpHeaders): OutgoingHttpHeaders => ({
  ...headers,
  'content-encoding': 'gzip',
  vary: 'Accept-Encoding',
});
