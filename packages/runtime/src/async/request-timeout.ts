import { TransportTimeoutError } from '../errors/transport-timeout-error.js';
import type { Clock } from './clock.js';
import { within } from './poll.js';

/**
 * Runs a request with a time limit. After `timeoutMs` the request's signal aborts, and the promise
 * rejects even if the request ignores it.
 */
export function withTimeout<R>(
  clock: Clock,
  timeoutMs: number,
  signal: AbortSignal | undefined,
  request: (signal: AbortSignal) => Promise<R>,
): Promise<R> {
  const timeoutError = (): Error =>
    new TransportTimeoutError(`the request received no response within ${timeoutMs} ms`);
  return within({ clock, timeoutMs, signal }, timeoutError, request);
}
