import type { Duplex } from 'node:stream';
import { childAbort } from '../async/child-abort.js';
import { systemClock, type Clock } from '../async/clock.js';
import type { CallOptions, DeleteOptions } from '../client/options.js';
import { encodeQuery, encodeParameter } from '../client/query.js';
import { ResourceCalls } from '../client/resource-calls.js';
import {
  checkNamespace,
  checkName,
  collectionPath,
  type PathResource,
} from '../client/resource-path.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { silentLogger, type Logger } from '../logging/logger.js';
import { safeLogger } from '../logging/safe-logger.js';
import type { Time } from '../meta/types.js';
import type { Transport } from '../transport/transport.js';
import { evict, type EvictionResult } from './evict.js';
import { createExecSession, EXEC_PROTOCOLS, type ExecSession } from './exec-session.js';
import { listenAndForward, type PortForward } from './port-forward.js';
import { openWebSocket, type WebSocketConnection } from './web-socket.js';
import type { FailedCall } from '../client/api-error-from-response.js';
import { sendOnChannel } from './channels.js';

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

/** Longer lines are split into pieces of this number of characters. */
const MAX_LINE_LENGTH = 2 ** 20;

/**
 * Yields the lines of a log without line breaks, including empty lines and an incomplete last line.
 * Chunks may end anywhere, also within a character.
 */
async function* logLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let pending = '';
  for await (const chunk of chunks) {
    const lines = (pending + decoder.decode(chunk, { stream: true })).split('\n');
    pending = lines.pop() ?? '';
    yield* lines;
    for (; pending.length >= MAX_LINE_LENGTH; pending = pending.slice(MAX_LINE_LENGTH)) {
      yield pending.slice(0, MAX_LINE_LENGTH);
    }
  }
  pending += decoder.decode();
  if (pending !== '') yield pending;
}

const PODS: PathResource = { group: '', version: 'v1', plural: 'pods', scope: 'Namespaced' };

/** The query of a subresource. A list adds the parameter once per item. */
type PodQuery = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** Returns the path of a subresource of a pod. Throws if the name is not valid in a path. */
function podPath(namespace: string, name: string, subresource: string, query: PodQuery): string {
  checkName(PODS, name);
  const parameters = Object.entries(query).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((each) => each !== undefined)
      .map((each) => encodeParameter(key, String(each))),
  );
  const path = `${collectionPath(PODS, namespace)}/${encodeURIComponent(name)}/${subresource}`;
  return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
}

/** Returns the description of a request for error messages. */
function podCall(name: string): FailedCall {
  return { method: 'GET', resource: 'pods', group: '', plural: 'pods', name };
}

/**
 * The subprotocol of port-forward that kubelets support natively. kubectl tunnels SPDY instead, to
 * multiplex connections; here each connection has its own WebSocket.
 */
const PORT_PROTOCOLS = ['v4.channel.k8s.io'];

const DATA = 0;
const ERROR = 1;
/** Each channel starts with the number of its port. */
const PORT_BYTES = 2;
const MAX_MESSAGE_LENGTH = 1000;

/** Returns the connection to a port, over its own WebSocket, as a stream. */
function portConnection(connection: WebSocketConnection, port: number): Duplex {
  const unread = [PORT_BYTES, PORT_BYTES];
  let problem = '';
  const node = process.getBuiltinModule('node:stream');
  const stream = new node.Duplex({
    // The protocol does not support half-open connections.
    allowHalfOpen: false,
    read: () => connection.resume(),
    write: (chunk: Buffer, _encoding, done) => sendOnChannel(connection, DATA, chunk, done),
    final: (done) => {
      connection.close();
      done();
    },
    destroy: (error, done) => {
      connection.close();
      done(error);
    },
  });
  // The stream may fail before the caller adds a listener. An error without a listener would end
  // the process.
  stream.on('error', () => {});
  connection.listen({
    onMessage(payload) {
      const [channel = 0] = payload;
      const skipped = Math.min(unread[channel] ?? 0, payload.length - 1);
      unread[channel] = (unread[channel] ?? 0) - skipped;
      const data = payload.subarray(1 + skipped);
      if (channel === ERROR)
        problem = (problem + data.toString('utf8')).slice(0, MAX_MESSAGE_LENGTH);
      if (channel === DATA && data.length > 0 && !stream.push(data)) connection.pause();
    },
    onEnd(error) {
      if (problem !== '') stream.destroy(unreachable(port, problem));
      else if (error !== undefined) stream.destroy(error);
      else stream.push(null);
    },
  });
  return stream;
}

/** The server's text is untrusted, so it is quoted. */
function unreachable(port: number, text: string): VmgenError {
  const message = `port ${port} of the pod cannot be reached: ${JSON.stringify(text)}`;
  return new VmgenError('ERR_VMGEN_CONNECTION', message);
}
