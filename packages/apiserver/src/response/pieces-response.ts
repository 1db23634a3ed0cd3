import type { TransportResponse } from '@vmgen/runtime';
import { nextTurn } from '../request/next-turn.js';
import { textResponse } from './text-response.js';

const encoder = new TextEncoder();

/**
 * Shorter responses are sent at once, with their length. Longer ones are sent as they are created
 * and as fast as the client reads, compressed if the client accepts it (as upstream, from the same
 * size).
 */
export const STREAM_FROM_BYTES = 128 * 1024;

/**
 * Creates a response whose text is created in pieces. The body of a long response creates them
 * while it is read, and yields to other work in between. `text()` creates all of them at once.
 */
export function piecesResponse(
  status: number,
  headers: Readonly<Record<string, string>>,
  pieces: Iterable<string>,
): TransportResponse {
  const rest = pieces[Symbol.iterator]();
  // A shorter response is created at once, and has a Content-Length.
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
    await nextTurn();
  }
}

function joined(start: string, rest: Iterator<string>): string {
  let text = start;
  for (let next = rest.next(); next.done !== true; next = rest.next()) text += next.value;
  return text;
}
