import { setImmediate } from 'node:timers/promises';
import type { TransportResponse } from '@vmgen/runtime';
import { STREAM_FROM_BYTES } from './send-body.js';
import { textResponse } from './text-response.js';

const encoder = new TextEncoder();

/**
 * An answer whose text comes in pieces. The body of a long one makes them one by one while it is
 * read and gives way to others in between; `text()` makes them all at once.
 */
export function piecesResponse(
  status: number,
  headers: Readonly<Record<string, string>>,
  pieces: Iterable<string>,
): TransportResponse {
  const rest = pieces[Symbol.iterator]();
  // Below this an answer is one text: it is made at once, and shows its length.
  let start = '';
  while (start.length < STREAM_FROM_BYTES) {
    const next = rest.next();
    if (next.done === true) return textResponse(status, headers, start);
    start += next.value;
  }
  return {
    status,
    headers,
    body: encoded(start, rest),
    text: () => Promise.resolve(joined(start, rest)),
  };
}

async function* encoded(start: string, rest: Iterator<string>): AsyncGenerator<Uint8Array> {
  yield encoder.encode(start);
  for (let next = rest.next(); next.done !== true; next = rest.next()) {
    yield encoder.encode(next.value);
    await setImmediate();
  }
}

function joined(start: string, rest: Iterator<string>): string {
  let text = start;
  for (let next = rest.next(); next.done !== true; next = rest.next()) text += next.value;
  return text;
}
