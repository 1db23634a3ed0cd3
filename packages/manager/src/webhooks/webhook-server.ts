import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Clock, Logger } from '@vmgen/runtime';
import type { HealthServerCertificate } from '@vmgen/runtime/health';
import { childAbort, onAbort, pause } from '@vmgen/runtime/async';
import {
  abortable,
  checkNumber,
  inTurn,
  parseExactJson,
  stringifyExactJson,
} from '@vmgen/runtime/internal';
import { JsonBody } from './json-body.js';
import { SharedLimit } from './shared-limit.js';
import { WebhookCallError } from './webhook-call-error.js';
import { CONVERSION_PATH, type ReviewRoute, type Webhooks } from './webhooks.js';

/**
 * The limits of a webhook server. Clients are not authenticated, so they share what is limited by their
 * remote addresses: an address may hold at most as much as remains free, which is half of it for one
 * alone. The API server is answered while other clients take what they can.
 */
export interface WebhookLimits {
  /**
   * The size of a request's body, in bytes; larger ones are answered with 413. Defaults to 7 MiB: a
   * review contains two objects of up to 3 MiB.
   */
  readonly admissionBytes?: number;
  /** The size of a conversion request's body, in bytes. Defaults to 128 MiB. */
  readonly conversionBytes?: number;
  /**
   * The memory for all requests that are being received or answered, in bytes, as estimated from the
   * JSON that has arrived: an object of Kubernetes needs about five times the size of its text. Further
   * requests get 429, and one that needs more than half of it 413. Defaults to a quarter of the heap
   * limit of the process, which includes the young generation: limit that too, as the generated Deployment
   * does (`--max-semi-space-size=1`), where the heap is small.
   */
  readonly totalBytes?: number;
  /**
   * The number of concurrent calls; further ones get 429, and the API server retries after a second. An
   * address has at most a third of them for a single path. Defaults to 200.
   */
  readonly calls?: number;
  /**
   * How long the server continues after the signal of the manager has aborted, in milliseconds, because
   * API servers send calls until they have observed the end of the pod. Must be shorter than
   * `shutdownTimeoutMs`. Defaults to 5,000.
   */
  readonly drainTimeoutMs?: number;
}

/** How a webhook server listens. */
interface WebhookServerSettings {
  readonly port: number;
  readonly host: string | undefined;
  readonly limits: WebhookLimits;
  readonly certificate: HealthServerCertificate;
  readonly webhooks: Webhooks;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called when a client does not accept the certificate. */
  readonly onDistrusted?: () => void;
}

/** The ends of Node's codes for what a client answers to a certificate. How they begin depends on OpenSSL. */
const DISTRUSTED = /_ALERT_(?:UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN)$/;

/** The timeout of a call without the parameter `timeout`, as in a webhook configuration. */
const DEFAULT_TIMEOUT_MS = 10_000;
/** API servers allow at most this. */
const MAX_TIMEOUT_MS = 30_000;
/** The answer is sent so much earlier than the API server stops waiting. */
const MARGIN = 0.1;
const MAX_MARGIN_MS = 500;
/** Longer than the 90 s after which API servers close idle connections, so that no call meets a closed one. */
const KEEP_ALIVE_MS = 120_000;
const MAX_HEADER_BYTES = 16_384;
/** Of all addresses; see {@link SharedLimit}. 256 connections with headers need about 30 MiB besides the heap. */
const MAX_CONNECTIONS = 256;
const HANDSHAKE_MS = 5_000;
/** How long a body may take to arrive, and an answer to be read. */
const TRANSFER_MS = 5_000;
/** How long running calls may take to end after the server has closed. */
const CLOSE_MS = 5_000;

/** The HTTPS server of the webhooks. */
export class WebhookServer {
  readonly #server: ReturnType<typeof createServer>;
  readonly #settings: WebhookServerSettings;
  /** Aborts the calls that are running. */
  readonly #running = new Set<AbortController>();
  readonly #maxCalls: number;
  readonly #maxBytes: { admission: number; conversion: number };
  readonly #connections = new SharedLimit(MAX_CONNECTIONS);
  readonly #calls: SharedLimit;
  /** In bytes. */
  readonly #memory: SharedLimit;
  /** The calls whose handlers are still running after their time limit. */
  #late = 0;
  #isDraining = false;

