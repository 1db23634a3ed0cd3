import { VmgenError } from '../errors/vmgen-error.js';
import type { Logger } from '../logging/logger.js';
import { quote } from '../logging/quote.js';
import type { ClusterConfig, RequestCredentials } from './cluster-config.js';
import { isSocks } from './proxy.js';
import type { TransportRequest } from './transport.js';
import { proxyAuthorization } from './tunnel.js';

/** Where requests go: the server itself, or for plain HTTP perhaps a proxy. */
export interface Target {
  readonly protocol: string;
  readonly host: string;
  readonly port: number;
  readonly pathPrefix: string;
  /** Names and values in turn: what Node takes in half the time that an object takes it. */
  readonly headers: readonly string[];
}

/** Where requests to `server` go, and the headers that all of them carry. */
export function targetOf(
  server: URL,
  proxy: URL | undefined,
  headers: Readonly<Record<string, string | readonly string[]>>,
): Target {
  const { protocol, host } = server;
  const path = server.pathname.replace(/\/+$/, '');
  if (proxy !== undefined && protocol === 'http:' && !isSocks(proxy)) {
    // A plain request is handed to a proxy whole, its server's URL in front.
    return {
      ...hostAndPort(proxy),
      protocol: proxy.protocol,
      pathPrefix: `${server.origin}${path}`,
      headers: headerPairs({ ...headers, host, ...proxyAuthorization(proxy) }),
    };
  }
  return {
    ...hostAndPort(server),
    protocol,
    pathPrefix: path,
    headers: headerPairs({ ...headers, host }),
  };
}

function headerPairs(headers: Readonly<Record<string, string | readonly string[]>>): string[] {
  return Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().flatMap((value) => [name, value]),
  );
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
  } catch {
    // Node's error holds the whole text, a password in it too.
    throw new VmgenError(
      'ERR_VMGEN_CONFIG',
      `${source}: invalid server URL ${quote(shownServer(server))}`,
    );
  }
  if (url.protocol === 'https:' || url.protocol === 'http:') return url;
  throw new VmgenError(
    'ERR_VMGEN_CONFIG',
    `${source}: server ${quote(shownServer(server))} must be an http or https URL`,
  );
}

/**
 * A server's URL as messages show it: without a user and password, which have no place in it. A password
 * with a slash makes the URL invalid, and is not shown either.
 */
export function shownServer(server: string): string {
  return server.replace(/\/\/.*@/s, '//');
}

/** Throws where an authority is named and no certificate is to be verified, as client-go does. */
export function checkTrust(config: ClusterConfig): void {
  const { certificateAuthority, insecureSkipTlsVerify, source } = config;
  if (certificateAuthority === undefined || insecureSkipTlsVerify !== true) return;
  throw new VmgenError(
    'ERR_VMGEN_CONFIG',
    `${source ?? 'the cluster configuration'}: certificate-authority together with ` +
      'insecure-skip-tls-verify is not allowed: remove insecure-skip-tls-verify',
  );
}

/** The headers of a request with these credentials, its own in the place of the target's. */
export function requestHeaders(
  target: Target,
  { method, headers, body }: TransportRequest,
  { authorization }: RequestCredentials,
): readonly string[] {
  const pairs = target.headers.slice();
  if (authorization !== undefined) pairs.push('authorization', authorization);
  if (body !== undefined) pairs.push('content-length', String(Buffer.byteLength(body)));
  else if (method !== 'GET' && method !== 'DELETE') pairs.push('content-length', '0');
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined) continue;
    remove(pairs, name);
    pairs.push(name, value);
  }
  return pairs;
}

function remove(pairs: string[], name: string): void {
  for (let index = pairs.length - 2; index >= 0; index -= 2) {
    if (pairs[index] === name) pairs.splice(index, 2);
  }
}

/** Says what of a configuration is unsafe. */
export function warnOfUnsafe(config: ClusterConfig, secure: boolean, logger: Logger): void {
  const server = shownServer(config.server);
  if (config.insecureSkipTlsVerify === true && secure) {
    logger.warn('the API server is not verified: insecure-skip-tls-verify is set', { server });
  }
  if (!secure && config.credentials !== undefined) {
    logger.warn('credentials are not sent over plain http: use an https server', { server });
  }
}
