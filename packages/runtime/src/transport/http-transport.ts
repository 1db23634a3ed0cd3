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
import { LazyRequest } from './lazy-request.js';
import { ReadResponse } from './read-response.js';
import { RequestContext, type RequestPhase } from './request-context.js';
import { RequestSender, type Call } from './request-sender.js';
import { checkTrust, parseServer, shownServer, warnOfUnsafe } from './target.js';
import type {
  Transport,
  TransportRequest,
  TransportResponse,
  UpgradeResponse,
} from './transport.js';
import { TokenBucket } from '../async/token-bucket.js';

/** Options of {@link createHttpTransport}. */
export interface HttpTransportOptions {
  /** Defaults to `vmgen/VERSION (PLATFORM/ARCH)`. */
  readonly userAgent?: string;
  /** Logs warnings of the API and insecure settings. Defaults to no logging. */
  readonly logger?: Logger;
  /** The maximum number of requests per second. Defaults to no limit. */
  readonly qps?: number;
  /** The number of requests that may exceed the rate in a burst. Defaults to twice `qps`. */
  readonly burst?: number;
  /**
   * The time limit of a request, in milliseconds: from obtaining credentials to the last byte of
   * its response, including retries. For watches, logs and upgrades, it applies until the start of
   * the response. 0 means no limit. Defaults to 65,000.
   */
  readonly requestTimeoutMs?: number;
  /** The maximum number of retries if the server responds with `Retry-After`. Defaults to 10. */
  readonly maxRetries?: number;
  /**
   * Receives `rest_client_requests_total` and the other metrics of client-go. Defaults to no
   * metrics.
   */
  readonly metrics?: Metrics;
  /** The source of time for timeouts. Defaults to the system clock. */
  readonly clock?: Clock;
  /** The environment variables that define proxies. Defaults to those of the process. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** The statistics of a transport. */
export interface TransportStats {
  /** The number of sent requests, including retries. */
  readonly requests: number;
  /** The number of retries after a response with `Retry-After`. */
  readonly retries: number;
  /** The total time that requests have waited for the client-side rate limit, in milliseconds. */
  readonly throttledMs: number;
}

/** A transport to an API server over HTTP(S), with connections that are kept alive and reused. */
export interface HttpTransport extends Transport, AsyncDisposable {
  /** The configuration of the transport. */
  readonly config: ClusterConfig;
  /** Returns the current statistics. */
  stats(): TransportStats;
  /**
   * Sends a request that upgrades the connection to another protocol, such as WebSocket. Rejects if
   * the server does not upgrade it.
   */
  upgrade(request: TransportRequest): Promise<UpgradeResponse>;
  /**
   * Closes all connections. Running requests, response bodies that are being read, and later
   * requests reject with `ERR_VMGEN_CLOSED`. Idempotent.
   */
  close(): Promise<void>;
}

/** Slightly more than the API server's own request timeout of 60 s. */
const REQUEST_TIMEOUT_MS = 65_000;
/** The default of client-go's WithMaxRetries. */
const MAX_RETRIES = 10;

/**
 * Creates a transport to the server of `config`. The first request opens a connection. Redirects
 * are not followed, because they would send the credentials to another server.
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
    // As in kubectl, credentials are not sent over an unencrypted connection.
    this.#credentials = (secure ? config.credentials : undefined) ?? noCredentials;
    warnOfUnsafe(config, secure, logger);
  }

  request(request: TransportRequest): Promise<TransportResponse> {
    return this.#run(request, { isLongRunning: isLongRunning(request.path), mayUpgrade: false });
  }

  upgrade(request: TransportRequest): Promise<UpgradeResponse> {
    return this.#run(request, { isLongRunning: true, mayUpgrade: true });
  }

  stats(): TransportStats {
    return { requests: this.#sender.sent, ...this.#stats };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const context of [...this.#running]) context.abort(this.#closedError());
    this.#sender.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #run(
    request: TransportRequest,
    kind: { readonly isLongRunning: boolean; readonly mayUpgrade: boolean },
  ): Promise<UpgradeResponse> {
    const caller = LazyRequest.abortOf(request);
    caller?.throwIfAborted();
    if (this.#isClosed) throw this.#closedError();
    const context = new RequestContext(caller, this.#running);
    try {
      const response = await this.#sendUntilTaken({
        request,
        context,
        ...kind,
      });
      // Error responses remain subject to the timeout.
      if (kind.isLongRunning && response.status < 300) context.stopTimer();
      return response;
    } catch (error) {
      // Also ends earlier responses that were not read completely.
      context.abort(error);
      throw context.reason;
    } finally {
      context.release();
    }
  }

  /** As in client-go, the timeout of a request starts after the wait for the rate limit. */
  async #sendUntilTaken(call: Call): Promise<UpgradeResponse> {
    const { context } = call;
    for (let retries = 0; ; retries++) {
      if (this.#limiter !== undefined) {
        const waitedMs = await this.#limiter.wait(context.signal);
        this.#stats.throttledMs += waitedMs;
        this.#sender.meter?.waited(call.request.method, waitedMs);
      }
      if (retries === 0) context.startTimer(this.#clock, this.#requestTimeoutMs, this.#overdue);
      const response = await this.#sendWithCredentials(
        retries === 0 ? call : { ...call, isRetry: true },
      );
      const waitMs = retryAfterMs(response);
      if (waitMs === undefined || retries >= this.#maxRetries) return response;
      // If the delay exceeds the timeout, the caller decides.
      if (!context.hasTimeFor(this.#clock, waitMs)) return response;
      // Reading the body releases the connection.
      const text = await response.text();
      if (response.status === 504 && isVersionTooLarge(text))
        return new ReadResponse(response, text);
      if (response.status === 429) call.request.onRejected?.();
      context.phase = 'a retry of the overloaded server';
      await pause(this.#clock, waitMs, context.signal);
      this.#stats.retries++;
    }
  }

  /**
   * Sends the request, and once more if the server rejected the credentials and they were renewed.
   */
  async #sendWithCredentials(call: Call): Promise<UpgradeResponse> {
    const current = this.#currentCredentials(call.context);
    const used = current instanceof Promise ? await current : current;
    const response = await this.#sender.send(call, used);
    if (response.status !== 401) return response;
    this.#credentials.invalidate(used);
    const latest = await this.#currentCredentials(call.context);
    if (isSameAs(latest, used)) return response;
    await response.text();
    const second = await this.#sender.send(call, latest);
    if (second.status === 401) this.#credentials.invalidate(latest);
    return second;
  }

  #currentCredentials(context: RequestContext): RequestCredentials | Promise<RequestCredentials> {
    const current = this.#credentials.current(context);
    if (!(current instanceof Promise)) return current;
    context.phase = 'credentials';
    // Credentials may be shared by several requests and ignore the signal of one.
    return abortable(current, context.signal);
  }

  readonly #overdue = (phase: RequestPhase): Error => {
    const { server } = this.config;
    const timeoutMs = this.#requestTimeoutMs;
    return new TransportTimeoutError(
      `the request to the API server ${shownServer(server)} took more than ${timeoutMs} ms while waiting for ${phase}`,
    );
  };

