import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { pipeline, type Duplex, type Readable } from 'node:stream';
import { toError } from '../errors/to-error.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { errorText } from '../logging/error-text.js';
import type { RequestContext } from './request-context.js';
import { streamChunks } from './stream-chunks.js';
import type { TransportResponse, UpgradeResponse } from './transport.js';

interface ExchangeOptions {
  /** The name of the peer in messages, such as `the API server https://…`. */
  readonly peer: string;
  readonly body?: string | Uint8Array | undefined;
  /** Whether the server may switch to another protocol. */
  readonly mayUpgrade?: boolean;
  /** Called with the number of uncompressed bytes after a body was read completely. */
  readonly onBody?: (bytes: number) => void;
}

/**
 * Sends one request and resolves with the head of its response. The end of its context aborts it
 * with the context's reason at any time, also while the body is read or another protocol is used.
 */
export function exchange(
  request: ClientRequest,
  context: RequestContext,
  { peer, body, mayUpgrade = false, onBody }: ExchangeOptions,
): Promise<UpgradeResponse> {
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    let socket: Duplex | undefined;
    const explain: Explain = (error) => (context.aborted ? context.reason : error);
    const answer = (response: UpgradeResponse): void => {
      isAnswered = true;
      resolve(response);
    };
    context.hold();
    context.enterExchange(() => {
      if (socket === undefined) request.destroy();
      else socket.destroy(toError(context.reason));
    });
    request.on('close', () => {
      if (socket !== undefined) return;
      context.release();
      if (isAnswered) return;
      // A request that is destroyed before it has a socket, or whose response switches protocols,
      // may close without an error.
      const message = 'the connection was closed before a response was received';
      reject(explain(new VmgenError('ERR_VMGEN_CONNECTION', message)));
    });
    request.on('error', (error) => reject(explain(error)));
    const explainBody: Explain = (error) => explain(bodyError(error, peer));
    request.on('response', (message) => answer(new NodeResponse(message, explainBody, onBody)));
    if (mayUpgrade) {
      request.on('upgrade', (message, switched, head) => {
        socket = prepareSwitched(switched, head);
        socket.on('close', () => context.release());
        answer(switchedResponse(message, socket));
      });
    }
    if (context.aborted) request.destroy();
    else request.end(body);
  });
}

function prepareSwitched(socket: Duplex, head: Buffer): Duplex {
  // The caller may not have a listener yet when the socket fails. An error without a listener would
  // end the process.
  socket.on('error', () => {});
  const { Socket } = process.getBuiltinModule('node:net');
  if (socket instanceof Socket) socket.setTimeout(0);
  if (head.length > 0) socket.unshift(head);
  return socket;
}

function switchedResponse(message: IncomingMessage, socket: Duplex): UpgradeResponse {
  return {
    status: message.statusCode ?? 0,
    headers: flatHeaders(message),
    body: (async function* () {})(),
    text: async () => '',
    socket,
  };
}

/** Replaces an error by its cause if that is an abort or a timeout. */
type Explain = (error: unknown) => unknown;

/**
 * Adds the server to errors of a body, because Node's message is only `aborted` and zlib's contains
 * no server.
 */
function bodyError(cause: unknown, peer: string): VmgenError {
  return isOfContent(cause)
    ? new VmgenError(
        'ERR_VMGEN_ANSWER',
        `cannot read the response of ${peer}: ${errorText(cause)}`,
        {
          cause,
        },
      )
    : new VmgenError(
        'ERR_VMGEN_CONNECTION',
        `the response of ${peer} ended before it was complete`,
        {
          cause,
        },
      );
}

/** Returns whether a body cannot be decompressed or is too long. */
function isOfContent(error: unknown): boolean {
  if (error instanceof RangeError) return true;
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

/** The maximum length of a string: `buffer.constants.MAX_STRING_LENGTH`. */
const MAX_TEXT_BYTES = 2 ** 29 - 24;

const GZIP = /^(?:x-)?gzip$/i;

class NodeResponse implements TransportResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly #message: IncomingMessage;
  readonly #explain: Explain;
  readonly #onBody: ((bytes: number) => void) | undefined;

  constructor(
    message: IncomingMessage,
    explain: Explain,
    onBody: ((bytes: number) => void) | undefined,
  ) {
    this.status = message.statusCode ?? 0;
    this.headers = flatHeaders(message);
    this.#message = message;
    this.#explain = explain;
    this.#onBody = onBody;
  }

  get body(): AsyncIterable<Uint8Array> {
    return readChunks(this.#plainStream(), this.#explain, this.#onBody);
  }

  text(): Promise<string> {
    return new Promise((resolve, reject) => {
      const stream = this.#plainStream();
      const chunks: Buffer[] = [];
      let left = MAX_TEXT_BYTES;
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        left -= chunk.length;
        if (left < 0) stream.destroy(tooLong());
      });
      stream.on('error', (error) => reject(this.#explain(error)));
      stream.on('end', () => {
        this.#onBody?.(MAX_TEXT_BYTES - left);
        resolve(toText(chunks));
      });
      const close = (): void => {
        if (!stream.readableEnded) reject(this.#explain(stream.errored));
      };
      // The stream may have failed after the head was received, and emits `close` only once.
      if (stream.closed) close();
      else stream.on('close', close);
    });
  }

  #plainStream(): Readable {
    if (!GZIP.test(this.headers['content-encoding'] ?? '')) return this.#message;
    // Errors reach the reader through the stream itself.
    const { createGunzip } = process.getBuiltinModule('node:zlib');
    return pipeline(this.#message, createGunzip(), () => {});
  }
}

function tooLong(): RangeError {
  return new RangeError(`it has more than ${MAX_TEXT_BYTES} bytes; use a limit to list in pages`);
}

function toText(chunks: readonly Buffer[]): string {
  const [first] = chunks;
  return chunks.length === 1 && first !== undefined
    ? first.toString('utf8')
    : Buffer.concat(chunks).toString('utf8');
}

async function* readChunks(
  stream: Readable,
  explain: Explain,
  onBody: ((bytes: number) => void) | undefined,
): AsyncGenerator<Uint8Array> {
  try {
    if (onBody === undefined) {
      yield* streamChunks(stream);
      return;
    }
    let bytes = 0;
    for await (const chunk of streamChunks(stream)) {
      bytes += chunk.length;
      yield chunk;
    }
    onBody(bytes);
  } catch (error) {
    throw explain(error);
  }
}

function flatHeaders({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  if (isFlat(headers)) return headers;
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return flat;
}

/** Node returns a list only for `set-cookie`. */
function isFlat(headers: IncomingHttpHeaders): headers is Record<string, string> {
  return headers['set-cookie'] === undefined;
}
