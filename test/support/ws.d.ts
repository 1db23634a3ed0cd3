declare module 'ws' {
  import type { EventEmitter } from 'node:events';
  import type { IncomingMessage } from 'node:http';
  import type { Server } from 'node:https';

  /** What client-node's types name of `ws`, whose own types it does not install. */
  export class WebSocket extends EventTarget {
    constructor(url: string);
    send(data: string): void;
    close(): void;
  }
  export type ClientOptions = object;

  /** A connection as its server has it. */
  export interface ServedSocket extends EventEmitter {
    readonly protocol: string;
    send(data: Uint8Array): void;
    close(code?: number): void;
    on(event: 'message', listener: (data: Buffer) => void): this;
  }
  export class WebSocketServer {
    constructor(options: {
      server: Server;
      handleProtocols: (offered: Set<string>) => string | false;
    });
    on(
      event: 'connection',
      listener: (socket: ServedSocket, request: IncomingMessage) => void,
    ): this;
  }
}