  private constructor(settings: WebhookServerSettings) {
    const { limits, certificate } = settings;
    this.#settings = settings;
    const atLeast = (name: keyof WebhookLimits, value: number, min: number): number =>
      checkNumber(name, limits[name] ?? value, { min, isWhole: true });
    this.#maxCalls = atLeast('calls', 200, 1);
    this.#calls = new SharedLimit(this.#maxCalls);
    this.#maxBytes = {
      admission: atLeast('admissionBytes', 7 * 2 ** 20, 1),
      conversion: atLeast('conversionBytes', 128 * 2 ** 20, 1),
    };
    const heapBytes = process.getBuiltinModule('node:v8').getHeapStatistics().heap_size_limit;
    this.#memory = new SharedLimit(atLeast('totalBytes', Math.floor(heapBytes / 4), 1));
    this.#server = createServer(
      {
        ...certificate,
        maxHeaderSize: MAX_HEADER_BYTES,
        handshakeTimeout: HANDSHAKE_MS,
        keepAliveTimeout: KEEP_ALIVE_MS,
        // Connections that API servers have opened in advance are idle too.
        requestTimeout: KEEP_ALIVE_MS,
        headersTimeout: KEEP_ALIVE_MS,
      },
      inTurn((request, response) => void this.#respond(request, response)),
    );
    this.#server.on('connection', (socket: Socket) => this.#admit(socket));
    this.#server.on('tlsClientError', ({ code = '' }: NodeJS.ErrnoException) => {
      if (DISTRUSTED.test(code)) settings.onDistrusted?.();
    });
  }

  /** Closes a connection above the share of its address. */
  #admit(socket: Socket): void {
    const users = [addressOf(socket)];
    if (!this.#connections.take(users, 1)) socket.destroy();
    else socket.once('close', () => this.#connections.release(users, 1));
  }

  /** Rejects with Node's error if the server cannot listen on the address. */
  static async start(settings: WebhookServerSettings): Promise<WebhookServer> {
    const port = checkNumber('port', settings.port, { min: 0, max: 65_535, isWhole: true });
    const { host } = settings;
    const server = new WebhookServer(settings);
    await new Promise<void>((resolve, reject) => {
      server.#server.once('error', reject);
      server.#server.listen({ port, ...(host !== undefined && { host }) }, () => {
        server.#server.off('error', reject);
        resolve();
      });
    });
    return server;
  }

  /** The port that the server listens on. */
  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Replaces the certificate for new connections. */
  setCertificate(certificate: HealthServerCertificate): void {
    this.#server.setSecureContext({ ...certificate });
  }

  /** Throws if calls cannot be answered any more because handlers hang; for the liveness probe. */
  checkLive(): void {
    // The share of an address for a path.
    if (this.#late * 3 < this.#maxCalls) return;
    throw new Error(`${this.#late} webhook calls have exceeded their time limit and do not end`);
  }

  /** Asks clients to open new connections, which reach other replicas. */
  drain(): void {
    this.#isDraining = true;
  }

  /** Stops listening, and waits for running calls, for 5 s at most. */
  async close(): Promise<void> {
    this.drain();
    const limit = childAbort();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeIdleConnections();
    await Promise.race([closed, pause(this.#settings.clock, CLOSE_MS, limit.signal)]);
    limit.abort();
    const closing = new WebhookCallError(503, 'the webhook server is closing');
    for (const call of this.#running) call.abort(closing);
    this.#server.closeAllConnections();
    await closed;
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { webhooks, logger } = this.#settings;
    // Not parsed with `new URL`, which throws for some targets that clients can send, such as `//`.
    const [path = '/', query] = (request.url ?? '/').split('?', 2);
    const target = { path, timeout: new URLSearchParams(query).get('timeout') };
    try {
      const text = await webhooks.call(path, (answer) =>
        this.#call(request, response, target, answer),
      );
      this.#end(response, 200, 'application/json', text);
    } catch (error) {
      if (response.destroyed || response.headersSent) return;
      const status = error instanceof WebhookCallError ? error.status : 500;
      if (status !== 404) logger.warn('a webhook call failed', { webhook: path, error });
      // The rest of a rejected body is not read.
      if (!request.complete) {
        response.setHeader('connection', 'close');
        request.resume();
      }
      if (status === 429) response.setHeader('retry-after', '1');
      const message = error instanceof WebhookCallError ? error.message : 'the webhook failed';
      this.#end(response, status, 'text/plain; charset=utf-8', `${message}\n`);
    }
  }

  #end(response: ServerResponse, status: number, contentType: string, text: string): void {
    const limit = this.#settings.clock.setTimer(TRANSFER_MS, () => response.destroy());
    response.once('close', () => limit.cancel());
    if (this.#isDraining) response.setHeader('connection', 'close');
    response.setHeader('x-content-type-options', 'nosniff');
    response.writeHead(status, {
      'content-type': contentType,
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
  }

  /** Answers a request. Rejects with a WebhookCallError. */
  async #call(
    request: IncomingMessage,
    response: ServerResponse,
    { path, timeout }: { readonly path: string; readonly timeout: string | null },
    answer: ReviewRoute,
  ): Promise<string> {
    const { clock } = this.#settings;
    if (request.method !== 'POST') throw new WebhookCallError(405, 'send a POST request');
    if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
      throw new WebhookCallError(415, 'send a body of the type application/json');
    }
    const address = addressOf(request.socket);
    const users = [address, `${address} ${path}`];
    if (!this.#calls.take(users, 1)) {
      throw new WebhookCallError(429, 'too many webhook calls are running');
    }
    const timeoutMs = timeoutOf(timeout);
    const call = new AbortController();
    const memory: HeldMemory = { users: [address], bytes: 0 };
    const closed = new Promise<void>((resolve) => response.once('close', resolve));
    response.once('close', () => {
      if (response.writableFinished) return;
      call.abort(new WebhookCallError(499, 'the client has closed the connection'));
    });
    let isLate = false;
    const timer = clock.setTimer(timeoutMs, () => {
      isLate = true;
      this.#late++;
      call.abort(new WebhookCallError(504, `the webhook did not answer within ${timeoutMs} ms`));
    });
    this.#running.add(call);
    const work = async (): Promise<string> => {
      try {
        const review = await this.#read(request, path, memory, call.signal);
        return stringifyExactJson(await answer(review, call.signal));
      } finally {
        timer.cancel();
        // A handler that ignores its signal occupies its place until it ends.
        this.#calls.release(users, 1);
        this.#late -= Number(isLate);
        this.#running.delete(call);
        // The answer needs memory until the client has read it.
        void closed.then(() => this.#memory.release(memory.users, memory.bytes));
      }
    };
    return abortable(work(), call.signal);
  }

  /** Reads the body of a request as JSON, with integers beyond 2^53 as bigints. */
  async #read(
    request: IncomingMessage,
    path: string,
    memory: HeldMemory,
    signal: AbortSignal,
  ): Promise<object> {
    const { admission, conversion } = this.#maxBytes;
    const max = path === CONVERSION_PATH ? conversion : admission;
    const checkSize = (bytes: number): void => {
      if (bytes > max) throw new WebhookCallError(413, `the body is larger than ${max} bytes`);
    };
    const announcedBytes = Number(request.headers['content-length'] ?? 0);
    checkSize(announcedBytes);
    const body = new JsonBody(announcedBytes);
    const add = (part: Buffer): void => {
      checkSize(body.bytes + part.length);
      body.add(part);
      this.#hold(body.memory, memory);
    };
    await receive(request, add, this.#settings.clock, signal);
    try {
      const parsed: unknown = parseExactJson(body.toString());
      if (typeof parsed === 'object' && parsed !== null) return parsed;
    } catch {
      // The text of the error quotes the body, which may be secret.
    }
    throw new WebhookCallError(400, 'the body is not a JSON object');
  }

  /** Increases the memory of a call. What a client announces is not counted, because it costs nothing. */
  #hold(bytes: number, memory: HeldMemory): void {
    if (this.#memory.take(memory.users, bytes - memory.bytes)) memory.bytes = bytes;
    else if (bytes > this.#memory.most) {
      const most = `${Math.floor(this.#memory.most)} bytes`;
      throw new WebhookCallError(
        413,
        `the body needs more memory than ${most}; increase the memory of the process, or the limit totalBytes of its webhooks`,
      );
    } else throw new WebhookCallError(429, 'the bodies of running calls need too much memory');
  }
}

/** The memory that a call holds. */
interface HeldMemory {
  readonly users: readonly string[];
  bytes: number;
}

/**
 * Passes the parts of a body until its end. Rejects with the error of `add`, when the time is up, or when the
 * signal aborts.
 */
function receive(
  request: IncomingMessage,
  add: (part: Buffer) => void,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimer(TRANSFER_MS, () =>
      fail(new WebhookCallError(408, `the body did not arrive within ${TRANSFER_MS} ms`)),
    );
    const stopAborting = onAbort(signal, () => fail(signal.reason));
    const stopListening = (): void => {
      timer.cancel();
      stopAborting();
    };
    const fail = (error: unknown): void => {
      stopListening();
      request.removeAllListeners('data');
      reject(error);
    };
    request.on('data', (part: Buffer) => {
      try {
        add(part);
      } catch (error) {
        fail(error);
      }
    });
    request.once('error', fail).once('end', () => {
      stopListening();
      resolve();
    });
  });
}

function addressOf({ remoteAddress }: Socket): string {
  return remoteAddress ?? '';
}

/** Returns the time limit of a call: somewhat less than API servers wait. */
function timeoutOf(text: string | null): number {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text ?? '') ?? [];
  const stated = Number(number) * ({ ms: 1, s: 1_000, m: 60_000 }[unit] ?? 1);
  const timeoutMs = Math.min(stated > 0 ? stated : DEFAULT_TIMEOUT_MS, MAX_TIMEOUT_MS);
  return timeoutMs - Math.min(timeoutMs * MARGIN, MAX_MARGIN_MS);
}
