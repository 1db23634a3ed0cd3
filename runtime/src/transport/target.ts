import type { RequestOptions } from 'node:http';
import { VmgenError } from '../errors/vmgen-error.js';
import type { Logger } from '../logging/logger.js';
import type { ClusterConfig, RequestCredentials } from './cluster-config.js';
import type { TransportRequest } from './transport.js';
import { proxyAuthorization } from './tunnel.js';

/** Where requests go: the server itself, or for plain HTTP perhaps a proxy. */
export interface Target {
  readonly host: string;
  readonly port: number;
  readonly pathPrefix: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
}

/** Where requests to `server` go, and the headers that all of them carry. */
export function targetOf(server: URL, proxy: URL | undefined, headers: Target['headers']): Target {
  const path = server.pathname.replace(/\/+$/, '');
  if (proxy !== undefined && server.protocol === 'http:') {
    // A plain request is handed to a proxy whole, its server's URL in front.
    return {
      ...hostAndPort(proxy),
      pathPrefix: `${server.origin}${path}`,
      headers: { ...headers, host: server.host, ...proxyAuthorization(proxy) },
    };
  }
  return { ...hostAndPort(server), pathPrefix: path, headers: { ...headers, host: server.host } };
}

function hostAndPort(url: URL): { host: string; port: number } {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port };
}

/** The URL of a configuration's server. */
export function parseServer({ server, source = 'the cluster configuration' }: ClusterConfig): URL {
  let url: URL;
  try {
    url = new URL(server);
  } catch (cause) {
    throw new VmgenError(
      'ERR_VMGEN_CONFIG',
      `${source}: invalid server URL ${JSON.stringify(server)}`,
      { cause },
    );
  }
  if (url.protocol === 'https:' || url.protocol === 'http:') return url;
  throw new VmgenError(
    'ERR_VMGEN_CONFIG',
    `${source}: server ${JSON.stringify(server)} must be an http or https URL`,
  );
}

/** What Node is to send for a request with these credentials. */
export function requestOptions(
  target: Target,
  { method, path, headers, body }: TransportRequest,
  { authorization }: RequestCredentials,
): RequestOptions {
  return {
    host: target.host,
    port: target.port,
    method,
    path: target.pathPrefix + path,
    headers: {
      ...target.headers,
      ...(authorization !== undefined && { authorization }),
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      ...headers,
    },
  };
}

/** Says what of a configuration is unsafe. */
export function warnOfUnsafe(config: ClusterConfig, secure: boolean, logger: Logger): void {
  const { server } = config;
  if (config.insecureSkipTlsVerify === true && secure) {
    logger.warn('the API server is not verified: insecure-skip-tls-verify is set', { server });
  }
  if (!secure && config.credentials !== undefined) {
    logger.warn('credentials are not sent over plain http: use an https server', { server });
  }
}
