import { TransportTimeoutError } from '../errors/transport-timeout-error.js';
import type { Clock } from './clock.js';
import { within } from './poll.js';

/**
 * Runs a request that must have ended after `timeoutMs`: its signal aborts then, and the promise
 * rejects even when the request takes no notice.
 */
export function withTimeout<R>(
  clock: Clock,
  timeoutMs: number,
  signal: AbortSignal | undefined,
  request: (signal: AbortSignal) => Promise<R>,
): Promise<R> {
  const late = (): Error =>
    new TransportTimeoutError(`the request had no answer within ${timeoutMs} ms`);
  return within({ clock, timeoutMs, signal }, late, request);
}
