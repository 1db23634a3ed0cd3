import { connect, createServer, type Server, type Socket } from 'node:net';
import { listen } from '../listen.js';

/** The state of one direction of a connection. */
interface Lane {
  isHeld: boolean;
  delayMs: number;
}

/** What travels one direction of one connection, in order. */
class Traffic {
  readonly #lane: Lane;
  readonly #to: Socket;
  readonly #waiting: { readonly dueMs: number; readonly chunk: Buffer | 'end' }[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(from: Socket, to: Socket, lane: Lane) {
    this.#lane = lane;
    this.#to = to;
    from.on('data', (chunk: Buffer) => this.#take(chunk));
    // What was sent before its sender hung up travels on all the same.
    from.once('close', () => this.#take('end'));
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  deliver(): void {
    clearTimeout(this.#timer);
    while (!this.#lane.isHeld) {
      const [first] = this.#waiting;
      if (first === undefined) return;
      const restMs = first.dueMs - performance.now();
      if (restMs > 0) {
        this.#timer = setTimeout(() => this.deliver(), restMs);
        return;
      }
      this.#waiting.shift();
      if (first.chunk === 'end') this.#to.end();
      else this.#to.write(first.chunk);
    }
  }

  #take(chunk: Buffer | 'end'): void {
    this.#waiting.push({ dueMs: performance.now() + this.#lane.delayMs, chunk });
    this.deliver();
  }
}

/** A proxy between one process and the API server, which cuts and delays its connections. */
export class Gate {
  readonly requests: Lane = { isHeld: false, delayMs: 0 };
  readonly answers: Lane = { isHeld: false, delayMs: 0 };
  readonly #server: Server;
  readonly #connections = new Map<readonly [Socket, Socket], readonly Traffic[]>();

  constructor(serverPort: number) {
    this.#server = createServer((client) => {
      const server = connect(serverPort, '127.0.0.1');
      const ends = [client, server] as const;
      const traffic = [
        new Traffic(client, server, this.requests),
        new Traffic(server, client, this.answers),
      ];
      this.#connections.set(ends, traffic);
      for (const socket of ends) socket.on('error', () => {});
      server.once('close', () => this.#connections.delete(ends));
    });
  }

  /** Resolves with the port of the proxy. */
  open(): Promise<number> {
    return listen(this.#server);
  }

  /** Everything passes again; what was held comes now, or breaks with its connection. */
  heal(isDelivered: boolean): void {
    for (const lane of [this.requests, this.answers]) Object.assign(lane, PASSING);
    for (const [ends, traffic] of [...this.#connections]) {
      if (isDelivered) for (const each of traffic) each.deliver();
      else if (traffic.some(({ isWaiting }) => isWaiting)) destroyAll(ends);
    }
  }

  close(): void {
    this.#server.close();
    for (const ends of this.#connections.keys()) destroyAll(ends);
  }
}

const PASSING: Lane = { isHeld: false, delayMs: 0 };

function destroyAll(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.destroy();
}
