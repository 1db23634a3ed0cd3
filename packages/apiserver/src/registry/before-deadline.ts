import { requestTimedOut } from '../errors/status-error.js';
import { orAborted } from '../request/or-aborted.js';
import type { RequestContext } from './request-context.js';

type Limited = Pick<RequestContext, 'clock' | 'deadlineMs' | 'request'>;

/**
 * Resolves or rejects as `work` does, but rejects when the request ends first. The work then continues
 * without a client.
 *
 * @throws ApiError 504 at the deadline, and the reason of the request's signal
 */
export async function beforeDeadline<T>(
  { clock, deadlineMs, request }: Limited,
  work: Promise<T>,
): Promise<T> {
  const expired = new AbortController();
  const timer = clock.setTimer(Math.max(0, deadlineMs - clock.nowMs()), () =>
    expired.abort(requestTimedOut()),
  );
  try {
    return await orAborted(orAborted(work, request.signal), expired.signal);
  } finally {
    timer.cancel();
  }
}

/** Whether nobody waits for the response of a request. */
export const isOver = ({ clock, deadlineMs, request }: Limited): boolean =>
  request.signal?.aborted === true || clock.nowMs() >= deadlineMs;
