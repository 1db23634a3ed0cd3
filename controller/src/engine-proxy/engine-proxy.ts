import { once } from 'node:events';
import { lstatSync, rmSync } from 'node:fs';
import {
  createServer,
  request as requestEngine,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { silentLogger, type Logger } from '@vmgen/runtime';
import { identityFromLabels } from '../driver/server-identity.js';
import { Refusal } from './checked-json.js';
import { allow, type AllowedRequest } from './policy.js';

const MAX_HEADER_BYTES = 8_192;
const MAX_BODY_BYTES = 65_536;
/** An inspected container is some 10 KiB of JSON. */
const MAX_INSPECTED_BYTES = 1_048_576;
/** The time to receive a request. */
const RECEIVE_MS = 10_000;
/** The time to inspect a container. Other requests end with their clients. */
const INSPECT_MS = 10_000;
/** An idle connection is closed by the controller after 5 s, and not while it sends a request. */
const KEEP_MS = 60_000;
/** A controller needs one for events, and one for each concurrent call. */
const MAX_CONNECTIONS = 256;
const MAX_LOGGED_LENGTH = 300;
/** Members of the owner's group may connect. */
const SOCKET_UMASK = 0o117;

/** Options of {@link startEngineProxy}. */
interface EngineProxyOptions {
  /** The path of the engine's socket. */
  readonly engine: string;
  /** The path of the socket to listen on. A socket on which no process listens is replaced. */
  readonly listen: string;
  /** Receives a line for each refused request, and when the engine becomes unreachable. Defaults to no logging. */
  readonly logger?: Logger;
}

/** A listening proxy. */
interface EngineProxy extends AsyncDisposable {
  /** Ends all connections, and removes the socket. */
  close(): Promise<void>;
}

/**
 * Starts a proxy that passes the requests of the docker driver to an engine, and refuses all others,
 * so that its clients cannot become root on the machine of the engine.
 */
export async function startEngineProxy(options: EngineProxyOptions): Promise<EngineProxy> {
  const proxy = new SocketProxy(options);
  await proxy.listen();
  return proxy;
}

class SocketProxy implements EngineProxy {
  readonly #options: EngineProxyOptions;
  readonly #logger: Logger;
  readonly #server: Server;
  #isReachable = true;

  constructor(options: EngineProxyOptions) {
    this.#options = options;
    this.#logger = options.logger ?? silentLogger;
    this.#server = createServer(
      {
        maxHeaderSize: MAX_HEADER_BYTES,
        headersTimeout: RECEIVE_MS,
        requestTimeout: RECEIVE_MS,
        keepAliveTimeout: KEEP_MS,
        connectionsCheckingInterval: 1_000,
      },
      (request, response) => void this.#serve(request, response),
    );
    this.#server.maxConnections = MAX_CONNECTIONS;
    for (const event of ['upgrade', 'connect']) {
      this.#server.on(event, (request: IncomingMessage, socket: Duplex) => {
        const refusal = new Refusal('vm-controller does not use upgraded connections');
        this.#logRefusal(refusal, request);
        answerSocket(socket, refusal);
      });
    }
    this.#server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
      // Without a request, such as a kept connection that its client resets.
      if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
      const refusal = new Refusal(`the request is invalid: ${error.message}`, statusOf(error.code));
      this.#logRefusal(refusal);
      answerSocket(socket, refusal);
    });
  }

  async listen(): Promise<void> {
    const { listen } = this.#options;
    await removeLeftSocket(listen);
    const umask = process.umask(SOCKET_UMASK);
    try {
      this.#server.listen(listen);
    } finally {
      process.umask(umask);
    }
    await once(this.#server, 'listening');
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    try {
      const { method = '', url = '' } = request;
      const allowed = allow({ method, url, body: await bodyOf(request) });
      await this.#forward(allowed, response, gone.signal);
    } catch (error) {
      if (gone.signal.aborted) return;
      if (!(error instanceof Refusal) || response.headersSent) {
        // Without an answer, the driver knows that the engine is unreachable.
        this.#setReachable(false, error);
        response.destroy();
        return;
      }
      this.#logRefusal(error, request);
      // The rest of the body is not read.
      response.setHeader('connection', 'close');
      answer(response, error.status, textOf(error));
    }
  }

  async #forward(
    { method, container, path, query, body }: AllowedRequest,
    response: ServerResponse,
    signal: AbortSignal,
  ): Promise<void> {
    let target = path;
    if (container !== undefined) {
      const { status, id, text } = await this.#inspect(container, signal);
      if (id === undefined || path === '/json') return answer(response, status, text);
      target = `/containers/${id}${path}`;
    }
    const url = query === '' ? target : `${target}?${query}`;
    const answered = await this.#ask({ method, url, body }, signal);
    const { 'content-type': type } = answered.headers;
    response.writeHead(
      answered.statusCode ?? 502,
      type === undefined ? {} : { 'content-type': type },
    );
    // A stream of events may have no content for long.
    response.flushHeaders();
    await pipeline(answered, response);
  }

  /**
   * Finds a container by its ID or name. The result has the full ID, which no other container gets
   * later, unlike a name; without an ID, it is the answer of the engine.
   *
   * @throws {@link Refusal} if the container is not one of vm-controller
   */
  async #inspect(
    container: string,
    signal: AbortSignal,
  ): Promise<{ status: number; id?: string; text: string }> {
    const url = `/containers/${container}/json`;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(INSPECT_MS)]);
    const inspected = await this.#ask({ method: 'GET', url, body: undefined }, limit);
    const { statusCode: status = 502 } = inspected;
    const text = await textWithin(inspected, MAX_INSPECTED_BYTES);
    if (text === undefined) throw new Error(`container ${container} is too large to inspect`);
    if (status !== 200) return { status, text };
    const { Id: id, Config } = JSON.parse(text) as {
      Id: string;
      Config: { Labels: Record<string, string> | null };
    };
    if (!/^[0-9a-f]{64}$/.test(id)) throw new Error('the engine returned an invalid ID');
    if (identityFromLabels(Config.Labels ?? {}) !== undefined) return { status, id, text };
    throw new Refusal(`container ${container} does not have the labels of vm-controller`);
  }

  #ask(
    { method, url, body }: { method: string; url: string; body: string | undefined },
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const { engine: socketPath } = this.#options;
    const headers =
      body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    return new Promise((resolve, reject) => {
      // Without a kept connection, which an engine that restarts resets.
      requestEngine(
        { socketPath, agent: false, method, path: url, headers, signal },
        (answered) => {
          this.#setReachable(true);
          resolve(answered);
        },
      )
        .on('error', reject)
        .end(body);
    });
  }

  #setReachable(isReachable: boolean, error?: unknown): void {
    if (this.#isReachable === isReachable) return;
    this.#isReachable = isReachable;
    const { engine } = this.#options;
    if (isReachable) this.#logger.info('the engine is reachable again', { engine });
    else
      this.#logger.error('no answer of the engine; check --engine and the groups of this user', {
        engine,
        error,
      });
  }

  #logRefusal({ message: reason }: Refusal, request?: IncomingMessage): void {
    const { method, url } = request ?? {};
    this.#logger.warn('refused a request', {
      method,
      url: url?.slice(0, MAX_LOGGED_LENGTH),
      reason,
    });
  }
}

