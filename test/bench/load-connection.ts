import { connect, type TLSSocket } from 'node:tls';

const HEAD_END = Buffer.from('\r\n\r\n');
const CR = 13;
const LF = 10;
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

interface Pending {
  readonly expected: number;
  readonly keep: boolean;
  readonly resolve: (text: string) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A TLS connection that sends one request at a time and reads answers with as little work as it can:
 * it looks for the end of an answer and does not parse it.
 */
export class Connection {
  readonly #socket: TLSSocket;
  readonly #head: string;
  #pending: Pending | undefined;
  #kept: Buffer[] = [];
  /** Bytes still to come of a body with a length; undefined before the head, -1 for chunks. */
  #left: number | undefined;
  #tail: Buffer = Buffer.alloc(0);
  #observe: ((chunk: Buffer) => void) | undefined;
  #isWatch = false;

  private constructor(socket: TLSSocket, token: string) {
    this.#socket = socket;
    this.#head = `host: 127.0.0.1\r\nauthorization: Bearer ${token}\r\naccept: application/json\r\n`;
    socket.on('data', (chunk: Buffer) => this.#onData(chunk));
    socket.on('error', (error: Error) => this.#pending?.reject(error));
    socket.on('close', () => this.#pending?.reject(new Error('the server closed a connection')));
  }

  static open(port: number, token: string): Promise<Connection> {
    return new Promise((resolve, reject) => {
      // Both servers have certificates of their own, on loopback.
      const options = { host: '127.0.0.1', port, rejectUnauthorized: false, noDelay: true };
      const socket = connect(options, () => resolve(new Connection(socket, token)));
      socket.once('error', reject);
    });
  }

  close(): void {
    this.#pending = undefined;
    this.#socket.destroy();
  }

  /**
   * A PATCH is a merge patch.
   *
   * @returns the whole answer where `keep` is set, else ''
   */
  request(
    method: string,
    path: string,
    body: string | undefined,
    expected: number,
    keep = false,
  ): Promise<string> {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const length =
      body === undefined
        ? ''
        : `content-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
    return new Promise((resolve, reject) => {
      this.#pending = { expected, keep, resolve, reject };
      this.#socket.write(`${method} ${path} HTTP/1.1\r\n${this.#head}${length}\r\n${body ?? ''}`);
    });
  }

  /** Opens a watch; `all` resolves when `count` events came. */
  receive(path: string, count: number): Receiving {
    let left = count;
    let before = 0;
    let onAll: () => void = () => {};
    const all = new Promise<void>((resolve) => (onAll = resolve));
    this.#observe = (chunk) => {
      for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, at + 1)) {
        // The lines of the head and of the framing end with CR LF, those of events with LF.
        if ((at === 0 ? before : chunk[at - 1]) !== CR) left--;
      }
      before = chunk.at(-1) ?? before;
      if (left <= 0) onAll();
    };
    this.#isWatch = true;
    return { opened: this.request('GET', path, undefined, 200), all };
  }

  #onData(chunk: Buffer): void {
    this.#observe?.(chunk);
    const pending = this.#pending;
    if (pending === undefined) return;
    if (pending.keep) this.#kept.push(chunk);
    let rest = chunk;
    if (this.#left === undefined) {
      this.#tail = this.#tail.length === 0 ? chunk : Buffer.concat([this.#tail, chunk]);
      const end = this.#tail.indexOf(HEAD_END);
      if (end === -1) return;
      const head = this.#tail.toString('latin1', 0, end + 2);
      rest = this.#tail.subarray(end + HEAD_END.length);
      this.#tail = Buffer.alloc(0);
      if (Number(head.slice(9, 12)) !== pending.expected) {
        pending.reject(new Error(`unexpected answer: ${head}${rest.toString()}`));
        return;
      }
      const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1];
      this.#left = length === undefined ? -1 : Number(length);
      if (this.#isWatch) {
        this.#finish(pending);
        return;
      }
    }
    if (this.#left === -1) {
      const tail = Buffer.concat([this.#tail, rest.subarray(-LAST_CHUNK.length)]);
      this.#tail = tail.subarray(-LAST_CHUNK.length);
      if (this.#tail.equals(LAST_CHUNK)) this.#finish(pending);
      return;
    }
    this.#left -= rest.length;
    if (this.#left <= 0) this.#finish(pending);
  }

  #finish({ keep, resolve }: Pending): void {
    const text = keep ? Buffer.concat(this.#kept).toString() : '';
    this.#kept = [];
    this.#tail = Buffer.alloc(0);
    this.#left = undefined;
    this.#pending = undefined;
    resolve(text);
  }
}

interface Receiving {
  readonly opened: Promise<unknown>;
  readonly all: Promise<void>;
}
