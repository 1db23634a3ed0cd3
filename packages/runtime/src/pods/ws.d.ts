/** The part of `ws`, an independent implementation of WebSockets, that the tests use. */
declare module 'ws' {
  import type { EventEmitter } from 'node:events';
  import type { IncomingMessage, Server } from 'node:http';

  export interface WebSocket extends EventEmitter {
    readonly protocol: string;
    readonly bufferedAmount: number;
    send(data: Uint8Array, options: object, sent?: (error?: Error) => void): void;
    send(data: Uint8Array, sent?: (error?: Error) => void): void;
    ping(): void;
    close(code?: number, reason?: string): void;
    terminate(): void;
    pause(): void;
    resume(): void;
    on(event: 'message', listener: (data: Buffer) => void): this;
    on(event: 'close', listener: (code: number) => void): this;
    on(event: 'ping' | 'pong', listener: () => void): this;
    once(event: 'message', listener: (data: Buffer) => void): this;
    once(event: 'close', listener: (code: number) => void): this;
  }

  export class WebSocketServer {
    constructor(options: {
      server: Server;
      handleProtocols?: (offered: Set<string>) => string | false;
    });
    on(event: 'connection', listener: (socket: WebSocket, request: IncomingMessage) => void): this;
    close(): void;
  }
}
