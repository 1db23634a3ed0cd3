import type { RequestOptions } from 'node:http';
import { TransportTimeoutError } from '../errors/transport-timeout-error.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { pause, systemClock, type Clock } from '../async/clock.js';
import { silentLogger, type Logger } from '../logging/logger.js';
import type { ClusterConfig, Credentials, RequestCredentials } from './cluster-config.js';
import { createConnections, type Connections } from './connections.js';
import { noCredentials } from './credentials.js';
import { errorText } from '../logging/error-text.js';
import { exchange } from './exchange.js';
import { impersonationHeaders } from './impersonation.js';
import { proxyFor } from './proxy.js';
import { createRequestLimiter, type RequestLimiter } from './request-limiter.js';
import type { Transport, TransportRequest, TransportResponse } from './transport.js';
import { proxyAuthorization } from './tunnel.js';
import { defaultUserAgent } from './user-agent.js';
import { createWarningReporter } from './warning-headers.js';

/** How a transport sends; durations are milliseconds. */
export interface HttpTransportOptions {
  /** Defaults to `vmgen/VERSION (PLATFORM/ARCH)`. */
  readonly userAgent?: string;
  /** Hears the API's warnings, and of what is unsafe. Silent by default. */
  readonly logger?: Logger;
  /** At most this many requests a second; without it there is no limit. */
  readonly qps?: number;
  /** How many requests may come at once under a limit. Defaults to twice `qps`. */
  readonly burst?: number;
  /** How long a request other than a watch may hear nothing. Defaults to 65 s; 0 for ever. */
  readonly requestTimeoutMs?: number;
  /** How often a request is sent again when the server says when to. Defaults to 10. */
  readonly maxRetries?: number;
  readonly clock?: Clock;
  /** Where proxies are looked up. Defaults to the process's environment. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** What a transport has done so far. */
export interface TransportStats {
  /** Requests sent, repetitions included. */
  readonly requests: number;
  /** Requests sent again because the server asked to wait (Retry-After). */
  readonly retries: number;
  /** How long requests have waited for the client-side limit, in total. */
  readonly throttledMs: number;
}

/** The road to an API server over HTTP(S), with connections that are kept and reused. */
export interface HttpTransport extends Transport, AsyncDisposable {
  /** What the transport was made of. */
  readonly config: ClusterConfig;
  /** What it has done until now. */
  stats(): TransportStats;
  /** Ends all connections and requests; later requests are refused. Twice does no harm. */
  close(): Promise<void>;
}

/** A little more than the 60 s after which an API server itself ends a request. */
const REQUEST_TIMEOUT_MS = 65_000;
/** As client-go's WithMaxRetries. */
const MAX_RETRIES = 10;

/**
 * A transport to the server of `config`. Opens no connection before the first request. Redirects
 * are not followed, for they would carry the credentials elsewhere.
 *
 * @example
 * await using transport = createHttpTransport(await loadKubeConfig(), { logger, qps: 50 });
 * const { virtualMachines } = createClientset(transport).cloudnativeV1alpha1;
 * for (const { metadata } of (await virtualMachines().list()).items) console.log(metadata.name);
 */
export function createHttpTransport(
  config: ClusterConfig,
  options: HttpTransportOptions = {},
): HttpTransport {
  return new NodeHttpTransport(config, options);
}

class NodeHttpTransport implements HttpTransport {
  readonly config: ClusterConfig;
  readonly #clock: Clock;
  readonly #connections: Connections;
  readonly #limiter: RequestLimiter | undefined;
  readonly #requestTimeoutMs: number;
  readonly #maxRetries: number;
  readonly #reportWarnings: (header: string) => void;
  readonly #module: 'node:http' | 'node:https';
  readonly #target: Target;
  readonly #credentials: Credentials;
  readonly #closing = new AbortController();
  #stats = { requests: 0, retries: 0, throttledMs: 0 };

  constructor(config: ClusterConfig, options: HttpTransportOptions) {
    const { logger = silentLogger, clock = systemClock, qps } = options;
    const server = parseServer(config);
    const secure = server.protocol === 'https:';
    const proxy = proxyFor(server, config.proxyUrl, options.environment);
    this.config = config;
    this.#clock = clock;
    this.#connections = createConnections(config, proxy);
    this.#limiter =
      qps === undefined ? undefined : createRequestLimiter(qps, options.burst ?? 2 * qps, clock);
    this.#requestTimeoutMs = options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS;
    this.#maxRetries = options.maxRetries ?? MAX_RETRIES;
    this.#reportWarnings = createWarningReporter(logger);
    this.#module = secure ? 'node:https' : 'node:http';
    this.#target = targetOf(server, proxy, {
      'user-agent': options.userAgent ?? defaultUserAgent(),
      'accept-encoding': 'gzip',
      ...(config.impersonate !== undefined && impersonationHeaders(config.impersonate)),
    });
    // Credentials in the open would be anyone's: kubectl does not send them either.
    this.#credentials = (secure ? config.credentials : undefined) ?? noCredentials;
    warnOfUnsafe(config, secure, logger);
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    for (let retries = 0; ; retries++) {
      await this.#throttle(request.signal);
      const response = await this.#sendOnce(request);
      const waitMs = retryAfterMs(response);
      if (waitMs === undefined || retries >= this.#maxRetries) return response;
      // Reading the rest sets the connection free.
      await response.text();
      await this.#pause(waitMs, request.signal);
      this.#stats.retries++;
    }
  }

