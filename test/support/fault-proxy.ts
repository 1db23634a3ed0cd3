import { once } from 'node:events';
import { rename, rm } from 'node:fs/promises';
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
import { setTimeout as wait } from 'node:timers/promises';

/**
 * What happens to a call:
 * - `pass`: the server answers
 * - `hang`: it is not passed on and not answered before {@link ProxiedCall.release}
 * - `cut`: it is not passed on, and its connection is reset
 * - `lose`: the server executes it, and its connection is reset instead of the answer
 * - `truncate`: the connection ends in the middle of the answer
 * - the answer is sent in pieces of so many bytes, at most one per millisecond
 * - an answer of the proxy, without the server
 */
export type Fault =
  | 'pass'
  | 'hang'
  | 'cut'
  | 'lose'
  | 'truncate'
  | { readonly dripBytes: number }
  | {
      readonly status: number;
      readonly body: string;
      readonly headers?: Readonly<Record<string, string>>;
    };

/**
 * How a running response is interrupted: it ends like a watch that the server ends, its connection is closed or
 * reset in the middle, or it remains open without further data.
 */
export type Cut = 'end' | 'fin' | 'rst' | 'silence';

/** A request as it is passed on. */
interface PassedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<OutgoingHttpHeaders>;
}

/** Sends a request to the server behind the proxy. */
export type Upstream = (request: PassedRequest) => ClientRequest;

/** Answers JSON with the field that both Docker and Kubernetes read of an error. */
export function refusal(status: number, message: string): Fault {
  return { status, body: JSON.stringify({ message }) };
}

/** A request that has reached a proxy, with methods that disturb its response. */
export class ProxiedCall {
  readonly method: string;
  /** With the query. */
  readonly url: string;
  readonly query: URLSearchParams;
  readonly atMs = performance.now();
  /** The status of the server's answer; undefined before it. */
  status: number | undefined;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  #answer: IncomingMessage | undefined;
  #release = (): void => {};

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.#request = request;
    this.#response = response;
    this.method = request.method ?? 'GET';
    this.url = request.url ?? '/';
    this.query = new URLSearchParams(this.url.split('?')[1]);
  }

  get isWatch(): boolean {
    return this.query.get('watch') === 'true';
  }

  /** Whether its response has started and not ended. */
  get isOpen(): boolean {
    return this.#response.headersSent && !this.isOver && !this.#response.writableEnded;
  }

  /** Whether its response has been sent, or the client has closed it. */
  get isOver(): boolean {
    return this.#response.destroyed || this.#response.writableFinished;
  }

  /** Passes a call on that hangs. */
  release(): void {
    this.#release();
  }

  cut(how: Cut): void {
    const { socket } = this.#response;
    this.#answer?.unpipe(this.#response).resume();
    if (socket === null || how === 'silence') return;
    if (how === 'end') this.#response.end();
    else if (how === 'fin') socket.end();
    else if (socket.remoteAddress !== undefined) socket.resetAndDestroy();
    // The socket of a path cannot be reset.
    else socket.destroy();
  }

  /** Inserts bytes into the response. */
  write(text: string): void {
    this.#response.write(text);
  }

  /** @param executed called after the server has executed the call */
  async answer(
    fault: Fault,
    { upstream, body, executed }: { upstream: Upstream; body: Buffer; executed: () => void },
  ): Promise<void> {
    if (fault === 'cut') {
      this.cut('rst');
    } else if (typeof fault === 'object' && 'status' in fault) {
      const headers = { 'content-type': 'application/json', ...fault.headers };
      this.#response.writeHead(fault.status, headers).end(fault.body);
    } else {
      if (fault === 'hang') await new Promise<void>((resolve) => (this.#release = resolve));
      const answer = await this.#ask(upstream, body);
      answer.once('end', executed);
      await this.#pass(answer, fault);
    }
  }

  async #ask(upstream: Upstream, body: Buffer): Promise<IncomingMessage> {
    const { 'transfer-encoding': _chunked, host: _host, ...headers } = this.#request.headers;
    const request = upstream({
      method: this.method,
      path: this.url,
      headers: { ...headers, ...(body.length > 0 && { 'content-length': body.length }) },
    });
    // A change continues on the server after its client has gone.
    this.#response.once('close', () => {
      if (this.method === 'GET' || this.method === 'HEAD') request.destroy();
    });
    request.on('error', () => this.cut('rst'));
    request.end(body);
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    answer.on('error', () => this.cut('rst'));
    this.status = answer.statusCode ?? 0;
    return (this.#answer = answer);
  }

  async #pass(answer: IncomingMessage, fault: Fault): Promise<void> {
    const response = this.#response;
    if (fault === 'lose') {
      answer.resume().once('end', () => this.cut('rst'));
      return;
    }
    const { connection: _connection, ...headers } = answer.headers;
    response.writeHead(this.status ?? 0, headers).flushHeaders();
    if (fault === 'truncate') {
      answer.once('data', (chunk: Buffer) => {
        response.write(chunk.subarray(0, 1), () => this.cut('fin'));
      });
    } else if (typeof fault === 'object' && 'dripBytes' in fault) {
      const whole = await buffer(answer);
      for (let from = 0; from < whole.length && !response.destroyed; from += fault.dripBytes) {
        response.write(whole.subarray(from, from + fault.dripBytes));
        await wait(1);
      }
      response.end();
    } else answer.pipe(response);
  }
}

