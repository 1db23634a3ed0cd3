import { rename, rm } from 'node:fs/promises';
import { once } from 'node:events';
import {
  createServer,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request that has reached a proxy. */
export interface ProxiedCall {
  readonly method: string;
  /** With the query. */
  readonly url: string;
  readonly atMs: number;
  /** The status of the server's answer; undefined before it. */
  status?: number;
}

/**
 * What happens to a call:
 * - `pass`: the server answers
 * - `hang`: it is not passed on and not answered
 * - `cut`: it is not passed on, and its connection ends
 * - `lose`: the server executes it, and its connection ends instead of the answer
 * - `truncate`: the connection ends in the middle of the answer
 * - an answer of the proxy, without the server
 */
export type Fault =
  | 'pass'
  | 'hang'
  | 'cut'
  | 'lose'
  | 'truncate'
  | { readonly status: number; readonly body: string };

/** A request as it is passed on. */
interface PassedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<OutgoingHttpHeaders>;
}

/** Sends a request to the server behind the proxy. */
export type Upstream = (request: PassedRequest) => ClientRequest;

const read = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** Answers JSON with the field that both Docker and Kubernetes read of an error. */
export function refusal(status: number, message: string): Fault {
  return { status, body: JSON.stringify({ message }) };
}

/** An HTTP server that passes requests to another one, and fails as a test wants. */
export class FaultProxy {
  readonly calls: ProxiedCall[] = [];
  /** Decides about each call before it is passed on. */
  fault: (call: ProxiedCall) => Fault | Promise<Fault> = () => 'pass';
  /** Called after the server has executed a call. */
  executed: (call: ProxiedCall) => void = () => {};
  readonly #upstream: Upstream;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  /** `listenAt` is the path of a socket, or 0 for a free port of loopback. */
  static async start(upstream: Upstream, listenAt: string | 0): Promise<FaultProxy> {
    const proxy = new FaultProxy(upstream);
    if (listenAt === 0) proxy.#server.listen(0, '127.0.0.1');
    else proxy.#server.listen(listenAt);
    await once(proxy.#server, 'listening');
    return proxy;
  }

  private constructor(upstream: Upstream) {
    this.#upstream = upstream;
    this.#server = createServer((request, response) => {
      this.#take(request, response).catch(() => request.socket.destroy());
    });
    this.#server.requestTimeout = 0;
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
    return `http://127.0.0.1:${address.port}`;
  }

  /** The calls so far with this method whose URL matches. */
  callsOf(method: string, url: RegExp): ProxiedCall[] {
    return this.calls.filter((call) => call.method === method && url.test(call.url));
  }

  /** Ends all open connections. */
  cutAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.#server.close();
    this.cutAll();
    await once(this.#server, 'close');
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request;
    const body = await buffer(request);
    const call: ProxiedCall = { method, url, atMs: performance.now() };
    this.calls.push(call);
    const fault = await this.fault(call);
    if (fault === 'hang') return;
    if (fault === 'cut') request.socket.destroy();
    else if (typeof fault === 'object') {
      response.writeHead(fault.status, { 'content-type': 'application/json' }).end(fault.body);
    } else this.#forward({ request, response, body, call, fault });
  }

  #forward({ request, response, body, call, fault }: Exchange): void {
    const { 'transfer-encoding': _chunked, ...headers } = request.headers;
    const upstream = this.#upstream({
      method: call.method,
      path: call.url,
      headers: { ...headers, ...(body.length > 0 && { 'content-length': body.length }) },
    });
    upstream.on('error', () => request.socket.destroy());
    upstream.on('response', (answer) => {
      call.status = answer.statusCode ?? 0;
      answer.on('error', () => request.socket.destroy());
      answer.on('end', () => this.executed(call));
      if (fault === 'lose') {
        answer.resume().on('end', () => request.socket.destroy());
        return;
      }
      response.writeHead(call.status, answer.headers).flushHeaders();
      if (fault === 'truncate') {
        answer.once('data', (chunk: Buffer) => {
          response.write(chunk.subarray(0, 1), () => request.socket.destroy());
        });
      } else answer.pipe(response);
    });
    // A change continues on the server after its client has gone.
    response.once('close', () => {
      if (read(call.method)) upstream.destroy();
    });
    upstream.end(body);
  }
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer;
  readonly call: ProxiedCall;
  readonly fault: 'pass' | 'lose' | 'truncate';
}

/** Runs work while the socket of a path does not exist. */
export async function withoutSocket(socket: string, work: () => Promise<void>): Promise<void> {
  await rename(socket, `${socket}.away`);
  try {
    await work();
  } finally {
    await rm(socket, { force: true });
    await rename(`${socket}.away`, socket);
  }
}
