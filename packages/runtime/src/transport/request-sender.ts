import type { ClientRequest } from 'node:http';
import { VmgenError } from '../errors/vmgen-error.js';
import type { Clock } from '../async/clock.js';
import { errorText } from '../logging/error-text.js';
import type { Logger } from '../logging/logger.js';
import type { Metrics } from '../metrics/metrics.js';
import { safeMetrics } from '../metrics/safe-metrics.js';
import type { ClusterConfig, RequestCredentials, Impersonation } from './cluster-config.js';
import type { TransportRequestOptions } from './connect-through.js';
import { createConnections, type Connections } from './connections.js';
import { exchange } from './exchange.js';
import { proxyFor } from './proxy.js';
import type { RequestContext } from './request-context.js';
import { RequestMeter } from './request-meter.js';
import { parseServer, requestHeaders, shownServer, targetOf, type Target } from './target.js';
import type { TransportRequest, UpgradeResponse } from './transport.js';
import { version } from './version.js';
import { quote } from '../logging/quote.js';
import { isUtf8 } from 'node:buffer';

/** A request with its context. */
export interface Call {
  readonly request: TransportRequest;
  readonly context: RequestContext;
  readonly mayUpgrade: boolean;
  /** Whether the response has no end, such as that of a watch. */
  readonly isLongRunning: boolean;
  /** Whether the server was overloaded and requested a retry. */
  readonly isRetry?: boolean;
}

/** Options of {@link RequestSender}. */
interface SenderOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly userAgent?: string;
  readonly metrics?: Metrics;
  /** The environment variables that define proxies. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** Sends single requests to one server. */
export class RequestSender {
  readonly #server: string;
  readonly #connections: Connections;
  /** Undefined without metrics. */
  readonly meter: RequestMeter | undefined;
  readonly #reportWarnings: (header: string) => void;
  readonly #target: Target;
  #open: ((options: TransportRequestOptions) => ClientRequest) | undefined;
  /** The number of sent requests, including retries. */
  sent = 0;

  constructor(config: ClusterConfig, options: SenderOptions) {
    const { clock, logger, metrics, userAgent = defaultUserAgent(), environment } = options;
    const server = parseServer(config);
    const proxy = proxyFor(server, config.proxyUrl, environment);
    this.#server = `the API server ${shownServer(config.server)}`;
    this.#connections = createConnections(config, proxy, clock);
    this.meter = metrics && new RequestMeter(safeMetrics(metrics), server.host, clock);
    this.#reportWarnings = createWarningReporter(logger);
    this.#target = targetOf(server, proxy, {
      'user-agent': userAgent,
      ...(config.impersonate !== undefined && impersonationHeaders(config.impersonate)),
    });
  }

  async send(call: Call, credentials: RequestCredentials): Promise<UpgradeResponse> {
    const { request, context, mayUpgrade, isLongRunning, isRetry } = call;
    const { meter } = this;
    const { body } = request;
    const { protocol, host, port, pathPrefix } = this.#target;
    context.phase = 'the response';
    for (;;) {
      context.throwIfAborted();
      request.beforeSend?.();
      const clientRequest = this.#openRequest({
        protocol,
        host,
        port,
        method: request.method,
        path: pathPrefix + request.path,
        headers: requestHeaders(this.#target, call, credentials),
        agent: this.#connections.agentFor(credentials),
        context,
      });
      this.sent++;
      try {
        const answer = exchange(clientRequest, context, {
          peer: this.#server,
          body,
          mayUpgrade,
          ...(meter &&
            !isLongRunning && { onBody: (bytes) => meter.received(request.method, bytes) }),
        });
        const response = await (meter?.measure(request, answer, isRetry) ?? answer);
        const warning = response.headers['warning'];
        if (warning !== undefined) this.#reportWarnings(warning);
        return response;
      } catch (error) {
        if (context.aborted) throw error;
        // The server closed an idle connection while it was reused, so the request was not
        // processed.
        const isStale = clientRequest.reusedSocket && isConnectionReset(error);
        if (request.method === 'GET' && isStale) continue;
        throw connectionError(error, this.#server);
      }
    }
  }

  /** Closes all connections that are not in use by a request. */
  close(): void {
    this.#connections.close();
  }

  /** Node's module is loaded with the first request. `https` would only copy the options. */
  #openRequest(options: TransportRequestOptions): ClientRequest {
    this.#open ??= process.getBuiltinModule('node:http').request;
    return this.#open(options);
  }
}

function isConnectionReset(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
}

/** Adds the URL of the server, because Node's network errors contain only an address. */
function connectionError(cause: unknown, server: string): Error {
  const message = `cannot reach ${server}: ${errorText(cause)}`;
  return new VmgenError('ERR_VMGEN_CONNECTION', message, { cause });
}

/** Returns the default user agent, such as `vmgen/0.1.0 (linux/x64)`. */
function defaultUserAgent(): string {
  return `vmgen/${version} (${process.platform}/${process.arch})`;
}

/** Returns the impersonation headers. Throws if a name is not valid in a header. */
function impersonationHeaders(impersonation: Impersonation): Record<string, string | string[]> {
  const { user, uid, groups = [], extra = {} } = impersonation;
  const headers: Record<string, string | string[]> = { 'impersonate-user': headerValue(user) };
  if (uid !== undefined) headers['impersonate-uid'] = headerValue(uid);
  if (groups.length > 0) headers['impersonate-group'] = groups.map(headerValue);
  for (const [key, values] of Object.entries(extra)) {
    headers[`impersonate-extra-${encodeKey(key)}`] = values.map(headerValue);
  }
  return headers;
}

/** Encodes a name as UTF-8, as Go does. Node sends each character of a header as one byte. */
function headerValue(name: string): string {
  if (/[\u0000-\u001f\u007f]/.test(name)) {
    throw new VmgenError(
      'ERR_VMGEN_CONFIG',
      `impersonation: the name contains a control character: ${quote(name)}`,
    );
  }
  return Buffer.from(name).toString('latin1');
}

/** Extra keys may contain characters that are not valid in header names. */
function encodeKey(key: string): string {
  return encodeURIComponent(key.toLowerCase()).replace(
    /[()]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
}

/**
 * The maximum number of remembered texts. Texts with object names differ, so the oldest ones are
 * removed.
 */
const MAX_TEXTS = 1000;

/** Logs the API's warnings (RFC 7234, code 299), each text once. */
function createWarningReporter(logger: Logger): (header: string) => void {
  const reported = new Set<string>();
  return (header) => {
    for (const text of parseWarnings(header)) {
      if (reported.has(text)) continue;
      reported.add(text);
      const [oldest] = reported;
      if (reported.size > MAX_TEXTS && oldest !== undefined) reported.delete(oldest);
      logger.warn('warning from the API server', { warning: text });
    }
  };
}

/** Returns the texts of all warnings with code 299 in a header. */
export function parseWarnings(header: string): string[] {
  const texts: string[] = [];
  for (const [, code, text = ''] of utf8Text(header).matchAll(
    /([0-9]{3}) \S+ "((?:[^"\\]|\\.)*)"/gs,
  )) {
    if (code === '299') texts.push(text.replace(/\\(.)/gs, '$1'));
  }
  return texts;
}

/** Node decodes headers as Latin-1, but the API server writes UTF-8. */
function utf8Text(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : header;
}
