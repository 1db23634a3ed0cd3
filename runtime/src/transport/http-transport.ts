import { checkNumber } from '../errors/check-number.js';
import { TransportTimeoutError } from '../errors/transport-timeout-error.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { abortable } from '../async/abortable.js';
import { pause, systemClock, type Clock } from '../async/clock.js';
import { silentLogger, type Logger } from '../logging/logger.js';
import type { Metrics } from '../metrics/metrics.js';
import { safeLogger } from '../logging/safe-logger.js';
import type { ClusterConfig, Credentials, RequestCredentials } from './cluster-config.js';
import { isSameAs, noCredentials } from './credentials.js';
import { isLongRunning } from './long-running.js';
import { RequestContext, type RequestPhase } from './request-context.js';
import { createRequestLimiter, type RequestLimiter } from './request-limiter.js';
import { RequestSender, type Call } from './request-sender.js';
import { isVersionTooLarge, retryAfterMs } from './retry-after.js';
import { checkTrust, parseServer, shownServer, warnOfUnsafe } from './target.js';
import type {
  Transport,
  TransportRequest,
  TransportResponse,
  UpgradeResponse,
} from './transport.js';

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
  readonly #sender: RequestSender;
  readonly #limiter: RequestLimiter | undefined;
  readonly #requestTimeoutMs: number;
  readonly #maxRetries: number;
  readonly #credentials: Credentials;
  readonly #running = new Set<RequestContext>();
  #isClosed = false;
  #stats = { retries: 0, throttledMs: 0 };

  constructor(config: ClusterConfig, options: HttpTransportOptions) {
    const { clock = systemClock, qps } = options;
    const logger = safeLogger(options.logger ?? silentLogger);
    const secure = parseServer(config).protocol === 'https:';
    checkTrust(config);
    this.config = config;
    this.#clock = clock;
    this.#sender = new RequestSender(config, { ...options, clock, logger });
    this.#limiter =
      qps === undefined
        ? undefined
        : createRequestLimiter(qps, options.burst ?? Math.max(1, 2 * qps), clock);
    this.#requestTimeoutMs = checkNumber(
      'requestTimeoutMs',
      options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
      { min: 0 },
    );
    this.#maxRetries = checkNumber('maxRetries', options.maxRetries ?? MAX_RETRIES, {
      min: 0,
      isWhole: true,
    });
    // Credentials in the open would be anyone's: kubectl does not send them either.
    this.#credentials = (secure ? config.credentials : undefined) ?? noCredentials;
    warnOfUnsafe(config, secure, logger);
  }

  request(request: TransportRequest): Promise<TransportResponse> {
    return this.#run(request, isLongRunning(request.path), false);
  }

  upgrade(request: TransportRequest): Promise<UpgradeResponse> {
    return this.#run(request, true, true);
  }

  stats(): TransportStats {
    return { requests: this.#sender.sent, ...this.#stats };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const context of [...this.#running]) context.end(this.#closedError());
    this.#sender.close();
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
      // A refusal is an answer like any other.
      if (isLongRunning && response.status < 300) context.stopTimer();
      return response;
    } catch (error) {
      // What was not read of an earlier answer ends with it.
      context.end(error);
      throw context.reason;
    } finally {
      context.release();
    }
  }

  /** As client-go, a request's time starts when the limit lets it pass. */
  async #sendUntilTaken(call: Call): Promise<UpgradeResponse> {
    const { context } = call;
    for (let retries = 0; ; retries++) {
      if (this.#limiter !== undefined) {
        this.#stats.throttledMs += await this.#limiter.wait(context.signal);
      }
      if (retries === 0) context.startTimer(this.#clock, this.#requestTimeoutMs, this.#overdue);
      const response = await this.#sendWithCredentials(call);
      const waitMs = retryAfterMs(response);
      if (waitMs === undefined || retries >= this.#maxRetries) return response;
      // A wait that would take too long is its caller's to make.
      if (!context.hasTimeFor(this.#clock, waitMs)) return response;
      // Reading the rest frees the connection.
      const text = await response.text();
      if (response.status === 504 && isVersionTooLarge(text)) return readAlready(response, text);
      context.phase = 'the server to be less busy';
      await pause(this.#clock, waitMs, context.signal);
      this.#stats.retries++;
    }
  }

  /** Sends once more where the server refused credentials in whose place there are others by now. */
  async #sendWithCredentials(call: Call): Promise<UpgradeResponse> {
    const current = this.#currentCredentials(call.context);
    const shown = current instanceof Promise ? await current : current;
    const response = await this.#sender.send(call, shown);
    if (response.status !== 401) return response;
    this.#credentials.invalidate(shown);
    const latest = await this.#currentCredentials(call.context);
    if (isSameAs(latest, shown)) return response;
    await response.text();
    const second = await this.#sender.send(call, latest);
    if (second.status === 401) this.#credentials.invalidate(latest);
    return second;
  }

  #currentCredentials(context: RequestContext): RequestCredentials | Promise<RequestCredentials> {
    const current = this.#credentials.current(context);
    if (!(current instanceof Promise)) return current;
    context.phase = 'credentials';
    // Who makes credentials for many may not look at the signals of those who wait for them.
    return abortable(current, context.signal);
  }

  readonly #overdue = (phase: RequestPhase): Error => {
    const { server } = this.config;
    const timeoutMs = this.#requestTimeoutMs;
    return new TransportTimeoutError(
      `the request to the API server ${shownServer(server)} took more than ${timeoutMs} ms: waited for ${phase}`,
    );
  };

  #closedError(): Error {
    return new VmgenError(
      'ERR_VMGEN_CLOSED',
      `the transport to ${shownServer(this.config.server)} is closed`,
    );
  }
}

/** A response whose text was read already. */
function readAlready({ status, headers }: TransportResponse, text: string): TransportResponse {
  return {
    status,
    headers,
    body: (async function* () {
      yield Buffer.from(text);
    })(),
    text: async () => text,
  };
}
