import { checkNumber } from '../errors/check-number.js';
import { TransportTimeoutError } from '../errors/transport-timeout-error.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { abortable } from '../async/abortable.js';
import { pause, systemClock, type Clock } from '../async/clock.js';
import { silentLogger, type Logger } from '../logging/logger.js';
import type { Metrics } from '../metrics/metrics.js';
import { safeLogger } from '../logging/safe-logger.js';
import type { ClusterConfig, Credentials, RequestCredentials } from './cluster-config.js';
import {
  createConnections,
  type Connections,
  type TransportRequestOptions,
} from './connections.js';
import { isSameAs, noCredentials } from './credentials.js';
import { errorText } from '../logging/error-text.js';
import { exchange } from './exchange.js';
import { impersonationHeaders } from './impersonation.js';
import { isLongRunning } from './long-running.js';
import { proxyFor } from './proxy.js';
import { RequestContext, type RequestPhase } from './request-context.js';
import { createRequestLimiter, type RequestLimiter } from './request-limiter.js';
import { RequestMeter } from './request-meter.js';
import { retryAfterMs } from './retry-after.js';
import { parseServer, requestOptions, targetOf, warnOfUnsafe, type Target } from './target.js';
import type {
  Transport,
  TransportRequest,
  TransportResponse,
  UpgradeResponse,
} from './transport.js';
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
  /**
   * How long a request may take as a whole, from credentials to the last byte of its answer, repetitions
   * included. Of a watch, a log and an upgrade it bounds the time until the answer begins. Defaults to
   * 65 s; 0 for ever.
   */
  readonly requestTimeoutMs?: number;
  /** How often a request is sent again when the server says when to. Defaults to 10. */
  readonly maxRetries?: number;
  /** Where `rest_client_requests_total` and `rest_client_request_duration_seconds` go. */
  readonly metrics?: Metrics;
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
  upgrade(request: TransportRequest): Promise<UpgradeResponse>;
  /**
   * Ends all connections, and all requests and answers being read with `ERR_VMGEN_CLOSED`; later
   * requests are refused. Twice does no harm.
   */
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
  readonly #meter: RequestMeter | undefined;
  readonly #requestTimeoutMs: number;
  readonly #maxRetries: number;
  readonly #reportWarnings: (header: string) => void;
  readonly #module: 'node:http' | 'node:https';
  readonly #target: Target;
  readonly #credentials: Credentials;
  readonly #running = new Set<RequestContext>();
  #isClosed = false;
  #stats = { requests: 0, retries: 0, throttledMs: 0 };

  constructor(config: ClusterConfig, options: HttpTransportOptions) {
    const { clock = systemClock, qps } = options;
    const logger = safeLogger(options.logger ?? silentLogger);
    const server = parseServer(config);
    const secure = server.protocol === 'https:';
    const proxy = proxyFor(server, config.proxyUrl, options.environment);
    this.config = config;
    this.#clock = clock;
    this.#connections = createConnections(config, proxy, clock);
    this.#limiter =
      qps === undefined
        ? undefined
        : createRequestLimiter(qps, options.burst ?? Math.max(1, 2 * qps), clock);
    this.#meter = options.metrics && new RequestMeter(options.metrics, server.host, clock);
    this.#requestTimeoutMs = checkNumber(
      'requestTimeoutMs',
      options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
      { min: 0 },
    );
    this.#maxRetries = checkNumber('maxRetries', options.maxRetries ?? MAX_RETRIES, {
      min: 0,
      isWhole: true,
    });
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
    return this.#run(request, isLongRunning(request.path), false);
  }

  async upgrade(request: TransportRequest): Promise<UpgradeResponse> {
    return this.#run(request, true, true);
  }

  stats(): TransportStats {
    return { ...this.#stats };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const context of [...this.#running]) context.end(this.#closedError());
    this.#connections.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #run(
    request: TransportRequest,
    isLongRunning: boolean,
    mayUpgrade: boolean,
  ): Promise<UpgradeResponse> {
    request.signal?.throwIfAborted();
    if (this.#isClosed) throw this.#closedError();
    const context = new RequestContext(request.signal, this.#running);
    try {
      const response = await this.#sendUntilTaken({ request, context, mayUpgrade });
      if (isLongRunning) context.stopTimer();
      return response;
    } catch (error) {
      // What was not read of an earlier answer ends with it.
      context.end(error);
      throw context.signal.reason;
    } finally {
      context.release();
    }
  }

  /** As client-go, a request's time starts when the limit lets it pass. */
  async #sendUntilTaken(call: Call): Promise<UpgradeResponse> {
    const { context } = call;
    for (let retries = 0; ; retries++) {
      await this.#throttle(context.signal);
      if (retries === 0) context.startTimer(this.#clock, this.#requestTimeoutMs, this.#overdue);
      const response = await this.#sendWithCredentials(call);
      const waitMs = retryAfterMs(response);
      const isTaken = waitMs === undefined || retries >= this.#maxRetries;
      // A wait that would take too long is its caller's to make.
      if (isTaken || !context.hasTimeFor(this.#clock, waitMs)) return response;
      // Reading the rest sets the connection free.
      await response.text();
      context.phase = 'the server to be less busy';
      await pause(this.#clock, waitMs, context.signal);
      this.#stats.retries++;
    }
  }

  async #throttle(signal: AbortSignal): Promise<void> {
    if (this.#limiter === undefined) return;
    this.#stats.throttledMs += await this.#limiter.wait(signal);
  }

  /** Sends once more where the server refused credentials in whose place there are others by now. */
  async #sendWithCredentials(call: Call): Promise<UpgradeResponse> {
    const shown = await this.#currentCredentials(call.context);
    const response = await this.#send(call, shown);
    if (response.status !== 401) return response;
    this.#credentials.invalidate(shown);
    const latest = await this.#currentCredentials(call.context);
    if (isSameAs(latest, shown)) return response;
    await response.text();
    const second = await this.#send(call, latest);
    if (second.status === 401) this.#credentials.invalidate(latest);
    return second;
  }

  async #currentCredentials(context: RequestContext): Promise<RequestCredentials> {
    const { signal } = context;
    const current = this.#credentials.current({ signal });
    if (!(current instanceof Promise)) return current;
    context.phase = 'credentials';
    return abortable(current, signal);
  }

  async #send(call: Call, credentials: RequestCredentials): Promise<UpgradeResponse> {
    const { request, context, mayUpgrade } = call;
    context.phase = 'the answer';
    for (;;) {
      context.signal.throwIfAborted();
      request.beforeSend?.();
      const { request: open } = process.getBuiltinModule(this.#module);
      const options: TransportRequestOptions = {
        ...requestOptions(this.#target, request, credentials),
        agent: this.#connections.agentFor(credentials),
        abortSignal: context.signal,
      };
      const clientRequest = open(options);
      this.#stats.requests++;
      context.hold();
      try {
        const { body } = request;
        const { signal } = context;
        const onEnd = (): void => context.release();
        const answer = exchange(clientRequest, { body, signal, onEnd, mayUpgrade });
        const response = await (this.#meter?.measure(request.method, answer) ?? answer);
        const warning = response.headers['warning'];
        if (warning !== undefined) this.#reportWarnings(warning);
        return response;
      } catch (error) {
        if (context.signal.aborted) throw error;
        // The server hung up on an idle connection just as it was taken: nothing was read of it.
        const isStale = clientRequest.reusedSocket && isConnectionReset(error);
        if (request.method === 'GET' && isStale) continue;
        throw connectionError(error, this.config.server);
      }
    }
  }

  readonly #overdue = (phase: RequestPhase): Error => {
    const { server } = this.config;
    const timeoutMs = this.#requestTimeoutMs;
    return new TransportTimeoutError(
      `the request to the API server ${server} took more than ${timeoutMs} ms: waited for ${phase}`,
    );
  };

  #closedError(): Error {
    return new VmgenError('ERR_VMGEN_CLOSED', `the transport to ${this.config.server} is closed`);
  }
}

interface Call {
  readonly request: TransportRequest;
  readonly context: RequestContext;
  readonly mayUpgrade: boolean;
}

function isConnectionReset(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
}

/** Node's network errors name an address at most; people know their server by its URL. */
function connectionError(cause: unknown, server: string): Error {
  const message = `cannot reach the API server ${server}: ${errorText(cause)}`;
  return new VmgenError('ERR_VMGEN_CONNECTION', message, { cause });
}
