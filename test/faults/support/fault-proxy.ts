import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { Agent, request as open } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { RunningServer } from '@vmgen/apiserver';

/** How a running response is interrupted. */
export type Cut =
  /** It ends normally, like a watch that the server ends. */
  | 'end'
  /** The connection is closed in the middle. */
  | 'fin'
  /** The connection is reset. */
  | 'rst'
  /** The connection remains open without further data. */
  | 'silence';

/** The fault of a request, instead of forwarding it. */
type Fault =
  /** Reset before it is forwarded. */
  | { readonly do: 'refuse' }
  /** The proxy responds itself. */
  | {
      readonly do: 'answer';
      readonly status: number;
      readonly body: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The server executes it, but the response is lost and the connection is reset. */
  | { readonly do: 'lose' }
  /** Waits until the test calls {@link Exchange.release}. */
  | { readonly do: 'hold' }
  /** The response is sent in pieces of this number of bytes, at most one per millisecond. */
  | { readonly do: 'drip'; readonly bytes: number }
  /** The response ends after this number of bytes. */
  | { readonly do: 'cut'; readonly afterBytes: number; readonly how: Cut };

/** A request to the proxy, with methods that disturb its response. */
interface Exchange {
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly isWatch: boolean;
  /** Whether its response has started and not ended. */
  readonly isOpen: boolean;
  /** Continues a held request. */
  release(): void;
  cut(how: Cut): void;
  /** Inserts bytes into the response. */
  write(text: string): void;
}

/** An HTTP proxy in front of a server that causes the faults of a test. */
export interface FaultProxy {
  readonly url: string;
  /** All received requests. */
  readonly exchanges: readonly Exchange[];
  readonly lists: readonly Exchange[];
  readonly watches: readonly Exchange[];
  /** The number of open client connections. */
  readonly openSockets: number;
  /**
   * Sets the function that decides the fault of each request. Without a result, the request is
   * forwarded.
   */
  decide(fault: (exchange: Exchange) => Fault | undefined): void;
  /** Forwards all further requests. */
  heal(): void;
  /** Interrupts all running responses. */
  cutAll(how: Cut): void;
  /** Ends like a killed process: connections are reset and new ones are refused. */
  kill(): Promise<void>;
  /** Listens again at the same address. */
  revive(): Promise<void>;
  /** Removes finished exchanges. */
  forget(): void;
  close(): Promise<void>;
}

/** Starts a proxy with plain HTTP on loopback for an HTTPS server. */
export async function startFaultProxy(target: RunningServer): Promise<FaultProxy> {
  const agent = new Agent({ keepAlive: true, ca: target.caPem });
  const exchanges: ProxiedExchange[] = [];
  let decide: (exchange: Exchange) => Fault | undefined = () => undefined;
  let sockets = 0;
  const server = createServer((request, response) => {
    const exchange = new ProxiedExchange(request, response, { target, agent });
    exchanges.push(exchange);
    exchange.run(decide(exchange)).catch(() => exchange.cut('rst'));
  });
  server.on('connection', (socket) => {
    sockets++;
    socket.once('close', () => sockets--);
    socket.on('error', () => {});
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  const kill = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const exchange of exchanges) exchange.cut('rst');
      server.closeAllConnections();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    exchanges,
    get lists() {
      return exchanges.filter(({ isWatch, method }) => !isWatch && method === 'GET');
    },
    get watches() {
      return exchanges.filter(({ isWatch }) => isWatch);
    },
    get openSockets() {
      return sockets;
    },
    decide(fault) {
      decide = fault;
    },
    heal() {
      decide = () => undefined;
    },
    cutAll(how) {
      for (const exchange of exchanges) if (exchange.isOpen) exchange.cut(how);
    },
    forget() {
      const kept = exchanges.filter(({ isOver }) => !isOver);
      exchanges.splice(0, exchanges.length, ...kept);
    },
    kill,
    revive: () => listen(port),
    async close() {
      if (server.listening) await kill();
      agent.destroy();
    },
  };
}

interface Upstream {
  readonly target: RunningServer;
  readonly agent: Agent;
}

class ProxiedExchange implements Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #upstream: Upstream;
  #answer: IncomingMessage | undefined;
  #isSilent = false;
  #release = (): void => {};

  constructor(request: IncomingMessage, response: ServerResponse, upstream: Upstream) {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    this.method = request.method ?? '';
    this.path = path;
    this.query = new URLSearchParams(query);
    this.headers = request.headers;
    this.#request = request;
    this.#response = response;
    this.#upstream = upstream;
    response.once('close', () => this.#answer?.destroy());
  }

  get isWatch(): boolean {
    return this.query.get('watch') === 'true';
  }

  get isOpen(): boolean {
    return this.#response.headersSent && !this.#response.writableEnded && !this.#response.destroyed;
  }

  /** The client has closed its response. */
  get isOver(): boolean {
    return this.#response.destroyed || this.#response.writableFinished;
  }

  release(): void {
    this.#release();
  }

  cut(how: Cut): void {
    if (this.#response.destroyed) return;
    const { socket } = this.#response;
    if (how === 'silence') {
      this.#isSilent = true;
      return;
    }
    this.#answer?.destroy();
    if (how === 'end') this.#response.end();
    else if (how === 'fin') socket?.end();
    else socket?.resetAndDestroy();
  }

  write(text: string): void {
    this.#response.write(text);
  }

  async run(fault: Fault | undefined): Promise<void> {
    switch (fault?.do) {
      case undefined:
        return this.#pass(await this.#ask());
      case 'refuse':
        return this.cut('rst');
      case 'answer':
        this.#response.writeHead(fault.status, {
          'content-type': 'application/json',
          ...fault.headers,
        });
        this.#response.end(fault.body);
        return;
      case 'lose':
        await buffer(await this.#ask());
        return this.cut('rst');
      case 'hold':
        await new Promise<void>((resolve) => (this.#release = resolve));
        return this.#pass(await this.#ask());
      case 'drip':
        return this.#drip(await this.#ask(), fault.bytes);
      case 'cut': {
        const answer = await this.#ask();
        const whole = await buffer(answer);
        this.#writeHead(answer);
        this.#response.write(whole.subarray(0, fault.afterBytes), () => this.cut(fault.how));
      }
    }
  }

  async #ask(): Promise<IncomingMessage> {
    const { target, agent } = this.#upstream;
    const body = await buffer(this.#request);
    return new Promise((resolve, reject) => {
      const { host: _, ...headers } = this.headers;
      const request = open(
        `${target.url}${this.#request.url}`,
        {
          agent,
          method: this.method,
          headers: { ...headers, authorization: `Bearer ${target.token}` },
        },
        (answer) => {
          this.#answer = answer;
          // It may be destroyed without a listener.
          answer.on('error', () => {});
          resolve(answer);
        },
      );
      request.on('error', reject);
      request.end(body);
    });
  }

  #pass(answer: IncomingMessage): void {
    this.#writeHead(answer);
    this.#response.flushHeaders();
    answer.on('data', (chunk: Buffer) => {
      if (!this.#isSilent) this.#response.write(chunk);
    });
    answer.once('end', () => {
      if (!this.#isSilent) this.#response.end();
    });
  }

  async #drip(answer: IncomingMessage, bytes: number): Promise<void> {
    this.#writeHead(answer);
    const whole = await buffer(answer);
    for (let from = 0; from < whole.length && !this.#response.destroyed; from += bytes) {
      this.#response.write(whole.subarray(from, from + bytes));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    this.#response.end();
  }

  /** Removes headers of a single connection. The body is sent in chunks. */
  #writeHead({ statusCode = 502, headers }: IncomingMessage): void {
    const { connection: _, 'content-length': __, 'transfer-encoding': ___, ...kept } = headers;
    this.#response.writeHead(statusCode, kept);
  }
}
