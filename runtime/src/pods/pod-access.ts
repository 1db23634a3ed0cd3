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

/** Which part of which log. */
export interface LogOptions extends CallOptions {
  /** May be left out where the pod has one container. */
  readonly container?: string;
  /** Goes on with what is written from now on, until the container ends. */
  readonly follow?: boolean;
  /** That of the container's run before this one. */
  readonly previous?: boolean;
  /** What is not older than this many seconds. */
  readonly sinceSeconds?: number;
  /** What is not older than this moment. */
  readonly sinceTime?: Time;
  /** Only so many lines, the last ones. */
  readonly tailLines?: number;
  /** Ends after so many bytes. */
  readonly limitBytes?: number;
  /** Each line begins with when it was written (RFC 3339). */
  readonly timestamps?: boolean;
}

/** What `attach` takes. */
export interface AttachOptions extends CallOptions {
  /** May be left out where the pod has one container. */
  readonly container?: string;
  /** Gives the session a `stdin`. */
  readonly stdin?: boolean;
  /** With a terminal: one output, and keys such as ctrl-C mean what they do there. */
  readonly tty?: boolean;
}

/** What `exec` takes. */
export interface ExecOptions extends AttachOptions {}

/** Where `forwardPort` listens. */
export interface ForwardPortOptions extends CallOptions {
  /** Any free one by default. */
  readonly localPort?: number;
  /** Which address of this machine; `127.0.0.1`, which others cannot reach, by default. */
  readonly host?: string;
}

/**
 * Reaches into the pods of a namespace. A refusal is an `ApiError`, also of what goes over WebSockets;
 * the signal of a call also ends the stream that came of it, with its reason.
 */
export interface PodAccess {
  /** The bytes of a log as they come. Leaving the loop closes it; slow readers make the server wait. */
  logBytes(name: string, options?: LogOptions): AsyncIterable<Uint8Array>;
  /** As {@link logBytes}, by lines; one of more than 2^20 characters comes in pieces. */
  logLines(name: string, options?: LogOptions): AsyncIterable<string>;
  /** Runs a command in a container. No shell reads it. Needs `get` and `create` of `pods/exec`. */
  exec(name: string, command: readonly string[], options?: ExecOptions): Promise<ExecSession>;
  /** Joins the process that a container runs. Needs `get` and `create` of `pods/attach`. */
  attach(name: string, options?: AttachOptions): Promise<ExecSession>;
  /**
   * Opens one connection to a port of the pod, as a socket. That either side ends, ends both. Needs
   * `get` and `create` of `pods/portforward`.
   */
  connectPort(name: string, port: number, options?: CallOptions): Promise<Duplex>;
  /** Listens on this machine; each connection is one of {@link connectPort}. The signal closes it. */
  forwardPort(name: string, port: number, options?: ForwardPortOptions): Promise<PortForward>;
  /**
   * Deletes a pod as far as its PodDisruptionBudgets allow. What else stands against it is an error.
   */
  evict(name: string, options?: DeleteOptions): Promise<EvictionResult>;
}

/** Which pods, and what an access takes. */
export interface PodAccessOptions {
  readonly namespace: string;
  /** Hears of forwarded connections that fail. Silent when left out. */
  readonly logger?: Logger;
  /** The system's when left out. */
  readonly clock?: Clock;
}

/**
 * Access to the pods of a namespace: logs, commands, ports. All but logs and evictions needs a transport
 * that can open WebSockets, as `createHttpTransport` makes.
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
      // A transport may end an answer at an abort as if the server had.
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
  throw new VmgenError('ERR_VMGEN_ARGUMENT', `${port} is no port: 1 to 65535`);
}
