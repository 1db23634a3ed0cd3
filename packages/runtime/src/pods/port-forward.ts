import type { AddressInfo, Server, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { childAbort } from '../async/child-abort.js';
import { onAbort } from '../async/on-abort.js';
import type { Logger } from '../logging/logger.js';

/** A local port that is forwarded to a port of a pod. */
export interface PortForward extends AsyncDisposable {
  /** The local port. */
  readonly port: number;
  /** Stops listening and closes all connections. Idempotent. */
  close(): Promise<void>;
}

/** Options of {@link listenAndForward}. */
interface ListenOptions {
  readonly host: string;
  readonly localPort: number;
  readonly signal?: AbortSignal | undefined;
  readonly logger: Logger;
}

/** Listens and forwards each connection to one that `connect` opens. */
export async function listenAndForward(
  connect: (signal: AbortSignal) => Promise<Duplex>,
  { host, localPort, signal, logger }: ListenOptions,
): Promise<PortForward> {
  signal?.throwIfAborted();
  const { createServer } = process.getBuiltinModule('node:net');
  const closing = new AbortController();
  const server = createServer((local) => {
    join(local, connect, closing.signal).catch((error: unknown) => {
      local.destroy();
      if (!closing.signal.aborted) logger.warn('a connection to a pod failed', { error });
    });
  });
  const port = await listen(server, host, localPort);
  server.on('error', (error) => logger.warn('cannot accept a connection to a pod', { error }));
  const closed = new Promise<void>((resolve) => server.once('close', resolve));
  const close = (): Promise<void> => {
    stopListening();
    closing.abort();
    server.close();
    return closed;
  };
  const stopListening = onAbort(signal, () => void close());
  return { port, close, [Symbol.asyncDispose]: close };
}

/**
 * Forwards bytes in both directions until one side ends. Then both end after all data was
 * delivered.
 */
async function join(
  local: Socket,
  connect: (signal: AbortSignal) => Promise<Duplex>,
  closing: AbortSignal,
): Promise<void> {
  const gone = childAbort(closing);
  const stopListening = onAbort(closing, () => local.destroy());
  local.on('error', () => {});
  local.once('close', () => {
    stopListening();
    // Data of a client that has ended its connection properly must still be delivered.
    if (!local.readableEnded) gone.abort();
  });
  try {
    await carry(local, await connect(gone.signal));
  } finally {
    gone.abort();
  }
}

function carry(local: Socket, remote: Duplex): Promise<void> {
  return new Promise((resolve, reject) => {
    remote.once('error', reject);
    remote.once('close', resolve);
    local.once('close', () => {
      if (local.readableEnded) remote.resume();
      else remote.destroy();
    });
    local.pipe(remote).pipe(local);
  });
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address: AddressInfo | string | null = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
