import type { TransportResponse } from '@vmgen/runtime';

const encoder = new TextEncoder();

/** An answer whose whole body is known: headers in lower case, `content-type` included. */
export function textResponse(
  status: number,
  headers: Readonly<Record<string, string>>,
  text: string,
): TransportResponse {
  return {
    status,
    headers,
    body: singleChunk(text),
    text: () => Promise.resolve(text),
  };
}

async function* singleChunk(text: string): AsyncGenerator<Uint8Array> {
  if (text !== '') yield encoder.encode(text);
}
