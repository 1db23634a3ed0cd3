import { lookup } from 'node:dns/promises';
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { ipBytes } from './ip-bytes.js';

interface ListenAddresses {
  /** What to listen on: an IP address. */
  readonly address: string;
  /** The host as it stands in the server's URL. */
  readonly inUrl: string;
  /** All names and addresses under which clients may reach the server. */
  readonly certified: readonly string[];
}

/** How all addresses of the machine are asked for, and the only ways. */
const EVERYWHERE: readonly string[] = ['0.0.0.0', '::'];

/** Whether a text has the form of a host name or of an IP address, as a URL can carry them. */
export function isHost(text: string): boolean {
  return /^[A-Za-z0-9._-]+$/.test(text) || (isIPv6(text) && !text.includes('%'));
}

/**
 * What a server that listens on `host` is called; `0.0.0.0` and `::` mean every address, and nothing else
 * does: node takes an empty host, `0` and `0x0` for that as well.
 *
 * @throws Error where the host is no name or address, is not known, or means every address unasked
 */
export async function listenAddresses(host: string): Promise<ListenAddresses> {
  if (!isHost(host)) {
    throw new Error(
      `${JSON.stringify(host)} is no host name or IP address: choose 127.0.0.1, or 0.0.0.0 for all`,
    );
  }
  const { address } = await lookup(host);
  const isEverywhere = EVERYWHERE.includes(host);
  if (!isEverywhere && isUnspecified(address)) {
    throw new Error(
      `${host} means every address of this machine: say 0.0.0.0 where that is wanted`,
    );
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

/** Zero in either family, or as an IPv4 address within IPv6. */
function isUnspecified(address: string): boolean {
  const hex = ipBytes(address).toString('hex');
  return /^0*$/.test(hex) || /^0{20}ffff0{8}$/.test(hex);
}
