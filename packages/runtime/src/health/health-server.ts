import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { systemClock, type Clock } from '../async/clock.js';
import { within } from '../async/poll.js';
import { isPending, settled } from '../async/settled.js';
import { checkNumber } from '../errors/check-number.js';
import { toError } from '../errors/to-error.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { silentLogger, type Logger } from '../logging/logger.js';
import { safeLogger } from '../logging/safe-logger.js';
import { inTurn } from './in-turn.js';

/**
 * A check that returns if healthy and throws the reason otherwise. It must be synchronous and
 * short.
 */
export type HealthCheck = () => void;

/** The content of a page of a health server. */
export interface HealthServerContent {
  /** The status code. Defaults to 200. */
  readonly status?: number;
  /** Further headers, by name. Defaults to none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The value of the header `content-type`. */
  readonly contentType: string;
  /** The body. */
  readonly text: string;
}

/**
 * Returns the content of a page for a request with this `authorization` header, which is undefined if it
 * has none, and with this query.
 */
export type HealthServerPage = (
  authorization: string | undefined,
  query: URLSearchParams,
) => Promise<HealthServerContent>;

/** A certificate and its private key, both as PEM. */
export interface HealthServerCertificate {
  /** The certificate, followed by its intermediate certificates. */
  readonly cert: string;
  /** The private key. */
  readonly key: string;
}

/** The checks of a health server and its address. */
export interface HealthServerOptions {
  /** The port to listen on, from 0 to 65535; 0 selects a free port. */
  readonly port: number;
  /**
   * The address to listen on. Defaults to all addresses, because the kubelet connects from outside
   * the pod.
   */
  readonly host?: string;
  /**
   * The names that requests may use in the header `Host`, besides `localhost` and IP addresses. Other
   * requests are answered with 421: a web page could otherwise read this server, with a name that
   * resolves to a loopback address (DNS rebinding). `'any'` accepts all names. Defaults to none if the
   * server listens on a loopback address, and to `'any'` otherwise.
   */
  readonly hostNames?: readonly string[] | 'any';
  /**
   * The checks of `/livez` and `/healthz`, by name. A pod whose liveness probe fails is restarted.
   * Defaults to none: a process that responds is alive.
   */
  readonly live?: Readonly<Record<string, HealthCheck>>;
  /** The checks of `/readyz`, by name. A rollout waits until they pass. Defaults to none. */
  readonly ready?: Readonly<Record<string, HealthCheck>>;
  /**
   * Further pages by path, such as `/metrics`. They are requested with GET. A page that rejects is
   * answered with 500 and logged; one that takes longer than 10 s, and a request while 16 pages are
   * being created or sent, with 503. A client has 10 s to read a page. Defaults to none.
   */
  readonly pages?: Readonly<Record<string, HealthServerPage>>;
  /** Measures how long pages take. Defaults to {@link systemClock}. */
  readonly clock?: Clock;
  /** Serves HTTPS with this certificate. Defaults to HTTP. */
  readonly tls?: HealthServerCertificate;
  /**
   * Receives a warning when a check starts to fail, and a line when it passes again. Defaults to no
   * logging.
   */
  readonly logger?: Logger;
}

