import type { Duplex } from 'node:stream';
import { childAbort } from '../async/child-abort.js';
import { systemClock, type Clock } from '../async/clock.js';
import type { CallOptions, DeleteOptions } from '../client/options.js';
import { encodeQuery } from '../client/query.js';
import { ResourceCalls } from '../client/resource-calls.js';
import { checkNamespace } from '../client/resource-path.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { silentLogger, type Logger } from '../logging/logger.js';
import { safeLogger } from '../logging/safe-logger.js';
import type { Time } from '../meta/types.js';
import type { Transport } from '../transport/transport.js';
import { evict, type EvictionResult } from './evict.js';
import { createExecSession, EXEC_PROTOCOLS, type ExecSession } from './exec-session.js';
import { logLines } from './log-lines.js';
import { podCall, podPath, PODS, type PodQuery } from './pod-path.js';
import { portConnection, PORT_PROTOCOLS } from './port-connection.js';
import { listenAndForward, type PortForward } from './port-forward.js';
import { openWebSocket, type WebSocketConnection } from './web-socket.js';

/** Options of `logBytes` and `logLines`. */
export interface LogOptions extends CallOptions {
  /** The container. May be omitted if the pod has only one. */
  readonly container?: string;
  /** Continues with new output until the container ends. Defaults to false. */
  readonly follow?: boolean;
  /** Returns the log of the previous run of the container. Defaults to false. */
  readonly previous?: boolean;
  /** Returns only lines that are not older than this number of seconds. Defaults to all lines. */
  readonly sinceSeconds?: number;
  /** Returns only lines that are not older than this time. Defaults to all lines. */
  readonly sinceTime?: Time;
  /** Returns only this number of lines, from the end. Defaults to all lines. */
  readonly tailLines?: number;
  /** Ends after this number of bytes. Defaults to no limit. */
  readonly limitBytes?: number;
  /** Starts each line with its time (RFC 3339). Defaults to false. */
  readonly timestamps?: boolean;
}

/** Options of `attach`. */
export interface AttachOptions extends CallOptions {
  /** The container. May be omitted if the pod has only one. */
  readonly container?: string;
  /** Opens the standard input. Defaults to false. */
  readonly stdin?: boolean;
  /**
   * Allocates a terminal, with a single output and control keys such as ctrl-C. Defaults to false.
   */
  readonly tty?: boolean;
}

/** Options of `exec`. */
export interface ExecOptions extends AttachOptions {}

/** Options of `forwardPort`. */
export interface ForwardPortOptions extends CallOptions {
  /** The local port. Defaults to a free port. */
  readonly localPort?: number;
  /** The local address. Defaults to `127.0.0.1`, which other machines cannot reach. */
  readonly host?: string;
}

/**
 * Accesses the pods of a namespace. All methods reject with an `ApiError` for an error response,
 * including those that use WebSockets. The signal of a call also ends the resulting stream with its
 * reason.
 */
export interface PodAccess {
  /**
   * Yields the bytes of a log as they arrive. Leaving the loop closes it. The server waits for slow
   * readers.
   */
  logBytes(name: string, options?: LogOptions): AsyncIterable<Uint8Array>;
  /** Like {@link logBytes}, but yields lines. A line of more than 2^20 characters is split. */
  logLines(name: string, options?: LogOptions): AsyncIterable<string>;
  /** Runs a command in a container, without a shell. Requires `get` and `create` on `pods/exec`. */
  exec(name: string, command: readonly string[], options?: ExecOptions): Promise<ExecSession>;
  /** Attaches to the process of a container. Requires `get` and `create` on `pods/attach`. */
  attach(name: string, options?: AttachOptions): Promise<ExecSession>;
  /**
   * Opens a connection to a port of the pod. If one side ends it, both directions end. Requires
   * `get` and `create` on `pods/portforward`.
   */
  connectPort(name: string, port: number, options?: CallOptions): Promise<Duplex>;
  /**
   * Listens on a local port and forwards each connection by {@link connectPort}. The signal closes
   * it.
   */
  forwardPort(name: string, port: number, options?: ForwardPortOptions): Promise<PortForward>;
  /** Deletes a pod if its PodDisruptionBudgets allow it. Rejects for all other reasons. */
  evict(name: string, options?: DeleteOptions): Promise<EvictionResult>;
}

/** Options of {@link createPodAccess}. */
export interface PodAccessOptions {
  /** The namespace of the pods. */
  readonly namespace: string;
  /** Logs failed forwarded connections. Defaults to no logging. */
  readonly logger?: Logger;
  /** Defaults to {@link systemClock}. */
  readonly clock?: Clock;
}

