/** What client-node's types name of `ws`, whose own types it does not install. */
declare module 'ws' {
  export class WebSocket extends EventTarget {}
  export type ClientOptions = object;
}
