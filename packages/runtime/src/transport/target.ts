import { VmgenError } from '../errors/vmgen-error.js';
import type { Logger } from '../logging/logger.js';
import { quote } from '../logging/quote.js';
import type { ClusterConfig, RequestCredentials } from './cluster-config.js';
import { isSocks } from './proxy.js';
import type { TransportRequest } from './transport.js';
import { proxyAuthorization } from './tunnel.js';

/** The target of requests: the server, or a proxy for plain HTTP. */
export interface Target {
  readonly protocol: string;
  readonly host: string;
  readonly port: number;
  readonly pathPrefix: string;
  /** Alternating names and values, which Node processes twice as fast as an object. */
  readonly headers: readonly string[];
}

/** Returns the target of requests to `server`, with the headers of all requests. */
export function targetOf(
  server: URL,
  proxy: URL | undefined,
  headers: Readonly<Record<string, string | readonly string[]>>,
): Target {
  const { protocol, host } = server;
  const path = server.pathname.replace(/\/+$/, '');
  if (proxy !== undefined && protocol === 'http:' && !isSocks(proxy)) {
    // A proxy receives a plain HTTP request with the complete URL.
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

/** Parses the server URL of a configuration. */
export function parseServer({ server, source = 'the cluster configuration' }: ClusterConfig): URL {
  let url: URL;
  try {
    url = new URL(server);
  } catch {
    // Node's error contains the whole text, including a password.
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
 * Returns the URL of a server for messages, without user and password. Also removes a password with
 * a slash, which makes the URL invalid.
 */
export function shownServer(server: string): string {
  return server.replace(/\/\/.*@/s, '//');
}

/**
 * Throws if a certificate authority is configured but verification is disabled, as client-go does.
 */
export function checkTrust(config: ClusterConfig): void {
  const { certificateAuthority, insecureSkipTlsVerify, source } = config;
  if (certificateAuthority === undefined || insecureSkipTlsVerify !== true) return;
  throw new VmgenError(
    'ERR_VMGEN_CONFIG',
    `${source ?? 'the cluster configuration'}: certificate-authority together with ` +
      'insecure-skip-tls-verify is not allowed; remove insecure-skip-tls-verify',
  );
}

/**
 * Returns the headers of a request with these credentials. Headers of the request replace those of
 * the target.
 *
 * Only responses that end may be compressed. kube-apiserver 1.37 compresses the events of a streamed
 * list separately, also those after the list, and Node decompresses each of them in another thread.
 */
export function requestHeaders(
  target: Target,
  call: { readonly request: TransportRequest; readonly isLongRunning: boolean },
  { authorization }: RequestCredentials,
): readonly string[] {
  const { method, headers, body } = call.request;
  const pairs = target.headers.slice();
  pairs.push('accept-encoding', call.isLongRunning ? 'identity' : 'gzip');
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

/** Logs warnings about insecure settings. */
export function warnOfUnsafe(config: ClusterConfig, secure: boolean, logger: Logger): void {
  const server = shownServer(config.server);
  if (config.insecureSkipTlsVerify === true && secure) {
    logger.warn(
      'the certificate of the API server is not verified: insecure-skip-tls-verify is set',
      { server },
    );
  }
  if (!secure && config.credentials !== undefined) {
    logger.warn('credentials are not sent over plain http; use an https server', { server });
  }
}
