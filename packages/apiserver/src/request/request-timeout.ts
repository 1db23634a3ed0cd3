import { parseDuration } from '@vmgen/cel/internal';
import { badRequest } from '../errors/status-error.js';

/** kube-apiserver ends a write after this time, even if the client waits longer. */
const MAX_WRITE_MS = 34_000;

/**
 * Returns how long a write may take: the query parameter `timeout`, a duration of Go such as `10s`.
 *
 * @throws ApiError 400 if it is not a duration
 */
export function writeTimeoutMs(query: URLSearchParams): number {
  const text = query.get('timeout') ?? '';
  if (text === '') return MAX_WRITE_MS;
  const duration = parseDuration(text);
  if (duration === undefined) {
    const problem = /^[-+]?[\d.]+$/.test(text) ? 'missing unit in' : 'invalid';
    throw badRequest(
      `invalid timeout specified in the request URL - time: ${problem} duration ${JSON.stringify(text)}`,
    );
  }
  const ms = Number(duration.nanos) / 1e6;
  return ms > 0 ? Math.min(ms, MAX_WRITE_MS) : MAX_WRITE_MS;
}
