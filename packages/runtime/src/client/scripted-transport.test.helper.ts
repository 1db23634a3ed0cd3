import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.js';

/** A scripted response. The body is one chunk unless it is a list of chunks. */
export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | object;
  readonly chunks?: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

const EMPTY = { metadata: {}, items: [] };

/** A transport that returns responses of a test and records requests. */
export class ScriptedTransport implements Transport {
  readonly requests: TransportRequest[] = [];
  readonly #answer: (request: TransportRequest) => ScriptedAnswer;

  /** The default response is valid as an object and as a list. */
  constructor(answer: (request: TransportRequest) => ScriptedAnswer = () => ({ body: EMPTY })) {
    this.#answer = answer;
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    request.signal?.throwIfAborted();
    request.beforeSend?.();
    this.requests.push(request);
    const { status = 200, headers = {}, body = '', chunks } = this.#answer(request);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return {
      status,
      headers,
      body: toAsync(chunks ?? [Buffer.from(text)]),
      text: async () => text,
    };
  }
}

async function* toAsync(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* chunks;
}
