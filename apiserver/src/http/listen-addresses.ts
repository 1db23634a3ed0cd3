import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

export interface ListenAddresses {
  /** The host as it stands in the server's URL. */
  readonly inUrl: string;
  /** All names and addresses under which clients may reach the server. */
  readonly certified: readonly string[];
}

/** What a server that listens on `host` is called; `0.0.0.0` and `::` mean every address. */
export function listenAddresses(host: string): ListenAddresses {
  const everywhere = host === '0.0.0.0' || host === '::';
  const own = everywhere
    ? Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address))
    : [host];
  const reachable = everywhere ? '127.0.0.1' : host;
  return {
    inUrl: isIPv6(reachable) ? `[${reachable}]` : reachable,
    certified: [...new Set(['localhost', '127.0.0.1', '::1', ...own])],
  };
}