  #closedError(): Error {
    return new VmgenError(
      'ERR_VMGEN_CLOSED',
      `the transport to ${shownServer(this.config.server)} is closed`,
    );
  }
}

/**
 * Returns whether a response has no time limit: watches, logs and proxied requests. The API server
 * ends all other requests after its `--request-timeout` of one minute.
 */
export function isLongRunning(path: string): boolean {
  return WATCH.test(path) || LOG_OR_PROXY.test(path);
}

const WATCH = /[?&]watch=(?:true|1)(?:&|$)/;
const LOG_OR_PROXY =
  /^\/api\/v1\/(?:namespaces\/[^/]+\/)?(?:pods|services|nodes)\/[^/?]+\/(?:log|proxy)(?:[/?]|$)/;

/** Limits the rate of requests. */
interface RequestLimiter {
  /**
   * Resolves with the waiting time in milliseconds when the caller may send. Rejects when aborted.
   */
  wait(signal?: AbortSignal): Promise<number>;
}

/**
 * Creates a token bucket (flowcontrol.NewTokenBucketRateLimiter): a burst of `burst` requests, then
 * `qps` per second. Callers are served in order.
 */
function createRequestLimiter(qps: number, burst: number, clock: Clock): RequestLimiter {
  checkNumber('qps', qps, { above: 0 });
  checkNumber('burst', burst, { min: 1 });
  const bucket = new TokenBucket({ perSecond: qps, burst, clock });
  return {
    async wait(signal) {
      signal?.throwIfAborted();
      const waitMs = bucket.take();
      if (waitMs === 0) return 0;
      await pause(clock, waitMs, signal);
      if (signal?.aborted) {
        bucket.giveBack();
        throw signal.reason;
      }
      return waitMs;
    },
  };
}

/**
 * Returns the delay of a retry if the server is overloaded and requests one (client-go's
 * `checkWait`).
 */
function retryAfterMs({ status, headers }: TransportResponse): number | undefined {
  const header = headers['retry-after'];
  const isBusy = status === 429 || (status >= 500 && status < 600);
  return isBusy && header !== undefined && /^[0-9]{1,6}$/.test(header)
    ? Number(header) * 1000
    : undefined;
}

/**
 * Returns whether the server has not reached the requested resource version. The same request fails
 * while the server lags behind or after it was restored from a backup, so the caller decides: it
 * can request another version (client-go: IsTooLargeResourceVersionError).
 */
function isVersionTooLarge(text: string): boolean {
  return text.includes('ResourceVersionTooLarge') || text.includes('Too large resource version');
}