  stats(): TransportStats {
    return { ...this.#stats };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#connections.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #throttle(signal: AbortSignal | undefined): Promise<void> {
    if (this.#limiter === undefined) return;
    this.#stats.throttledMs += await this.#limiter.wait(signal);
  }

  async #pause(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
    const ended = AbortSignal.any([
      this.#closing.signal,
      ...(signal === undefined ? [] : [signal]),
    ]);
    await pause(this.#clock, waitMs, ended);
    signal?.throwIfAborted();
  }

  async #sendOnce(request: TransportRequest): Promise<TransportResponse> {
    const { signal } = request;
    const current = this.#credentials.current(signal && { signal });
    const credentials = current instanceof Promise ? await current : current;
    this.#checkUsable(signal);
    request.beforeSend?.();
    const response = await this.#exchange(request, credentials);
    if (response.status === 401) this.#credentials.invalidate();
    const warning = response.headers['warning'];
    if (warning !== undefined) this.#reportWarnings(warning);
    return response;
  }

  #checkUsable(signal: AbortSignal | undefined): void {
    signal?.throwIfAborted();
    if (this.#closing.signal.aborted) {
      throw new VmgenError('ERR_VMGEN_CLOSED', `the transport to ${this.config.server} is closed`);
    }
  }

  async #exchange(
    request: TransportRequest,
    credentials: RequestCredentials,
  ): Promise<TransportResponse> {
    const { method, path, body, signal } = request;
    const silenceMs = isWatch(path) ? 0 : this.#requestTimeoutMs;
    for (;;) {
      const { request: open } = process.getBuiltinModule(this.#module);
      const clientRequest = open(this.#requestOptions(request, credentials));
      this.#stats.requests++;
      try {
        return await exchange(clientRequest, { body, signal, silenceMs });
      } catch (error) {
        // The server hung up on an idle connection just as it was taken: nothing was read of it.
        const isStale = clientRequest.reusedSocket && isConnectionReset(error);
        if (method === 'GET' && isStale && !signal?.aborted) continue;
        throw withTarget(error, this.config.server, signal);
      }
    }
  }

  #requestOptions(request: TransportRequest, credentials: RequestCredentials): RequestOptions {
    const { host, port, pathPrefix, headers } = this.#target;
    const { authorization } = credentials;
    return {
      agent: this.#connections.agentFor(credentials),
      host,
      port,
      method: request.method,
      path: pathPrefix + request.path,
      headers: {
        ...headers,
        ...(authorization !== undefined && { authorization }),
        ...(request.body !== undefined && { 'content-length': Buffer.byteLength(request.body) }),
        ...request.headers,
      },
    };
  }
}

/** Where requests go: the server itself, or for plain HTTP perhaps a proxy. */
interface Target {
  readonly host: string;
  readonly port: number;
  readonly pathPrefix: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
}

function targetOf(server: URL, proxy: URL | undefined, headers: Target['headers']): Target {
  const path = server.pathname.replace(/\/+$/, '');
  if (proxy !== undefined && server.protocol === 'http:') {
    // A plain request is handed to a proxy whole, its server's URL in front.
    return {
      ...hostAndPort(proxy),
      pathPrefix: `${server.origin}${path}`,
      headers: { ...headers, host: server.host, ...proxyAuthorization(proxy) },
    };
  }
  return { ...hostAndPort(server), pathPrefix: path, headers: { ...headers, host: server.host } };
}

function hostAndPort(url: URL): { host: string; port: number } {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port };
}

function parseServer({ server, source = 'the cluster configuration' }: ClusterConfig): URL {
  let url: URL;
  try {
    url = new URL(server);
  } catch (cause) {
    throw new VmgenError(
      'ERR_VMGEN_CONFIG',
      `${source}: invalid server URL ${JSON.stringify(server)}`,
      { cause },
    );
  }
  if (url.protocol === 'https:' || url.protocol === 'http:') return url;
  throw new VmgenError(
    'ERR_VMGEN_CONFIG',
    `${source}: server ${JSON.stringify(server)} must be an http or https URL`,
  );
}

function warnOfUnsafe(config: ClusterConfig, secure: boolean, logger: Logger): void {
  const { server } = config;
  if (config.insecureSkipTlsVerify === true && secure) {
    logger.warn('the API server is not verified: insecure-skip-tls-verify is set', { server });
  }
  if (!secure && config.credentials !== undefined) {
    logger.warn('credentials are not sent over plain http: use an https server', { server });
  }
}

function isWatch(path: string): boolean {
  return /[?&]watch=(?:true|1)(?:&|$)/.test(path);
}

/** When to come again, where the server is busy and says so (client-go's `checkWait`). */
function retryAfterMs({ status, headers }: TransportResponse): number | undefined {
  const header = headers['retry-after'];
  const isBusy = status === 429 || (status >= 500 && status < 600);
  return isBusy && header !== undefined && /^[0-9]{1,6}$/.test(header)
    ? Number(header) * 1000
    : undefined;
}

function isConnectionReset(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
}

/** Node's network errors name an address at most; people know their server by its URL. */
function withTarget(error: unknown, server: string, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted || !(error instanceof Error)) return error;
  const message = `cannot reach the API server ${server}: ${errorText(error)}`;
  return error instanceof TransportTimeoutError
    ? new TransportTimeoutError(message, { cause: error })
    : new VmgenError('ERR_VMGEN_CONNECTION', message, { cause: error });
}
