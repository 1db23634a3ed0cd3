import { lookup } from 'node:dns/promises';
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isMappedIp, parseIp } from '@vmgen/base/text';

interface ListenAddresses {
  /** The IP address to listen on. */
  readonly address: string;
  /** The host in the server's URL. */
  readonly inUrl: string;
  /** All names and addresses by which clients may reach the server. */
  readonly certified: readonly string[];
}

/** The only host names that mean all addresses of the machine. */
const EVERYWHERE: readonly string[] = ['0.0.0.0', '::'];

/** Whether a text has the form of a host name or IP address, as in a URL. */
export function isHost(text: string): boolean {
  return /^[A-Za-z0-9._-]+$/.test(text) || (isIPv6(text) && !text.includes('%'));
}

/**
 * Resolves `host` to an address, a URL host and names for the certificate. `0.0.0.0` and `::` mean
 * all addresses. Node also interprets an empty host, `0` and `0x0` as such; these are errors here.
 *
 * @throws Error if the host is not a name or address, is unknown, or means all addresses in another
 * form
 */
export async function listenAddresses(host: string): Promise<ListenAddresses> {
  if (!isHost(host)) {
    throw new Error(
      `${JSON.stringify(host)} is not a host name or IP address: use 127.0.0.1, or 0.0.0.0 for all`,
    );
  }
  const { address } = await lookup(host);
  const isEverywhere = EVERYWHERE.includes(host);
  if (!isEverywhere && isUnspecified(address)) {
    throw new Error(`${host} is not an address; to listen on all addresses, use 0.0.0.0`);
  }
  const reachable = isEverywhere ? '127.0.0.1' : host;
  return {
    address,
    inUrl: isIPv6(reachable) ? `[${reachable}]` : reachable,
    certified: [
      ...new Set(['localhost', '127.0.0.1', '::1', ...(isEverywhere ? ownAddresses() : [host])]),
    ],
  };
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? []).map(({ address }) => address),
  );
}

/** Whether an address is zero in either family, or as an IPv4 address within IPv6. */
function isUnspecified(address: string): boolean {
  const { bytes } = parseIp(address);
  return bytes.every((byte, i) => byte === 0 || (i < 12 && isMappedIp(bytes)));
}
