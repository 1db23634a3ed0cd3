import type { TransportResponse } from '@vmgen/runtime';

/** A body that is written while it is read, of a watch or of a delayed response. */
export class ByteStream implements AsyncIterable<Uint8Array> {
  readonly #chunks: Uint8Array[] = [];
  readonly #onAbandoned: () => void;
  #end: { readonly error?: unknown } | undefined;
  #wake = (): void => {};

  /** @param onAbandoned called when the reader has left or the stream has ended */
  constructor(onAbandoned: () => void = () => {}) {
    this.#onAbandoned = onAbandoned;
  }

  get isEnded(): boolean {
    return this.#end !== undefined;
  }

  push(chunk: Uint8Array | string): void {
    if (this.isEnded) return;
    this.#chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    this.#wake();
  }

  /** Ends it as a server does. Pushed chunks are still read. */
  end(): void {
    this.#finish({});
  }

  /** Fails it as a network does. Pushed chunks that were not read are lost. */
  fail(error: unknown): void {
    if (this.isEnded) return;
    this.#chunks.length = 0;
    this.#finish({ error });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const chunk = this.#chunks.shift();
        if (chunk !== undefined) yield chunk;
        else if (this.#end !== undefined) break;
        else await new Promise<void>((resolve) => (this.#wake = resolve));
      }
      if ('error' in this.#end) throw this.#end.error;
    } finally {
      this.end();
    }
  }

  #finish(end: { readonly error?: unknown }): void {
    if (this.isEnded) return;
    this.#end = end;
    this.#wake();
    this.#onAbandoned();
  }
}

/** Creates a response with a body. */
export function response(
  status: number,
  body: AsyncIterable<Uint8Array>,
  headers: Readonly<Record<string, string>> = {},
): TransportResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body,
    async text() {
      const chunks: Uint8Array[] = [];
      for await (const chunk of body) chunks.push(chunk);
      return Buffer.concat(chunks).toString('utf8');
    },
  };
}

/** Creates a response with a complete text. */
export function textResponse(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): TransportResponse {
  const body = new ByteStream();
  body.push(text);
  body.end();
  return response(status, body, headers);
}

/** Returns the Status of an error response of kube-apiserver. */
export function statusText(
  code: number,
  reason: string,
  details: Readonly<Record<string, unknown>> = {},
): string {
  return JSON.stringify({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: reason === 'Timeout' ? 'Too large resource version' : `rejected: ${reason}`,
    reason,
    details,
    code,
  });
}

/** Creates an error response with a Status. */
export function refusal(
  code: number,
  reason: string,
  details: Readonly<Record<string, unknown>> = {},
): TransportResponse {
  const { retryAfterSeconds } = details;
  return textResponse(code, statusText(code, reason, details), {
    ...(typeof retryAfterSeconds === 'number' && { 'retry-after': String(retryAfterSeconds) }),
  });
}
