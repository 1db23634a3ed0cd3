import type { TransportResponse } from './transport.js';

/**
 * Returns the delay of a retry if the server is overloaded and requests one (client-go's
 * `checkWait`).
 */
export function retryAfterMs({ status, headers }: TransportResponse): number | undefined {
  const header = headers['retry-after'];
  const isBusy = status === 429 || (status >= 500 && status < 600);
  return isBusy && header !== undefined && /^[0-9]{1,6}$/.test(header)
    ? Number(header) * 1000
    : undefined;
}

/**
 * Returns whether the server has not reached the requested resource version. The same request fails
 * while the server lags behind or after it was restored from a backup, so the caller decides: it
 * can request another version (client-go: IsTooLargeResourceVersionError).
 */
export function isVersionTooLarge(text: string): boolean {
  return text.includes('ResourceVersionTooLarge') || text.includes('Too large resource version');
}
