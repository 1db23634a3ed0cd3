import type { TransportResponse } from './transport.js';

/** When to come again, where the server is busy and says so (client-go's `checkWait`). */
export function retryAfterMs({ status, headers }: TransportResponse): number | undefined {
  const header = headers['retry-after'];
  const isBusy = status === 429 || (status >= 500 && status < 600);
  return isBusy && header !== undefined && /^[0-9]{1,6}$/.test(header)
    ? Number(header) * 1000
    : undefined;
}