/**
 * Creates the access to the pods of a namespace: logs, commands and ports. Except for logs and
 * evictions, the transport must support upgrades, as that of `createHttpTransport` does.
 *
 * @example
 * const pods = createPodAccess(transport, { namespace: 'default' });
 * for await (const line of pods.logLines('web-0', { follow: true, signal })) console.log(line);
 *
 * @example
 * const pods = createPodAccess(transport, { namespace: 'default' });
 * await using session = await pods.exec('web-0', ['cat', '/etc/hostname']);
 * session.stdout.on('data', (chunk: Buffer) => process.stdout.write(chunk));
 * session.stderr.resume();
 * const { exitCode } = await session.exit;
 * console.log(exitCode);
 */
export function createPodAccess(transport: Transport, options: PodAccessOptions): PodAccess {
  return new Access(transport, options);
}

class Access implements PodAccess {
  readonly #transport: Transport;
  readonly #namespace: string;
  readonly #logger: Logger;
  readonly #clock: Clock;
  readonly #calls: ResourceCalls;

  constructor(transport: Transport, options: PodAccessOptions) {
    const { namespace, logger = silentLogger, clock = systemClock } = options;
    checkNamespace(PODS, namespace);
    this.#transport = transport;
    this.#namespace = namespace;
    this.#logger = safeLogger(logger);
    this.#clock = clock;
    this.#calls = new ResourceCalls(transport, PODS, namespace, undefined);
  }

  async *logBytes(name: string, options: LogOptions = {}): AsyncGenerator<Uint8Array> {
    const { signal, ...query } = options;
    const ended = childAbort(signal);
    try {
      const response = await this.#calls.send({
        method: 'GET',
        name,
        subresource: 'log',
        query: encodeQuery(query),
        signal: ended.signal,
      });
      yield* response.body;
      // On an abort, a transport may end the response as if the server had ended it.
      signal?.throwIfAborted();
    } finally {
      ended.abort();
    }
  }

  logLines(name: string, options?: LogOptions): AsyncIterable<string> {
    return logLines(this.logBytes(name, options));
  }

  async exec(
    name: string,
    command: readonly string[],
    options: ExecOptions = {},
  ): Promise<ExecSession> {
    if (command.length === 0) throw new VmgenError('ERR_VMGEN_ARGUMENT', 'exec: no command');
    return this.#session(name, 'exec', { command }, options);
  }

  async attach(name: string, options: AttachOptions = {}): Promise<ExecSession> {
    return this.#session(name, 'attach', {}, options);
  }

  async connectPort(name: string, port: number, options: CallOptions = {}): Promise<Duplex> {
    checkPort(port);
    const query = { ports: port };
    const protocols = PORT_PROTOCOLS;
    const path = podPath(this.#namespace, name, 'portforward', query);
    return portConnection(await this.#open(name, path, protocols, options), port);
  }

  async forwardPort(
    name: string,
    port: number,
    { localPort = 0, host = '127.0.0.1', signal }: ForwardPortOptions = {},
  ): Promise<PortForward> {
    checkPort(port);
    const logger = this.#logger;
    return listenAndForward((ended) => this.connectPort(name, port, { signal: ended }), {
      host,
      localPort,
      signal,
      logger,
    });
  }

  async evict(name: string, options: DeleteOptions = {}): Promise<EvictionResult> {
    return evict(this.#calls, { name, namespace: this.#namespace }, options);
  }

  async #session(
    name: string,
    subresource: string,
    query: PodQuery,
    { container, stdin = false, tty = false, signal }: AttachOptions,
  ): Promise<ExecSession> {
    const asked = { stdin, stderr: !tty };
    const path = podPath(this.#namespace, name, subresource, {
      ...query,
      container,
      ...asked,
      stdout: true,
      tty,
    });
    return createExecSession(await this.#open(name, path, EXEC_PROTOCOLS, { signal }), asked);
  }

  #open(
    name: string,
    path: string,
    protocols: readonly string[],
    { signal }: { readonly signal?: AbortSignal | undefined },
  ): Promise<WebSocketConnection> {
    const call = podCall(name);
    return openWebSocket(this.#transport, { path, protocols, call, clock: this.#clock, signal });
  }
}

function checkPort(port: number): void {
  if (Number.isInteger(port) && port > 0 && port < 65_536) return;
  throw new VmgenError(
    'ERR_VMGEN_ARGUMENT',
    `port is ${port}; it must be a whole number from 1 to 65535`,
  );
}
