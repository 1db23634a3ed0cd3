import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Clock, Logger } from '@vmgen/runtime';
import type { HealthServerCertificate } from '@vmgen/runtime/health';
import {
  checkNumber,
  childAbort,
  onAbort,
  parseExactJson,
  pause,
  stringifyExactJson,
  within,
} from '@vmgen/runtime/internal';
import { WebhookCallError } from './webhook-call-error.js';
import { CONVERSION_PATH, type Webhooks } from './webhooks.js';

/** The limits of a webhook server. */
export interface WebhookLimits {
  /**
   * The size of a request's body, in bytes; larger ones are answered with 413. Defaults to 7 MiB: a
   * review contains two objects of up to 3 MiB.
   */
  readonly admissionBytes?: number;
  /**
   * The size of a conversion request's body, in bytes: the API server converts all objects of a list in
   * one request. Defaults to 128 MiB.
   */
  readonly conversionBytes?: number;
  /** The size of all bodies in memory, in bytes; further requests get 429. Defaults to 256 MiB. */
  readonly totalBytes?: number;
  /**
   * The number of concurrent calls; further ones get 429, and the API server retries after a second.
   * Defaults to 100.
   */
  readonly calls?: number;
  /**
   * How long the server continues after the signal of the manager has aborted, in milliseconds, because
   * API servers send calls until they have observed the end of the pod. Must be shorter than
   * `shutdownMs`. Defaults to 5,000.
   */
  readonly drainMs?: number;
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
}

/** The timeout of a call without the parameter `timeout`, as in a webhook configuration. */
const DEFAULT_TIMEOUT_MS = 10_000;
/** API servers allow at most this. */
const MAX_TIMEOUT_MS = 30_000;
/** The answer is sent so much earlier than the API server stops waiting. */
const MARGIN = 0.1;
const MAX_MARGIN_MS = 500;
/** Longer than the 90 s after which API servers close idle connections, so that no call meets a closed one. */
const KEEP_ALIVE_MS = 120_000;
const MAX_HEADER_BYTES = 32_768;
const MAX_CONNECTIONS = 1_024;
/** How long running calls may take to end after the server has closed. */
const CLOSE_MS = 5_000;

/** The HTTPS server of the webhooks. */
export class WebhookServer {
  readonly #server: ReturnType<typeof createServer>;
  readonly #settings: WebhookServerSettings;
  readonly #closing = new AbortController();
  readonly #maxCalls: number;
  readonly #maxBytes: { admission: number; conversion: number; total: number };
  #calls = 0;
  /** The calls whose handlers are still running after their time limit. */
  #late = 0;
  #bytes = 0;
  #isDraining = false;

