import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { resolve } from 'node:path';
import { errorMessage } from '@vmgen/base/text';
import { errorCode } from '../errors/error-code.js';
import { createAuthenticator, type Credentials } from './authenticator.js';
import { createToken } from './bearer-token.js';
import { httpLimits, type HttpLimits } from './http-limits.js';
import { listenAddresses } from './listen-addresses.js';
import { RequestTimeouts } from './request-timeouts.js';
import { createRequestListeners, type RequestHandler } from './request-listener.js';
import { createServingCertificate, type ServingCertificate } from './serving-certificate.js';
import { removePrivateFile, writePrivateFile } from './write-private-file.js';

/** Options of {@link startHttpsServer}. */
export interface HttpsServerOptions {
  /** The address or host name to listen on. Defaults to 127.0.0.1. */
  readonly host?: string;
  /** The port. Defaults to 0, which selects a free port. */
  readonly port?: number;
}

/** Options of the servers that other commands and tests start. */
interface LimitedServerOptions extends HttpsServerOptions {
  /** The certificate and its authority. Defaults to new ones. */
  readonly serving?: ServingCertificate;
  /** Users beside the one of the token. Defaults to none. */
  readonly credentials?: Credentials;
}

/** A running HTTPS server. All requests need its token, or one that it issued for a service account. */
export interface RunningServer {
  /** `https://HOST:PORT`. */
  readonly url: string;
  /** The port that the server listens on. */
  readonly port: number;
  /** The certificate of the authority that clients must trust, in PEM format. */
  readonly caPem: string;
  /** The bearer token of the only user, who may do everything. */
  readonly token: string;
  /**
   * Returns a kubeconfig (YAML) with everything that a client needs.
   *
   * @param token the bearer token in it, such as one of a service account. Defaults to {@link token}
   */
  kubeconfig(token?: string): string;
  /**
   * Writes {@link kubeconfig} with mode 0600, and atomically replaces an existing file. {@link
   * close} removes the file, unless it was changed in the meantime.
   */
  writeKubeconfig(path: string): Promise<void>;
  /**
   * Closes all connections, including watches, and removes the kubeconfigs that this server wrote.
   */
  close(): Promise<void>;
}

/** Longer than clients retain idle connections, so that clients close them first. */
const KEEP_ALIVE_MS = 120_000;

/**
 * Serves `handler` over HTTPS with a new certificate and token.
 *
 * @throws Error if the server cannot listen: for example, the port is in use, or the host is not
 * local
 */
export async function startHttpsServer(
  handler: RequestHandler,
  options: HttpsServerOptions = {},
): Promise<RunningServer> {
  return startLimitedServer(handler, options, httpLimits());
}

/** As {@link startHttpsServer}, with limits other than the defaults. */
export async function startLimitedServer(
  handler: RequestHandler,
  options: LimitedServerOptions,
  limits: HttpLimits,
): Promise<RunningServer> {
  const host = options.host ?? '127.0.0.1';
  const port = options.port ?? 0;
  const fail = (cause: unknown): never => {
    throw listenError(cause, host, port);
  };
  const addresses = await listenAddresses(host).catch(fail);
  const { serving = createServingCertificate(addresses.certified), credentials = {} } = options;
  const { caPem } = serving;
  const token = createToken();
  const authenticate = createAuthenticator(token, credentials, (each) =>
    handler.userOfToken?.(each),
  );
  const { onRequest, onUpgrade } = createRequestListeners(handler, authenticate, limits);
  const timeouts = new RequestTimeouts(limits);
  const server = createServer(
    { ...tlsOptions(serving, credentials), ...timeLimits(limits) },
    (request, response) => {
      timeouts.noteStarted(response);
      onRequest(request, response);
    },
  );
  server.on('clientError', timeouts.onClientError);
  server.on('upgrade', onUpgrade);
  const sockets = trackSockets(server);
  server.maxConnections = limits.connections;
  await listen(server, addresses.address, port).catch(fail);
  const bound = server.address() as AddressInfo;
  const url = `https://${addresses.inUrl}:${bound.port}`;
  handler.listening?.({ host: addresses.inUrl, port: bound.port });
  const kubeconfigOf = (of = token): string => kubeconfigText({ url, caPem, token: of });
  const kubeconfig = kubeconfigOf();
  const written = new Set<string>();
  return {
    url,
    port: bound.port,
    caPem,
    token,
    kubeconfig: kubeconfigOf,
    async writeKubeconfig(path) {
      await writePrivateFile(path, kubeconfig);
      // The working directory may change before the file is removed.
      written.add(resolve(path));
    },
    async close() {
      const closed = new Promise((done) => server.close(done));
      for (const socket of sockets) socket.destroy();
      await closed;
      for (const path of written) await removePrivateFile(path, kubeconfig);
      written.clear();
    },
  };
}

function tlsOptions(
  { privateKeyPem, certificatePem }: ServingCertificate,
  { clientCaPem }: Credentials,
) {
  const own = { key: privateKeyPem, cert: certificatePem };
  // Invalid certificates are rejected with 401, as all other invalid credentials.
  const clients = { ca: clientCaPem, requestCert: true, rejectUnauthorized: false };
  return clientCaPem === undefined ? own : { ...own, ...clients };
}

function timeLimits(limits: HttpLimits) {
  return {
    keepAliveTimeout: KEEP_ALIVE_MS,
    handshakeTimeout: limits.handshakeMs,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
  };
}

type Server = ReturnType<typeof createServer>;

/**
 * Returns the open connections, which `close` destroys: Node does not end connections that were upgraded,
 * or whose TLS handshake is not complete.
 */
function trackSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((done, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, done);
  });
}

/** Returns the error for `host` and `port`, with the fix. */
function listenError(cause: unknown, host: string, port: number): Error {
  const message = errorMessage(cause);
  switch (errorCode(cause)) {
    case '':
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
        `${host} is not an address of this machine: choose 127.0.0.1, or 0.0.0.0 for all`,
        { cause },
      );
    default:
      return new Error(`cannot listen on ${host}, port ${port}: ${message}`, { cause });
  }
}

interface KubeconfigContent {
  readonly url: string;
  readonly caPem: string;
  readonly token: string;
}

/** Returns a kubeconfig with one context, `vmgen`, in the namespace `default`. */
function kubeconfigText({ url, caPem, token }: KubeconfigContent): string {
  // A JSON string is valid YAML. Loading the YAML library takes longer than starting the server.
  const text = (value: string): string => JSON.stringify(value);
  return `apiVersion: v1
kind: Config
clusters:
  - name: vmgen
    cluster:
      server: ${text(url)}
      certificate-authority-data: ${text(Buffer.from(caPem).toString('base64'))}
users:
  - name: vmgen
    user:
      token: ${text(token)}
contexts:
  - name: vmgen
    context:
      cluster: vmgen
      user: vmgen
      namespace: default
current-context: vmgen
`;
}
