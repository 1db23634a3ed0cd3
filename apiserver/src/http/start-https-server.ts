import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { resolve } from 'node:path';
import { errorMessage } from '@vmgen/base/text';
import { createToken } from './bearer-token.js';
import { httpLimits, type HttpLimits } from './http-limits.js';
import { kubeconfigText } from './kubeconfig.js';
import { listenAddresses } from './listen-addresses.js';
import { createRequestListeners, type RequestHandler } from './request-listener.js';
import { createServingCertificate } from './serving-certificate.js';
import { removePrivateFile, writePrivateFile } from './write-private-file.js';

/** Where a server listens. */
export interface HttpsServerOptions {
  /** The address to listen on (default 127.0.0.1). */
  readonly host?: string;
  /** 0 (the default) takes any free port. */
  readonly port?: number;
}

/** A server that listens; only holders of its token get in. */
export interface RunningServer {
  /** `https://HOST:PORT`. */
  readonly url: string;
  readonly port: number;
  /** The certificate of the authority behind the server's own, which clients have to trust. */
  readonly caPem: string;
  /** The bearer token of every request. */
  readonly token: string;
  /** A kubeconfig (YAML) with everything needed to connect; holds the token. */
  kubeconfig(): string;
  /**
   * Writes {@link kubeconfig} with mode 0600, replacing the file that was there in one step. {@link close}
   * removes the file, unless somebody has changed it since.
   */
  writeKubeconfig(path: string): Promise<void>;
  /** Ends all connections, watches included, and removes the kubeconfigs that this server wrote. */
  close(): Promise<void>;
}

/** Longer than clients keep a connection idle, so that they and not the server give it up. */
const KEEP_ALIVE_MS = 120_000;

/**
 * Serves `handler` over HTTPS with a certificate and a token of its own.
 *
 * @throws Error where the address cannot be listened on: the port is taken, the host is not ours
 */
export async function startHttpsServer(
  handler: RequestHandler,
  options: HttpsServerOptions = {},
): Promise<RunningServer> {
  return startLimitedServer(handler, options, httpLimits());
}

/** {@link startHttpsServer} with limits other than the defaults. */
export async function startLimitedServer(
  handler: RequestHandler,
  options: HttpsServerOptions,
  limits: HttpLimits,
): Promise<RunningServer> {
  const host = options.host ?? '127.0.0.1';
  const port = options.port ?? 0;
  const addresses = await listenAddresses(host).catch((cause: unknown) => {
    throw listenError(cause, host, port);
  });
  const { caPem, certificatePem, privateKeyPem } = createServingCertificate(addresses.certified);
  const token = createToken();
  const { onRequest, onUpgrade } = createRequestListeners(handler, token, limits);
  const server = createServer(
    {
      key: privateKeyPem,
      cert: certificatePem,
      keepAliveTimeout: KEEP_ALIVE_MS,
      handshakeTimeout: limits.handshakeMs,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkMs,
    },
    onRequest,
  );
  // Node forgets a connection that it gave away.
  const upgraded = new Set<Duplex>();
  server.on('upgrade', (request, socket, head) => {
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    onUpgrade(request, socket, head);
  });
  server.maxConnections = limits.connections;
  await listen(server, addresses.address, port).catch((cause: unknown) => {
    throw listenError(cause, host, port);
  });
  const bound = server.address() as AddressInfo;
  const url = `https://${addresses.inUrl}:${bound.port}`;
  const kubeconfig = kubeconfigText({ url, caPem, token });
  const written = new Set<string>();
  return {
    url,
    port: bound.port,
    caPem,
    token,
    kubeconfig: () => kubeconfig,
    async writeKubeconfig(path) {
      await writePrivateFile(path, kubeconfig);
      // The working folder may be another one by the time of the removal.
      written.add(resolve(path));
    },
    async close() {
      for (const socket of upgraded) socket.destroy();
      await close(server);
      for (const path of written) await removePrivateFile(path, kubeconfig);
      written.clear();
    },
  };
}

type Server = ReturnType<typeof createServer>;

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((done, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, done);
  });
}

/** Why `host` and `port` cannot be listened on, with what to do. */
function listenError(cause: unknown, host: string, port: number): Error {
  const message = errorMessage(cause);
  switch (cause instanceof Error && 'code' in cause ? cause.code : undefined) {
    case undefined:
      return new Error(message, { cause });
    case 'EADDRINUSE':
      return new Error(
        `port ${port} on ${host} is already in use: stop what listens there, or choose another port (0 takes a free one)`,
        { cause },
      );
    case 'EACCES':
      return new Error(
        `port ${port} on ${host} may not be used by this user: choose one above 1023`,
        { cause },
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Error(
        `${host} is no address of this machine: choose 127.0.0.1, or 0.0.0.0 for all`,
        { cause },
      );
    default:
      return new Error(`cannot listen on ${host}, port ${port}: ${message}`, { cause });
  }
}

function close(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}