/** A listening health server. It does not keep the process alive. */
export interface HealthServer {
  /** The port that the server listens on. */
  readonly port: number;
  /** Replaces the certificate of the option `tls` for new connections. */
  setCertificate(certificate: HealthServerCertificate): void;
  /** Closes the server and its connections. */
  close(): Promise<void>;
  /** Closes the server and its connections. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** A probe is one short request: longer requests are rejected, and no connection is kept open. */
const REQUEST_TIMEOUT_MS = 5_000;
/** How often Node looks for requests that take too long. */
const CHECK_INTERVAL_MS = 1_000;
/** The time limit of a page, and then of its transfer; Prometheus waits as long by default. */
const PAGE_MS = 10_000;
/** The number of pages that are created or sent at a time. Probes do not wait for them. */
const MAX_PAGES = 16;
const MAX_HEADER_BYTES = 8_192;
const MAX_CONNECTIONS = 64;
const WRONG_HOST = 'wrong host name; use localhost, an IP address, or add it to hostNames\n';

/**
 * Starts the HTTP server for a pod's probes. `GET /livez`, `/healthz` and `/readyz` return 200 if
 * all their checks pass, and 500 otherwise; `/readyz/NAME` runs one check. The response names the
 * failed checks, and with `?verbose` all of them. Their reasons appear only in the log, because any
 * pod in the cluster can send requests.
 *
 * Rejects with a VmgenError (`ERR_VMGEN_ARGUMENT`) if the port is invalid, and with Node's error if
 * the server cannot listen on the address.
 *
 * @example
 * await using health = await startHealthServer({
 *   port: 8081,
 *   ready: {
 *     caches: () => {
 *       if (!informer.hasSynced) throw new Error('the caches are not synced');
 *     },
 *   },
 *   logger,
 * });
 */
export async function startHealthServer(options: HealthServerOptions): Promise<HealthServer> {
  const port = checkNumber('port', options.port, { min: 0, max: 65_535, isWhole: true });
  const checks = new HealthChecks(options);
  const { tls } = options;
  const settings = {
    maxHeaderSize: MAX_HEADER_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
  };
  let accepts = (_host: string | undefined): boolean => false;
  const onRequest = inTurn((request, response) => {
    if (accepts(request.headers.host)) void answer(checks, request, response);
    else response.writeHead(421, { connection: 'close' }).end(WRONG_HOST);
  });
  // Loads Node's HTTP modules on first use, so that importing this package opens nothing.
  const https = tls === undefined ? undefined : await import('node:https');
  const secure =
    tls &&
    https?.createServer({ ...settings, handshakeTimeout: REQUEST_TIMEOUT_MS, ...tls }, onRequest);
  const server: Server = secure ?? (await import('node:http')).createServer(settings, onRequest);
  limitConnections(server);
  await listen(server, port, options.host);
  const address = server.address() as AddressInfo;
  const { hostNames = isLoopback(address.address) ? [] : 'any' } = options;
  accepts = hostNames === 'any' ? () => true : (host) => isNamed(host, hostNames);
  // Work keeps a process alive. When all work has ended, the health server must not delay the
  // restart.
  server.unref();
  const close = (): Promise<void> => closeServer(server);
  return {
    port: address.port,
    setCertificate: (certificate) => secure?.setSecureContext({ ...certificate }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * Closes the oldest connections without a request if there are too many, so that connections on which
 * nobody sends anything do not exclude probes.
 */
function limitConnections(server: Server): void {
  /** By the client's address, because a TLS connection is another object than its TCP connection. */
  const idle = new Map<string, Socket>();
  const keyOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
  server.on('connection', (socket: Socket) => {
    const key = keyOf(socket);
    idle.set(key, socket);
    socket.once('close', () => {
      if (idle.get(key) === socket) idle.delete(key);
    });
    const [oldest] = idle.values();
    if (idle.size > MAX_CONNECTIONS) oldest?.destroy();
  });
  server.on('request', ({ socket }: IncomingMessage) => idle.delete(keyOf(socket)));
}

class HealthChecks {
  readonly #byPath: ReadonlyMap<string, readonly (readonly [name: string, check: HealthCheck])[]>;
  readonly #pages: Readonly<Record<string, HealthServerPage>>;
  readonly #logger: Logger;
  readonly clock: Clock;
  readonly #failing = new Set<HealthCheck>();
  #openPages = 0;

  constructor({
    live = {},
    ready = {},
    pages = {},
    clock = systemClock,
    logger = silentLogger,
  }: HealthServerOptions) {
    const alive = Object.entries(live);
    this.#byPath = new Map([
      ['/livez', alive],
      ['/healthz', alive],
      ['/readyz', Object.entries(ready)],
    ]);
    this.#pages = pages;
    this.clock = clock;
    this.#logger = safeLogger(logger);
  }

  /** Runs the checks of a path, or the one that it names; undefined if it has no checks. */
  resultsOf(path: string): readonly (readonly [name: string, passes: boolean])[] | undefined {
    const [, probe = '', named] = /^(\/[^/]*)(?:\/(.+))?$/.exec(path) ?? [];
    const checks = this.#byPath.get(probe);
    const wanted = named === undefined ? checks : checks?.filter(([name]) => name === named);
    if (wanted === undefined || (named !== undefined && wanted.length === 0)) return undefined;
    return wanted.map(([name, check]) => [name, this.#passes(name, check)]);
  }

  /** Returns the content of a page, which needs memory until it is `sent`; undefined if there is no such page. */
  async pageOf(
    path: string,
    authorization: string | undefined,
    query: string,
    sent: Promise<void>,
  ): Promise<HealthServerContent | undefined> {
    const page = Object.hasOwn(this.#pages, path) ? this.#pages[path] : undefined;
    if (page === undefined) return undefined;
    if (this.#openPages >= MAX_PAGES) return plainText(503, 'too many requests for pages');
    this.#openPages++;
    const late = new VmgenError('ERR_VMGEN_TIMEOUT', `the page took longer than ${PAGE_MS} ms`);
    const content = (async () => page(authorization, new URLSearchParams(query)))();
    // A late page may end after its request was answered.
    void Promise.allSettled([content, sent]).then(() => this.#openPages--);
    try {
      const limit = { clock: this.clock, timeoutMs: PAGE_MS };
      return await within(
        limit,
        () => late,
        () => content,
      );
    } catch (error) {
      this.#logger.error('a page failed', { path, error: toError(error) });
      return error === late ? plainText(503, late.message) : plainText(500, 'the page failed');
    }
  }

  #passes(name: string, check: HealthCheck): boolean {
    try {
      requireSynchronous(check);
    } catch (error) {
      // Probes arrive every few seconds, so only changes are logged.
      if (!this.#failing.has(check)) {
        this.#logger.warn('health check failed', { check: name, error: toError(error) });
      }
      this.#failing.add(check);
      return false;
    }
    if (this.#failing.delete(check))
      this.#logger.info('health check passes again', { check: name });
    return true;
  }
}

/**
 * The type of a check also accepts an async function, whose failure would come too late for the
 * response.
 */
function requireSynchronous(check: () => unknown): void {
  const result = check();
  if (!isPending(result)) return;
  void settled(result, () => {});
  throw new VmgenError('ERR_VMGEN_ARGUMENT', 'the check is asynchronous; make it synchronous');
}

async function answer(
  checks: HealthChecks,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [path = '', query = ''] = request.url?.split('?', 2) ?? [];
  response.setHeader('content-type', 'text/plain; charset=utf-8');
  response.setHeader('cache-control', 'no-store');
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('connection', 'close');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end('method not allowed\n');
    return;
  }
  const results = checks.resultsOf(path);
  if (results !== undefined) {
    const failures = results.filter(([, passes]) => !passes).map(([name]) => name);
    const lines = query.split('&').some((part) => part === 'verbose' || part.startsWith('verbose='))
      ? results.map(([name, passes]) => `${passes ? '[+]' : '[-]'} ${name}\n`).join('')
      : '';
    const summary = failures.length > 0 ? `failed: ${failures.join(', ')}\n` : 'ok\n';
    response.writeHead(failures.length > 0 ? 500 : 200).end(`${lines}${summary}`);
    return;
  }
  const sent = new Promise<void>((resolve) => response.once('close', resolve));
  const page = await checks.pageOf(path, request.headers.authorization, query, sent);
  if (page === undefined) response.writeHead(404).end('not found\n');
  else {
    const { status = 200, headers, contentType, text } = page;
    const limit = checks.clock.setTimer(PAGE_MS, () => response.destroy());
    void sent.then(() => limit.cancel());
    response.writeHead(status, { ...headers, 'content-type': contentType }).end(text);
  }
}

function plainText(status: number, text: string): HealthServerContent {
  return { status, contentType: 'text/plain; charset=utf-8', text: `${text}\n` };
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

/**
 * Returns whether a header `Host` contains an IP address, `localhost` or one of the names. No web page
 * has such an address as the name of another server.
 */
function isNamed(host: string | undefined, names: readonly string[]): boolean {
  // Browsers always send the header.
  if (host === undefined) return true;
  if (!URL.canParse(`http://${host}`)) return false;
  // The URL has lower case and valid addresses only.
  const name = new URL(`http://${host}`).hostname.replace(/\.$/, '');
  return (
    /^(\[.*\]|\d+\.\d+\.\d+\.\d+|(.*\.)?localhost)$/.test(name) ||
    names.some((each) => each.toLowerCase() === name)
  );
}

function listen(server: Server, port: number, host: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
