import type { TransportResponse } from '@vmgen/runtime';

const encoder = new TextEncoder();

/** A body whose whole text is known, so that it can be sent without reading it in pieces. */
export class TextBody implements AsyncIterable<Uint8Array> {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    if (this.text !== '') yield encoder.encode(this.text);
  }
}

/** An answer whose whole body is known: headers in lower case, `content-type` included. */
export function textResponse(
  status: number,
  headers: Readonly<Record<string, string>>,
  text: string,
): TransportResponse {
  return { status, headers, body: new TextBody(text), text: () => Promise.resolve(text) };
}
