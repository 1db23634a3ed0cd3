import type { TransportResponse } from '@vmgen/runtime';

const encoder = new TextEncoder();

/** A body whose text is known, so that it can be sent without iteration. */
export class TextBody implements AsyncIterable<Uint8Array> {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    if (this.text !== '') yield encoder.encode(this.text);
  }
}

/**
 * Creates a response with a known body. Header names are in lower case and include `content-type`.
 */
export function textResponse(
  status: number,
  headers: Readonly<Record<string, string>>,
  text: string,
): TransportResponse {
  return { status, headers, body: new TextBody(text), text: () => Promise.resolve(text) };
}

/** Creates the response of a stream, whose end the client may not wait for. */
export function streamResponse(
  headers: Readonly<Record<string, string>>,
  body: AsyncIterable<Uint8Array>,
): TransportResponse {
  return { status: 200, headers, body, text: () => collect(body) };
}

async function collect(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}
