import { BlockList, isIP } from 'node:net';
import { VmgenError } from '../errors/vmgen-error.js';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for a server, as Go's `http.ProxyFromEnvironment` has it: `HTTPS_PROXY` or `HTTP_PROXY`
 * after the server's scheme, unless `NO_PROXY` excepts its host; and, as curl has it, `ALL_PROXY` where
 * there is no such. What runs on this machine is never called through a proxy. A kubeconfig's own
 * `proxy-url` goes before all of that.
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
  if (!value || isExcepted(server, valueOf('NO_PROXY') ?? '')) return undefined;
  return parseProxyUrl(value, name);
}

/** Whether a proxy speaks SOCKS and not HTTP. */
export function isSocks({ protocol }: URL): boolean {
  return protocol === 'socks5:' || protocol === 'socks5h:';
}

/**
 * The name that a proxy's certificate must have, for who speaks TLS with it. Node would take that of the
 * Host header, which names the server behind; for an address it wants none, and looks at the address.
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
    // Node's error holds the whole text, a password in it too.
    throw new VmgenError('ERR_VMGEN_CONFIG', `${origin}: invalid proxy URL`);
  }
  if (url.protocol === 'http:' || url.protocol === 'https:' || isSocks(url)) return url;
  throw new VmgenError(
    'ERR_VMGEN_CONFIG',
    `${origin}: unsupported proxy scheme ${JSON.stringify(url.protocol)}: use http, https or socks5`,
  );
}

function isExcepted(server: URL, noProxy: string): boolean {
  const host = bareHost(server.hostname);
  if (isLoopback(host)) return true;
  const port = server.port || (server.protocol === 'https:' ? '443' : '80');
  return noProxy
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .some((entry) => entry !== '' && matchesEntry(entry, host, port));
}

/** `*`, an address, a range of addresses, or a domain with its subdomains (`.domain`: only these). */
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

/** URLs write an IPv6 address in brackets. */
function bareHost(host: string): string {
  return host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
}
