import type { ClientRequest, IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { TransportTimeoutError } from '../errors/transport-timeout-error.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { onAbort } from '../async/on-abort.js';
import type { TransportResponse } from './transport.js';

export interface ExchangeOptions {
  readonly body?: string | Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
  /** How long the connection may be silent; 0 for ever. */
  readonly silenceMs: number;
}

/**
 * Sends one request and waits for the head of its answer. An abort ends it at any time, also while
 * the body is read, with the signal's reason.
 */
export function exchange(
  request: ClientRequest,
  { body, signal, silenceMs }: ExchangeOptions,
): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    let failure: { readonly reason: unknown } | undefined;
    const end = (reason: unknown): void => {
      failure ??= { reason };
      request.destroy();
    };
    const stopListening = onAbort(signal, () => end(signal?.reason));
    if (silenceMs > 0) {
      request.setTimeout(silenceMs, () =>
        end(new TransportTimeoutError(`no word from the API server for ${silenceMs} ms`)),
      );
    }
    request.once('close', () => {
      stopListening();
      // A request that is destroyed before it has a socket, and one that is answered with a switch
      // of protocols, may close without an error. After an answer this has no effect.
      reject(
        failure === undefined
          ? new VmgenError('ERR_VMGEN_CONNECTION', 'the connection was closed without an answer')
          : failure.reason,
      );
    });
    request.once('error', (error) => reject(failure === undefined ? error : failure.reason));
    request.once('response', (message) =>
      resolve(
        new NodeResponse(message, (error) => (failure === undefined ? error : failure.reason)),
      ),
    );
    request.end(body);
  });
}

/** Tells the true cause of a broken body: an abort or a timeout where there was one. */
type Explain = (error: unknown) => unknown;

class NodeResponse implements TransportResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly #message: IncomingMessage;
  readonly #explain: Explain;

  constructor(message: IncomingMessage, explain: Explain) {
    this.status = message.statusCode ?? 0;
    this.headers = flatHeaders(message);
    this.#message = message;
    this.#explain = explain;
  }

  get body(): AsyncIterable<Uint8Array> {
    return readChunks(this.#plainStream(), this.#explain);
  }

  text(): Promise<string> {
    return new Promise((resolve, reject) => {
      const stream = this.#plainStream();
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('error', (error) => reject(this.#explain(error)));
      stream.once('end', () => resolve(toText(chunks)));
      stream.once('close', () => {
        if (stream.readableEnded) return;
        reject(
          this.#explain(
            new VmgenError('ERR_VMGEN_CONNECTION', 'the answer ended before it was complete'),
          ),
        );
      });
    });
  }

  #plainStream(): Readable {
    if (this.headers['content-encoding'] !== 'gzip') return this.#message;
    // Errors reach the reader through the stream itself.
    const { createGunzip } = process.getBuiltinModule('node:zlib');
    return pipeline(this.#message, createGunzip(), () => {});
  }
}

function toText(chunks: readonly Buffer[]): string {
  const [first] = chunks;
  return chunks.length === 1 && first !== undefined
    ? first.toString('utf8')
    : Buffer.concat(chunks).toString('utf8');
}

async function* readChunks(stream: Readable, explain: Explain): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (error) {
    throw explain(error);
  }
}

/** Node gives a list only for `set-cookie`. */
function flatHeaders({ headers }: IncomingMessage): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return flat;
}
