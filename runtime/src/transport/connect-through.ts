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
 * How long each step to a connection may take: to its proxy's tunnel, and to its handshake. Enough for a
 * line with a delay of 5 s; after a cut it is new attempts that go through.
 */
const CONNECT_TIMEOUT_MS = 20_000;

/** An agent hands on what it does not know; `signal` would be the pooled socket's, for all its life. */
export interface TransportRequestOptions extends RequestOptions {
  /** Its signal ends the making of a connection. */
  readonly context?: WaitOptions;
}

type Connect = Agent['createConnection'];
type SecureOptions = TransportRequestOptions & ConnectionOptions;
/** Node's types ask for a stream beside an error, which nobody reads. */
type ConnectionCallback = (error: Error | null, stream?: Duplex) => void;

/** Makes connections as `connect` does, which give up in time. */
export function connectInTime(connect: Connect, clock: Clock, isSecure: boolean): Connect {
  return (options, callback) => {
    const socket = connect(options, callback);
    if (socket) giveUpLate(socket, clock, isSecure);
    return socket;
  };
}

/** Makes connections through a proxy. */
export function connectThrough(proxy: URL, clock: Clock, isSecure: boolean) {
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
  const tunnel = await openInTime(proxy, options, clock);
  if (!isSecure) return tunnel;
  try {
    const { connect: secure } = process.getBuiltinModule('node:tls');
    const socket = secure({ ...options, socket: tunnel });
    giveUpLate(socket, clock, isSecure);
    return socket;
  } catch (error) {
    tunnel.destroy();
    throw error;
  }
}

async function openInTime(proxy: URL, options: SecureOptions, clock: Clock): Promise<Socket> {
  const { host, port, context } = options;
  const attempt = new AbortController();
  const timer = clock.setTimer(CONNECT_TIMEOUT_MS, () => attempt.abort(tooLate()));
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

function giveUpLate(socket: Duplex, clock: Clock, isSecure: boolean): void {
  const timer = clock.setTimer(CONNECT_TIMEOUT_MS, () => socket.destroy(tooLate()));
  const cancel = (): void => timer.cancel();
  socket.once(isSecure ? 'secureConnect' : 'connect', cancel).once('close', cancel);
}

function tooLate(): Error {
  return new TransportTimeoutError(`no connection within ${CONNECT_TIMEOUT_MS} ms`);
}
