import type { TransportResponse } from '@vmgen/runtime';
import { childAbort, pause } from '@vmgen/runtime/async';
import { requestTimedOut } from '../errors/status-error.js';
import type { RequestContext } from '../registry/request-context.js';

/**
 * Returns the response of a read, or rejects at its deadline. The read then continues without a client.
 * The steps of a write check its deadline themselves, so that it has no effect later.
 *
 * @throws ApiError 504 at the deadline
 */
export function beforeDeadline(
  context: RequestContext,
  answered: TransportResponse | Promise<TransportResponse>,
): TransportResponse | Promise<TransportResponse> {
  const isRead = context.info.verb === 'get' || context.info.verb === 'list';
  const isLimited = isRead && context.deadlineMs < Infinity;
  return isLimited && answered instanceof Promise ? raced(context, answered) : answered;
}

async function raced(
  { clock, deadlineMs, request }: RequestContext,
  answered: Promise<TransportResponse>,
): Promise<TransportResponse> {
  const isAnswered = childAbort(request.signal);
  const end = async (): Promise<TransportResponse> => {
    await pause(clock, Math.max(0, deadlineMs - clock.nowMs()), isAnswered.signal);
    // The pause ends early with the response, or with the signal of the request.
    if (isAnswered.signal.aborted) return answered;
    throw requestTimedOut();
  };
  try {
    return await Promise.race([answered, end()]);
  } finally {
    isAnswered.abort();
  }
}
