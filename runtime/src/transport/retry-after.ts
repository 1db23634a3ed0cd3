import type { TransportResponse } from './transport.js';

/** When to come again, where the server is busy and says so (client-go's `checkWait`). */
export function retryAfterMs({ status, headers }: TransportResponse): number | undefined {
  const header = headers['retry-after'];
  const isBusy = status === 429 || (status >= 500 && status < 600);
  return isBusy && header !== undefined && /^[0-9]{1,6}$/.test(header)
    ? Number(header) * 1000
    : undefined;
}

/**
 * Whether an answer says that the server has not reached the resource version that was asked for. The
 * same request fails again for as long as the server is behind or was restored from a backup, so its
 * caller decides: it can ask for another version (client-go: IsTooLargeResourceVersionError).
 */
export function isVersionTooLarge(text: string): boolean {
  return text.includes('ResourceVersionTooLarge') || text.includes('Too large resource version');
}
