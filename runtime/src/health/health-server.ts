import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isPending, settled } from '../async/settled.js';
import { checkNumber } from '../errors/check-number.js';
import { toError } from '../errors/to-error.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { silentLogger, type Logger } from '../logging/logger.js';
import { safeLogger } from '../logging/safe-logger.js';

/**
 * A check that returns if healthy and throws the reason otherwise. It must be synchronous and
 * short.
 */
export type HealthCheck = () => void;

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
   * The checks of `/livez` and `/healthz`, by name. A pod whose liveness probe fails is restarted.
   * Defaults to none: a process that responds is alive.
   */
  readonly live?: Readonly<Record<string, HealthCheck>>;
  /** The checks of `/readyz`, by name. A rollout waits until they pass. Defaults to none. */
  readonly ready?: Readonly<Record<string, HealthCheck>>;
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
  /** Closes the server and its connections. */
  close(): Promise<void>;
  /** Closes the server and its connections. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** A probe is one short request: longer requests are rejected, and no connection is kept open. */
const REQUEST_TIMEOUT_MS = 5_000;
const MAX_HEADER_BYTES = 8_192;
const MAX_CONNECTIONS = 64;

/**
 * Starts the HTTP server for a pod's probes. `GET /livez`, `/healthz` and `/readyz` return 200 if
 * all their checks pass, and 500 otherwise. The response names the failed checks. Their reasons
 * appear only in the log, because any pod in the cluster can send requests.
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
  // Loads Node's HTTP module on first use, so that importing this package opens nothing.
  const { createServer } = await import('node:http');
  const server = createServer(
    { maxHeaderSize: MAX_HEADER_BYTES, requestTimeout: REQUEST_TIMEOUT_MS },
    (request, response) => answer(checks, request, response),
  );
  server.headersTimeout = REQUEST_TIMEOUT_MS;
  server.maxConnections = MAX_CONNECTIONS;
  await listen(server, port, options.host);
  // Work keeps a process alive. When all work has ended, the health server must not delay the
  // restart.
  server.unref();
  const close = (): Promise<void> => closeServer(server);
  return {
    port: (server.address() as AddressInfo).port,
    close,
    [Symbol.asyncDispose]: close,
  };
}

class HealthChecks {
  readonly #byPath: ReadonlyMap<string, readonly (readonly [name: string, check: HealthCheck])[]>;
  readonly #logger: Logger;
  readonly #failing = new Set<HealthCheck>();

  constructor({ live = {}, ready = {}, logger = silentLogger }: HealthServerOptions) {
    const alive = Object.entries(live);
    this.#byPath = new Map([
      ['/livez', alive],
      ['/healthz', alive],
      ['/readyz', Object.entries(ready)],
    ]);
    this.#logger = safeLogger(logger);
  }

  /** The names of the failing checks; undefined if the path has no checks. */
  failuresOf(path: string): readonly string[] | undefined {
    return this.#byPath
      .get(path)
      ?.filter(([name, check]) => !this.#passes(name, check))
      .map(([name]) => name);
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

function answer(checks: HealthChecks, request: IncomingMessage, response: ServerResponse): void {
  const path = request.url?.split('?')[0] ?? '';
  const failures = checks.failuresOf(path);
  response.setHeader('content-type', 'text/plain; charset=utf-8');
  response.setHeader('cache-control', 'no-store');
  response.setHeader('connection', 'close');
  if (failures === undefined) {
    response.writeHead(404).end('not found\n');
  } else if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end('method not allowed\n');
  } else if (failures.length > 0) {
    response.writeHead(500).end(`failed: ${failures.join(', ')}\n`);
  } else {
    response.writeHead(200).end('ok\n');
  }
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
