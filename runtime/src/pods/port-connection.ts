import type { Duplex } from 'node:stream';
import { VmgenError } from '../errors/vmgen-error.js';
import { sendOnChannel } from './channels.js';
import type { WebSocketConnection } from './web-socket.js';

/**
 * The subprotocol of port-forward that kubelets support natively. kubectl tunnels SPDY instead, to
 * multiplex connections; here each connection has its own WebSocket.
 */
export const PORT_PROTOCOLS = ['v4.channel.k8s.io'];

const DATA = 0;
const ERROR = 1;
/** Each channel starts with the number of its port. */
const PORT_BYTES = 2;
const MAX_MESSAGE_LENGTH = 1000;

/** Returns the connection to a port, over its own WebSocket, as a stream. */
export function portConnection(connection: WebSocketConnection, port: number): Duplex {
  const unread = [PORT_BYTES, PORT_BYTES];
  let problem = '';
  const node = process.getBuiltinModule('node:stream');
  const stream = new node.Duplex({
    // The protocol does not support half-open connections.
    allowHalfOpen: false,
    read: () => connection.resume(),
    write: (chunk: Buffer, _encoding, done) => sendOnChannel(connection, DATA, chunk, done),
    final: (done) => {
      connection.close();
      done();
    },
    destroy: (error, done) => {
      connection.close();
      done(error);
    },
  });
  // The stream may fail before the caller adds a listener. An error without a listener would end
  // the process.
  stream.on('error', () => {});
  connection.listen({
    onMessage(payload) {
      const [channel = 0] = payload;
      const skipped = Math.min(unread[channel] ?? 0, payload.length - 1);
      unread[channel] = (unread[channel] ?? 0) - skipped;
      const data = payload.subarray(1 + skipped);
      if (channel === ERROR)
        problem = (problem + data.toString('utf8')).slice(0, MAX_MESSAGE_LENGTH);
      if (channel === DATA && data.length > 0 && !stream.push(data)) connection.pause();
    },
    onEnd(error) {
      if (problem !== '') stream.destroy(unreachable(port, problem));
      else if (error !== undefined) stream.destroy(error);
      else stream.push(null);
    },
  });
  return stream;
}

/** The server's text is untrusted, so it is quoted. */
function unreachable(port: number, text: string): VmgenError {
  const message = `port ${port} of the pod cannot be reached: ${JSON.stringify(text)}`;
  return new VmgenError('ERR_VMGEN_CONNECTION', message);
}