  private constructor(settings: WebhookServerSettings) {
    const { limits, certificate } = settings;
    this.#settings = settings;
    const atLeast = (name: keyof WebhookLimits, value: number, min: number): number =>
      checkNumber(name, limits[name] ?? value, { min, isWhole: true });
    this.#maxCalls = atLeast('calls', 100, 1);
    this.#maxBytes = {
      admission: atLeast('admissionBytes', 7 * 2 ** 20, 1),
      conversion: atLeast('conversionBytes', 128 * 2 ** 20, 1),
      total: atLeast('totalBytes', 256 * 2 ** 20, 1),
    };
    this.#server = createServer(
      {
        ...certificate,
        maxHeaderSize: MAX_HEADER_BYTES,
        keepAliveTimeout: KEEP_ALIVE_MS,
        requestTimeout: MAX_TIMEOUT_MS,
        headersTimeout: MAX_TIMEOUT_MS,
      },
      (request, response) => void this.#respond(request, response),
    );
    this.#server.maxConnections = MAX_CONNECTIONS;
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

  /** Throws if no call can be answered any more because handlers hang; for the liveness probe. */
  checkLive(): void {
    if (this.#late < this.#maxCalls) return;
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
    this.#closing.abort(new WebhookCallError(503, 'the webhook server is closing'));
    this.#server.closeAllConnections();
    await closed;
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { webhooks, logger } = this.#settings;
    // Not parsed with `new URL`, which throws for some targets that clients can send, such as `//`.
    const [path = '/', query] = (request.url ?? '/').split('?', 2);
    const target = { path, timeout: new URLSearchParams(query).get('timeout') };
    try {
      const text = await webhooks.observe(path, () => this.#call(request, response, target));
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
  ): Promise<string> {
    const { webhooks, clock } = this.#settings;
    if (!webhooks.paths.includes(path)) throw new WebhookCallError(404, 'there is no such webhook');
    if (request.method !== 'POST') throw new WebhookCallError(405, 'send a POST request');
    if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
      throw new WebhookCallError(415, 'send a body of the type application/json');
    }
    if (this.#calls >= this.#maxCalls) {
      throw new WebhookCallError(429, `${this.#calls} webhook calls are running`);
    }
    const timeoutMs = timeoutOf(timeout);
    const ending = new AbortController();
    const stopListening = onAbort(this.#closing.signal, () =>
      ending.abort(this.#closing.signal.reason),
    );
    response.once('close', () => {
      stopListening();
      ending.abort(new WebhookCallError(499, 'the client has closed the connection'));
    });
    const call = { path, isLate: false, bytes: 0 };
    const timeoutError = (): Error => {
      call.isLate = true;
      this.#late++;
      return new WebhookCallError(504, `the webhook did not answer within ${timeoutMs} ms`);
    };
    this.#calls++;
    return within({ clock, timeoutMs, signal: ending.signal }, timeoutError, async (signal) => {
      try {
        const review = await this.#read(request, call, signal);
        return stringifyExactJson(await webhooks.answer(review, path, signal));
      } finally {
        // A handler that ignores its signal occupies its place until it ends.
        this.#calls--;
        this.#late -= Number(call.isLate);
        this.#bytes -= call.bytes;
      }
    });
  }

  /** Reads the body of a request as JSON, and adds its size to the call. */
  async #read(
    request: IncomingMessage,
    call: { readonly path: string; bytes: number },
    signal: AbortSignal,
  ): Promise<object> {
    const { admission, conversion, total } = this.#maxBytes;
    const max = call.path === CONVERSION_PATH ? conversion : admission;
    const chunks: Buffer[] = [];
    /** Adds to the size of the body. Returns an error if it exceeds a limit. */
    const add = (bytes: number): WebhookCallError | undefined => {
      if (call.bytes + bytes > max) {
        return new WebhookCallError(413, `the body is larger than ${max} bytes`);
      }
      if (this.#bytes + bytes > total) {
        return new WebhookCallError(429, `the bodies of running calls exceed ${total} bytes`);
      }
      call.bytes += bytes;
      this.#bytes += bytes;
      return undefined;
    };
    const refusal = add(Number(request.headers['content-length'] ?? 0));
    if (refusal) throw refusal;
    await new Promise<void>((resolve, reject) => {
      const stopListening = onAbort(signal, () => reject(signal.reason));
      const end = (error?: Error): void => {
        stopListening();
        if (error === undefined) resolve();
        else reject(error);
      };
      let received = 0;
      request.on('data', (chunk: Buffer) => {
        // Without a content-length, the size is known only now.
        received += chunk.length;
        const excess = received > call.bytes ? add(received - call.bytes) : undefined;
        if (excess === undefined) chunks.push(chunk);
        else {
          request.removeAllListeners('data').resume();
          end(excess);
        }
      });
      request.once('end', end).once('error', end);
    });
    try {
      const text = Buffer.concat(chunks).toString();
      // The converted objects are stored. Admission handlers only receive objects.
      const parsed: unknown =
        call.path === CONVERSION_PATH ? parseExactJson(text) : JSON.parse(text);
      if (typeof parsed === 'object' && parsed !== null) return parsed;
    } catch {
      // The text of the error quotes the body, which may be secret.
    }
    throw new WebhookCallError(400, 'the body is not a JSON object');
  }
}

/** Returns the time limit of a call: somewhat less than API servers wait. */
function timeoutOf(text: string | null): number {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text ?? '') ?? [];
  const stated = Number(number) * ({ ms: 1, s: 1_000, m: 60_000 }[unit] ?? 1);
  const timeoutMs = Math.min(stated > 0 ? stated : DEFAULT_TIMEOUT_MS, MAX_TIMEOUT_MS);
  return timeoutMs - Math.min(timeoutMs * MARGIN, MAX_MARGIN_MS);
}
