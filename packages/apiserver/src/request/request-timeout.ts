import { encodeUtf8 } from '@vmgen/base/bytes';
import { parseDuration } from '@vmgen/cel/internal';
import { badRequest, requestTimedOut } from '../errors/status-error.js';
import { isWrite, type RequestInfo } from './request-info.js';

/** kube-apiserver ends a read or a write after this time, even if the client waits longer. */
const MAX_READ_MS = 60_000;
const MAX_WRITE_MS = 34_000;

/** Requests for streams, whose time is not limited. */
const STREAMS = new Set(['attach', 'exec', 'log', 'portforward', 'proxy']);

/**
 * Returns how long a request may take: its query parameter `timeout`, a duration of Go such as `10s`.
 * Infinity for streams.
 *
 * @param info undefined for paths that are not resources
 * @throws ApiError 400 if the parameter is not a duration; 504 if no request can be answered in time
 */
export function requestTimeoutMs(path: string, info: RequestInfo | undefined): number {
  if (info?.verb === 'watch' || STREAMS.has(info?.subresource ?? '')) return Infinity;
  const maxMs = info !== undefined && isWrite(info.verb) ? MAX_WRITE_MS : MAX_READ_MS;
  const mark = path.indexOf('?');
  const query = info?.query ?? new URLSearchParams(mark === -1 ? '' : path.slice(mark + 1));
  const text = query.get('timeout') ?? '';
  if (text === '') return maxMs;
  const duration = parseDuration(text);
  if (duration === undefined) {
    throw badRequest(
      `invalid timeout specified in the request URL - time: ${durationProblem(text)}`,
    );
  }
  const ms = Number(duration.nanos) / 1e6;
  if (ms > 0 && ms < 1) throw requestTimedOut();
  return ms > 0 ? Math.min(ms, maxMs) : maxMs;
}

const UNITS = new Set(['ns', 'us', 'µs', 'μs', 'ms', 's', 'm', 'h']);
const PART = /(\d*)(?:\.(\d*))?([^\d.]*)/y;

/** The error of Go's time.ParseDuration for a text that is not a duration. */
function durationProblem(text: string): string {
  const duration = `duration ${quoted(text)}`;
  const rest = text.replace(/^[-+]/, '');
  for (let at = 0; at < rest.length;) {
    PART.lastIndex = at;
    const [all = '', whole = '', fraction = '', unit = ''] = PART.exec(rest) ?? [];
    if (whole === '' && fraction === '') break;
    if (unit === '') return `missing unit in ${duration}`;
    if (!UNITS.has(unit)) return `unknown unit ${quoted(unit)} in ${duration}`;
    at += all.length;
  }
  return `invalid ${duration}`;
}

/** Quotes a text as Go's package time does: bytes outside of printable ASCII in hexadecimal. */
function quoted(text: string): string {
  const characters = Array.from(encodeUtf8(text), (byte) =>
    byte >= 0x20 && byte < 0x7f
      ? String.fromCharCode(byte).replace(/["\\]/, '\\$&')
      : `\\x${byte.toString(16).padStart(2, '0')}`,
  );
  return `"${characters.join('')}"`;
}
