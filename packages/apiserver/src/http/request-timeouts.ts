import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { errorCode } from '../errors/error-code.js';
import type { HttpLimits } from './http-limits.js';

const TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';

/** The responses of node to invalid requests, by the codes of the errors. */
const STATUS_LINES: ReadonlyMap<string, string> = new Map([
  [TIMEOUT, '408 Request Timeout'],
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', '413 Payload Too Large'],
]);

/**
 * Handles the errors of connections as node does, except that a request whose bytes have already
 * arrived does not time out. After the event loop was blocked, node checks the time limits before it
 * reads these bytes.
 */
export class RequestTimeouts {
  readonly #limits: Pick<HttpLimits, 'clock' | 'checkMs'>;
  /** The latest response of each connection. It exists as soon as the headers are complete. */
  readonly #latest = new WeakMap<Duplex, ServerResponse>();

  constructor(limits: Pick<HttpLimits, 'clock' | 'checkMs'>) {
    this.#limits = limits;
  }

  /** Records that the headers of a request have arrived. */
  noteStarted(response: ServerResponse): void {
    this.#latest.set(response.req.socket, response);
  }

  /** The listener of a server's `clientError` event. */
  readonly onClientError = (error: Error, socket: Duplex): void => {
    if (errorCode(error) === TIMEOUT && socket instanceof Socket) this.#lookAgain(error, socket);
    else this.#end(error, socket);
  };

  /**
   * Ends a connection unless the rest of its request has already arrived. Waits as long as each turn
   * of the event loop reads more of it, but not longer than the interval of the checks.
   */
  #lookAgain(error: Error, socket: Socket): void {
    const { clock, checkMs } = this.#limits;
    const isComplete = this.#completionOf(socket);
    const endMs = clock.nowMs() + checkMs;
    const look = (bytesBefore: number): void => {
      // Immediates run after the bytes that have arrived are read.
      setImmediate(() => {
        if (socket.destroyed || isComplete()) return;
        const { bytesRead } = socket;
        if (bytesRead > bytesBefore && clock.nowMs() < endMs) look(bytesRead);
        else this.#end(error, socket);
      });
    };
    look(socket.bytesRead);
  }

  /** Returns whether the request that is incomplete now has been received since. */
  #completionOf(socket: Socket): () => boolean {
    const current = this.#latest.get(socket);
    // If the latest request is complete, the headers of the next one are missing.
    const awaitsHeaders = current === undefined || current.req.complete;
    return () => {
      const latest = this.#latest.get(socket);
      return latest?.req.complete === true && !(awaitsHeaders && latest === current);
    };
  }

  #end(error: Error, socket: Duplex): void {
    const code = errorCode(error);
    const response = this.#latest.get(socket);
    const isAnswering = response?.headersSent === true && !response.writableFinished;
    // Other errors are those of the connection itself, such as a failed TLS handshake.
    const isInvalidRequest = code === TIMEOUT || code.startsWith('HPE_');
    if (isInvalidRequest && socket.writable && !isAnswering) {
      const status = STATUS_LINES.get(code) ?? '400 Bad Request';
      socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
    }
    socket.destroy(error);
  }
}