/** Removes the socket of a proxy that was killed. Throws if a process listens on it, such as the engine. */
async function removeLeftSocket(path: string): Promise<void> {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSocket() !== true) return;
  const connection = connect(path);
  const isLeft = await once(connection, 'connect').then(
    () => false,
    (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED',
  );
  connection.destroy();
  if (!isLeft) throw new Error(`another process listens at ${path}`);
  rmSync(path);
}

/** Reads the body of a request. Its form must be that of the driver. */
async function bodyOf(request: IncomingMessage): Promise<string> {
  if (request.headers['transfer-encoding'] !== undefined) {
    throw new Refusal('the header Transfer-Encoding is not allowed; send Content-Length');
  }
  if (request.headers.upgrade !== undefined) throw new Refusal('the header Upgrade is not allowed');
  const text = await textWithin(request, MAX_BODY_BYTES);
  if (text !== undefined) return text;
  throw new Refusal(`the body is larger than ${MAX_BODY_BYTES} bytes`, 413);
}

/** Returns undefined for a longer text. */
async function textWithin(message: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // A longer request is still answered.
  const received: AsyncIterable<Buffer> = message.iterator({ destroyOnReturn: false });
  for await (const chunk of received) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function textOf({ message }: Refusal): string {
  return JSON.stringify({ message: `vm-engine-proxy refuses the request: ${message}` });
}

function answer(response: ServerResponse, status: number, text: string): void {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  };
  response.writeHead(status, headers).end(text);
}

function answerSocket(socket: Duplex, refusal: Refusal): void {
  const text = textOf(refusal);
  const { status } = refusal;
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  // Node no longer handles the errors of an upgraded connection.
  socket.on('error', () => {});
  socket.end(`${lines.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy());
}

function statusOf(code: string | undefined): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}
