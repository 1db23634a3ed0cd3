import { BlockList, isIP } from 'node:net';
import { VmgenError } from '../errors/vmgen-error.js';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the proxy for a server. As in Go's `http.ProxyFromEnvironment`, it is `HTTPS_PROXY` or
 * `HTTP_PROXY`, depending on the server's scheme, unless `NO_PROXY` excludes the host. As in curl,
 * `ALL_PROXY` is the fallback. Loopback addresses have no proxy. The `proxy-url` of a kubeconfig
 * takes precedence.
 */
export function proxyFor(
  server: URL,
  proxyUrl: string | undefined,
  environment: Environment = process.env,
): URL | undefined {
  if (proxyUrl) return parseProxyUrl(proxyUrl, 'proxy-url');
  const names = [server.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY', 'ALL_PROXY'];
  const valueOf = (name: string): string | undefined =>
    environment[name] || environment[name.toLowerCase()];
  const name = names.find(valueOf);
  const value = name && valueOf(name);
  if (!value || isExcluded(server, valueOf('NO_PROXY') ?? '')) return undefined;
  return parseProxyUrl(value, name);
}

/** Returns whether a proxy uses SOCKS instead of HTTP. */
export function isSocks({ protocol }: URL): boolean {
  return protocol === 'socks5:' || protocol === 'socks5h:';
}

/**
 * Returns the name that the certificate of a proxy must contain. Node would use the Host header,
 * which contains the target server. For an address it is empty, and Node verifies the address.
 */
export function serverNameOf({ hostname }: URL): string {
  const host = bareHost(hostname);
  return isIP(host) === 0 ? host : '';
}

function parseProxyUrl(text: string, origin: string): URL {
  let url: URL;
  try {
    url = new URL(text.includes('://') ? text : `http://${text}`);
    for (const part of [url.username, url.password]) decodeURIComponent(part);
  } catch {
    // Node's error contains the whole text, including a password.
    throw new VmgenError('ERR_VMGEN_CONFIG', `${origin}: invalid proxy URL`);
  }
  if (url.protocol === 'http:' || url.protocol === 'https:' || isSocks(url)) return url;
  throw new VmgenError(
    'ERR_VMGEN_CONFIG',
    `${origin}: unsupported proxy scheme ${JSON.stringify(url.protocol)}; use http, https or socks5`,
  );
}

function isExcluded(server: URL, noProxy: string): boolean {
  const host = bareHost(server.hostname);
  if (isLoopback(host)) return true;
  const port = server.port || (server.protocol === 'https:' ? '443' : '80');
  return noProxy
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .some((entry) => entry !== '' && matchesEntry(entry, host, port));
}

/**
 * Matches `*`, an address, a range of addresses, or a domain with its subdomains (`.domain`: only
 * the subdomains).
 */
function matchesEntry(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  if (entry.includes('/')) return isInRange(entry, host);
  const { name, entryPort } = splitPort(entry);
  if (entryPort !== undefined && entryPort !== port) return false;
  if (isIP(name) !== 0) return name === host;
  const domain = name.replace(/^\*\./, '.');
  return domain.startsWith('.')
    ? host.endsWith(domain)
    : host === domain || host.endsWith(`.${domain}`);
}

function splitPort(entry: string): { name: string; entryPort?: string } {
  if (isIP(entry) !== 0) return { name: entry };
  const match = /^(.*):([0-9]+)$/.exec(entry);
  if (match === null) return { name: bareHost(entry) };
  const [, name = '', entryPort = ''] = match;
  return { name: bareHost(name), entryPort };
}

function isInRange(range: string, host: string): boolean {
  const [address = '', bits = ''] = range.split('/');
  const family = familyOf(address);
  if (family === undefined || familyOf(host) !== family || !/^[0-9]+$/.test(bits)) return false;
  if (Number(bits) > (family === 'ipv4' ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(address, Number(bits), family);
  return list.check(host, family);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const family = isIP(address);
  return family === 0 ? undefined : family === 4 ? 'ipv4' : 'ipv6';
}

/** Removes the brackets of IPv6 addresses in URLs. */
function bareHost(host: string): string {
  return host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
}
