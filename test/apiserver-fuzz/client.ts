import { Agent, request as httpsRequest } from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { Start } from './server-process.js';

export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Sends requests to the server, over connections that are kept. */
export class Client {
  readonly #server: Start;
  readonly #agent: Agent;

  constructor(server: Start) {
    this.#server = server;
    this.#agent = new Agent({ keepAlive: true, ca: server.caPem });
  }

  async send(request: FuzzRequest): Promise<Answer> {
    const response = await this.#open(request);
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += String(chunk);
    return { status: response.statusCode ?? 0, text };
  }

  get(path: string): Promise<Answer> {
    return this.send({ method: 'GET', path, headers: {}, body: undefined });
  }

  /** The lines of a watch, until it ends. */
  async *lines(path: string, signal: AbortSignal): AsyncGenerator<string> {
    const request: FuzzRequest = { method: 'GET', path, headers: {}, body: undefined };
    const response = await this.#open(request, signal);
    let rest = '';
    for await (const chunk of response.setEncoding('utf8')) {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    if (rest !== '') throw new Error(`a watch ended within a line: ${rest.slice(0, 200)}`);
  }

  close(): void {
    this.#agent.destroy();
  }

  #open({ method, path, headers, body }: FuzzRequest, signal?: AbortSignal) {
    return new Promise<IncomingMessage>((resolve, reject) => {
      const { port, token } = this.#server;
      // Node leaves the length of a DELETE's body out.
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const sent = httpsRequest({
        method,
        path,
        port,
        host: '127.0.0.1',
        agent: this.#agent,
        headers: { ...headers, ...length, authorization: `Bearer ${token}` },
        ...(signal === undefined ? {} : { signal }),
      });
      sent.once('response', resolve);
      sent.once('error', reject);
      sent.end(body);
    });
  }
}
