import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createToken } from './bearer-token.js';
import { kubeconfigText, writePrivateFile } from './kubeconfig.js';
import { listenAddresses } from './listen-addresses.js';
import { createRequestListener, type RequestHandler } from './request-listener.js';
import { createSelfSignedCertificate } from './self-signed-certificate.js';

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
  /** The self-signed certificate, to be trusted as its own authority. */
  readonly caPem: string;
  /** The bearer token of every request. */
  readonly token: string;
  /** A kubeconfig (YAML) with everything needed to connect; holds the token. */
  kubeconfig(): string;
  /** Writes {@link kubeconfig} with mode 0600, replacing what was there in one step. */
  writeKubeconfig(path: string): Promise<void>;
  /** Ends all connections, watches included. */
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
  const host = options.host ?? '127.0.0.1';
  const addresses = listenAddresses(host);
  const { certificatePem, privateKeyPem } = createSelfSignedCertificate(addresses.certified);
  const token = createToken();
  const server = createServer(
    { key: privateKeyPem, cert: certificatePem, keepAliveTimeout: KEEP_ALIVE_MS },
    createRequestListener(handler, token),
  );
  await listen(server, host, options.port ?? 0);
  const port = (server.address() as AddressInfo).port;
  const url = `https://${addresses.inUrl}:${port}`;
  const content = { url, caPem: certificatePem, token };
  return {
    url,
    port,
    caPem: certificatePem,
    token,
    kubeconfig: () => kubeconfigText(content),
    writeKubeconfig: (path) => writePrivateFile(path, kubeconfigText(content)),
    close: () => close(server),
  };
}

type Server = ReturnType<typeof createServer>;

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      reject(new Error(listenMessage(cause, host, port), { cause }));
    });
    server.listen({ host, port }, resolve);
  });
}

function listenMessage(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `port ${port} on ${host} is already in use: stop what listens there, or choose another port (0 takes a free one)`;
    case 'EACCES':
      return `port ${port} on ${host} may not be used by this user: choose one above 1023`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine: choose 127.0.0.1, or 0.0.0.0 for all`;
    default:
      return `cannot listen on ${host}, port ${port}: ${error.message}`;
  }
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
