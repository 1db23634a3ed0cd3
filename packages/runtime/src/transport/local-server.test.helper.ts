import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { generate } from 'selfsigned';

/** A server on loopback that ends with the test. */
export interface LocalServer {
  readonly url: string;
  readonly port: number;
  /** The received requests. */
  readonly requests: IncomingMessage[];
  /** The number of opened connections. */
  connections(): number;
  /** The number of open connections. */
  open(): number;
  /** Closes all connections, as a server that ends does. */
  dropConnections(): void;
}

export interface KeyPair {
  readonly cert: string;
  readonly private: string;
}

/** A self-signed certificate for 127.0.0.1. */
export async function makeCertificate(name = 'localhost'): Promise<KeyPair> {
  return generate([{ name: 'commonName', value: name }], {
    algorithm: 'sha256',
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: name },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
}

export async function startServer(
  t: TestContext,
  listener: RequestListener,
  tls?: { key: string; cert: string; ca?: string; requestCert?: boolean },
  upgrade?: (request: IncomingMessage, socket: Duplex) => void,
): Promise<LocalServer> {
  const server = tls === undefined ? createServer() : createSecureServer(tls);
  const requests: IncomingMessage[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', (request, response) => {
    requests.push(request);
    listener(request, response);
  });
  if (upgrade !== undefined) {
    server.on('upgrade', (request, socket) => {
      requests.push(request);
      upgrade(request, socket);
    });
  }
  const port = await listen(server);
  const dropConnections = (): void => sockets.forEach((socket) => socket.destroy());
  t.after(() => {
    dropConnections();
    server.close();
  });
  const url = `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`;
  return {
    url,
    port,
    requests,
    connections: () => connections,
    open: () => sockets.size,
    dropConnections,
  };
}

export function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address: AddressInfo | string | null = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

/** Waits until a condition is met, for events on real sockets and of processes, which need the processor meanwhile. */
export async function until(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !condition() && Date.now() < end;) await wait(1);
  assert.ok(condition(), 'the condition was not met');
}
