import type { TransportResponse } from './transport.js';

/** A response whose body was read before. */
export class ReadResponse implements TransportResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly #text: string;
  /** The parsed body, which its reader owns. Undefined if it was not parsed. */
  readonly json: unknown;

  constructor({ status, headers }: TransportResponse, text: string, json?: unknown) {
    this.status = status;
    this.headers = headers;
    this.#text = text;
    this.json = json;
  }

  get body(): AsyncIterable<Uint8Array> {
    const bytes = Buffer.from(this.#text);
    return (async function* () {
      yield bytes;
    })();
  }

  async text(): Promise<string> {
    return this.#text;
  }
}
