import type { ClientRequest } from 'node:http';
import { VmgenError } from '../errors/vmgen-error.js';
import type { Clock } from '../async/clock.js';
import { errorText } from '../logging/error-text.js';
import type { Logger } from '../logging/logger.js';
import type { Metrics } from '../metrics/metrics.js';
import { safeMetrics } from '../metrics/safe-metrics.js';
import type { ClusterConfig, RequestCredentials } from './cluster-config.js';
import type { TransportRequestOptions } from './connect-through.js';
import { createConnections, type Connections } from './connections.js';
import { exchange } from './exchange.js';
import { impersonationHeaders } from './impersonation.js';
import { proxyFor } from './proxy.js';
import type { RequestContext } from './request-context.js';
import { RequestMeter } from './request-meter.js';
import { parseServer, requestHeaders, shownServer, targetOf, type Target } from './target.js';
import type { TransportRequest, UpgradeResponse } from './transport.js';
import { defaultUserAgent } from './user-agent.js';
import { createWarningReporter } from './warning-headers.js';

/** A request, and what it lives by. */
export interface Call {
  readonly request: TransportRequest;
  readonly context: RequestContext;
  readonly mayUpgrade: boolean;
}

/** How requests are sent. */
interface SenderOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly userAgent?: string;
  readonly metrics?: Metrics;
  /** Where proxies are looked up. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** Sends single requests to one server, whatever it answers. */
export class RequestSender {
  readonly #server: string;
  readonly #connections: Connections;
  readonly #meter: RequestMeter | undefined;
  readonly #reportWarnings: (header: string) => void;
  readonly #target: Target;
  #open: ((options: TransportRequestOptions) => ClientRequest) | undefined;
  /** How many were sent, repetitions included. */
  sent = 0;

  constructor(config: ClusterConfig, options: SenderOptions) {
    const { clock, logger, metrics, userAgent = defaultUserAgent(), environment } = options;
    const server = parseServer(config);
    const proxy = proxyFor(server, config.proxyUrl, environment);
    this.#server = `the API server ${shownServer(config.server)}`;
    this.#connections = createConnections(config, proxy, clock);
    this.#meter = metrics && new RequestMeter(safeMetrics(metrics), server.host, clock);
    this.#reportWarnings = createWarningReporter(logger);
    this.#target = targetOf(server, proxy, {
      'user-agent': userAgent,
      'accept-encoding': 'gzip',
      ...(config.impersonate !== undefined && impersonationHeaders(config.impersonate)),
    });
  }

  async send(call: Call, credentials: RequestCredentials): Promise<UpgradeResponse> {
    const { request, context, mayUpgrade } = call;
    const { body } = request;
    const { protocol, host, port, pathPrefix } = this.#target;
    context.phase = 'the answer';
    for (;;) {
      context.throwIfEnded();
      request.beforeSend?.();
      const clientRequest = this.#openRequest({
        protocol,
        host,
        port,
        method: request.method,
        path: pathPrefix + request.path,
        headers: requestHeaders(this.#target, request, credentials),
        agent: this.#connections.agentFor(credentials),
        context,
      });
      this.sent++;
      try {
        const answer = exchange(clientRequest, context, {
          peer: this.#server,
          body,
          mayUpgrade,
        });
        const response = await (this.#meter?.measure(request.method, answer) ?? answer);
        const warning = response.headers['warning'];
        if (warning !== undefined) this.#reportWarnings(warning);
        return response;
      } catch (error) {
        if (context.isEnded) throw error;
        // The server hung up on an idle connection just as it was taken: nothing was read of it.
        const isStale = clientRequest.reusedSocket && isConnectionReset(error);
        if (request.method === 'GET' && isStale) continue;
        throw connectionError(error, this.#server);
      }
    }
  }

  /** Ends all connections that no request holds. */
  close(): void {
    this.#connections.close();
  }

  /** Node's own module is loaded with the first request. `https` would only copy the options. */
  #openRequest(options: TransportRequestOptions): ClientRequest {
    this.#open ??= process.getBuiltinModule('node:http').request;
    return this.#open(options);
  }
}

function isConnectionReset(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
}

/** Node's network errors name an address at most; people know their server by its URL. */
function connectionError(cause: unknown, server: string): Error {
  const message = `cannot reach ${server}: ${errorText(cause)}`;
  return new VmgenError('ERR_VMGEN_CONNECTION', message, { cause });
}