const pass = (): Fault => 'pass';

/** An HTTP server that passes requests to another one, and fails as a test wants. */
export class FaultProxy {
  /** The calls so far. */
  readonly calls: ProxiedCall[] = [];
  /** Decides about each call before it is passed on. */
  fault: (call: ProxiedCall) => Fault | Promise<Fault> = pass;
  /** Called after the server has executed a call. */
  executed: (call: ProxiedCall) => void = () => {};
  readonly #upstream: Upstream;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #port = 0;

  /** `listenAt` is the path of a socket, or 0 for a free port of loopback. */
  static async start(upstream: Upstream, listenAt: string | 0): Promise<FaultProxy> {
    const proxy = new FaultProxy(upstream);
    if (listenAt === 0) await proxy.revive();
    else await once(proxy.#server.listen(listenAt), 'listening');
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
    if (this.#port === 0) throw new Error('the proxy has no port');
    return `http://127.0.0.1:${this.#port}`;
  }

  get lists(): readonly ProxiedCall[] {
    return this.calls.filter(({ isWatch, method }) => !isWatch && method === 'GET');
  }

  get watches(): readonly ProxiedCall[] {
    return this.calls.filter(({ isWatch }) => isWatch);
  }

  /** The number of open client connections. */
  get openSockets(): number {
    return this.#sockets.size;
  }

  /** Passes all further calls. */
  heal(): void {
    this.fault = pass;
  }

  /** Interrupts all running responses. */
  cutAll(how: Cut): void {
    for (const call of this.calls) if (call.isOpen) call.cut(how);
  }

  /** Closes all connections, also of calls without an answer. */
  closeConnections(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Removes finished calls. */
  forget(): void {
    this.calls.splice(0, this.calls.length, ...this.calls.filter(({ isOver }) => !isOver));
  }

  /** Ends like a killed process: connections are reset and new ones are refused. */
  async kill(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const call of this.calls) call.cut('rst');
    this.closeConnections();
    await closed;
  }

  /** Listens again at the same port. */
  async revive(): Promise<void> {
    await once(this.#server.listen(this.#port, '127.0.0.1'), 'listening');
    const address = this.#server.address();
    if (address !== null && typeof address === 'object') this.#port = address.port;
  }

  async close(): Promise<void> {
    if (this.#server.listening) await this.kill();
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const call = new ProxiedCall(request, response);
    this.calls.push(call);
    const [upstream, executed] = [this.#upstream, () => this.executed(call)];
    await call.answer(await this.fault(call), { upstream, body, executed });
  }
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
