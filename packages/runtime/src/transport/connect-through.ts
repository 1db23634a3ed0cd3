import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import { toError } from '../errors/to-error.js';
import { TransportTimeoutError } from '../errors/transport-timeout-error.js';
import type { Clock } from '../async/clock.js';
import { onAbort } from '../async/on-abort.js';
import type { WaitOptions } from '../async/wait-options.js';
import { isSocks } from './proxy.js';
import { openSocks } from './socks.js';
import { openTunnel } from './tunnel.js';
import type { Agent, RequestOptions } from 'node:https';

/**
 * The time limit of each step of a connection: the tunnel of the proxy and the handshake.
 * Sufficient for a network with a delay of 5 s. After an outage, new attempts succeed sooner than
 * pending ones.
 */
const CONNECT_TIMEOUT_MS = 20_000;

/**
 * The agent passes unknown options on. The option `signal` would apply to the whole life of the
 * pooled socket.
 */
export interface TransportRequestOptions extends RequestOptions {
  /** Its signal aborts the connection attempt. */
  readonly context?: WaitOptions;
}

type Connect = Agent['createConnection'];
type SecureOptions = TransportRequestOptions & ConnectionOptions;
/** Node's type requires a stream in addition to an error. It is not used. */
type ConnectionCallback = (error: Error | null, stream?: Duplex) => void;

/** Wraps `connect` with a time limit, and sends small packets without a delay. */
export function connectWithLimit(connect: Connect, clock: Clock, isSecure: boolean): Connect {
  const { Socket } = process.getBuiltinModule('node:net');
  return (options, callback) => {
    const socket = connect(options, callback);
    if (socket) limitConnecting(socket, clock, isSecure);
    // Node ignores the agent's option `noDelay` for TLS. The last packet of a request would then wait
    // until the server acknowledges the others, which can take 40 ms.
    if (socket instanceof Socket) socket.setNoDelay(true);
    return socket;
  };
}

/** Returns a function that connects through a proxy. */
export function connectThrough(
  proxy: URL,
  clock: Clock,
  { isSecure }: { readonly isSecure: boolean },
) {
  return (options: SecureOptions, callback: ConnectionCallback): undefined => {
    connect(proxy, options, clock, isSecure).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(toError(error)),
    );
  };
}

async function connect(
  proxy: URL,
  options: SecureOptions,
  clock: Clock,
  isSecure: boolean,
): Promise<Socket> {
  const tunnel = await openWithLimit(proxy, options, clock);
  if (!isSecure) return tunnel;
  try {
    const { connect: secure } = process.getBuiltinModule('node:tls');
    const socket = secure({ ...options, socket: tunnel });
    limitConnecting(socket, clock, isSecure);
    return socket;
  } catch (error) {
    tunnel.destroy();
    throw error;
  }
}

async function openWithLimit(proxy: URL, options: SecureOptions, clock: Clock): Promise<Socket> {
  const { host, port, context } = options;
  const attempt = new AbortController();
  const timer = clock.setTimer(CONNECT_TIMEOUT_MS, () => attempt.abort(connectTimeout()));
  const stopListening = onAbort(context?.signal, () => attempt.abort(context?.signal?.reason));
  const open = isSocks(proxy) ? openSocks : openTunnel;
  try {
    const tunnel = await open(proxy, host ?? '', port ?? 443, attempt.signal);
    if (attempt.signal.aborted) tunnel.destroy();
    attempt.signal.throwIfAborted();
    return tunnel;
  } finally {
    timer.cancel();
    stopListening();
  }
}

function limitConnecting(socket: Duplex, clock: Clock, isSecure: boolean): void {
  const timer = clock.setTimer(CONNECT_TIMEOUT_MS, () => socket.destroy(connectTimeout()));
  const cancel = (): void => timer.cancel();
  socket.once(isSecure ? 'secureConnect' : 'connect', cancel).once('close', cancel);
}

function connectTimeout(): Error {
  return new TransportTimeoutError(`no connection within ${CONNECT_TIMEOUT_MS} ms`);
}
