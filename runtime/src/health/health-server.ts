import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isPending, settled } from '../async/settled.js';
import { checkNumber } from '../errors/check-number.js';
import { toError } from '../errors/to-error.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { silentLogger, type Logger } from '../logging/logger.js';
import { safeLogger } from '../logging/safe-logger.js';

/** Returns when all is well and throws the reason when it is not. Must be synchronous and short. */
export type HealthCheck = () => void;

/** What a health server answers, and where it listens. */
export interface HealthServerOptions {
  /** The port to listen on, from 0 to 65535; 0 takes any free port. */
  readonly port: number;
  /** The address to listen on. All addresses by default: the kubelet asks from outside the pod. */
  readonly host?: string;
  /**
   * The checks of `/livez` and `/healthz`, by name: a pod whose liveness probe fails is restarted. None by
   * default: a process that answers is alive.
   */
  readonly live?: Readonly<Record<string, HealthCheck>>;
  /** The checks of `/readyz`, by name: a rollout waits until they pass. None by default. */
  readonly ready?: Readonly<Record<string, HealthCheck>>;
  /** Receives a warning when a check begins to fail and a line when it passes again. Silent by default. */
  readonly logger?: Logger;
}

/** A health server that listens. It does not keep the process alive. */
export interface HealthServer {
  /** The port that it listens on. */
  readonly port: number;
  /** Ends the server and its connections. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A probe is one short request: nothing longer is read, and no connection is kept. */
const REQUEST_TIMEOUT_MS = 5_000;
const MAX_HEADER_BYTES = 8_192;
const MAX_CONNECTIONS = 64;

/**
 * Starts the HTTP server of a pod's probes: `GET /livez`, `/healthz` and `/readyz` answer 200 when all
 * their checks pass, and 500 otherwise. The answer names the failed checks; reasons go to the log only,
 * because any pod of the cluster may ask.
 *
 * Rejects with a VmgenError (`ERR_VMGEN_ARGUMENT`) for a port that is no port, and with Node's error when
 * the address cannot be listened on.
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
  // Loading the package opens nothing: Node's HTTP comes with its first use.
  const { createServer } = await import('node:http');
  const server = createServer(
    { maxHeaderSize: MAX_HEADER_BYTES, requestTimeout: REQUEST_TIMEOUT_MS },
    (request, response) => answer(checks, request, response),
  );
  server.headersTimeout = REQUEST_TIMEOUT_MS;
  server.maxConnections = MAX_CONNECTIONS;
  await listen(server, port, options.host);
  // Work keeps a process alive. When all work has ended, probes must not delay the restart.
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

  /** The names of the checks that fail, or undefined when no checks have this path. */
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
      // Probes come every few seconds: only the change is worth a line.
      if (!this.#failing.has(check)) {
        this.#logger.warn('a health check fails', { check: name, error: toError(error) });
      }
      this.#failing.add(check);
      return false;
    }
    if (this.#failing.delete(check))
      this.#logger.info('a health check passes again', { check: name });
    return true;
  }
}

/** The type of a check also fits an async function, whose failure would come too late for the answer. */
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
