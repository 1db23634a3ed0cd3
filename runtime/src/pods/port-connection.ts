import type { Duplex } from 'node:stream';
import { VmgenError } from '../errors/vmgen-error.js';
import { sendOnChannel } from './channels.js';
import type { WebSocketConnection } from './web-socket.js';

/**
 * The subprotocol of port-forward that kubelets speak themselves. kubectl tunnels SPDY in its place,
 * to have many connections over one; here each has a WebSocket of its own.
 */
export const PORT_PROTOCOLS = ['v4.channel.k8s.io'];

const DATA = 0;
const ERROR = 1;
/** Each channel begins with the number of its port. */
const PORT_BYTES = 2;
const MAX_COMPLAINT_LENGTH = 1000;

/** The one connection to a port that a WebSocket was opened for, as a stream. */
export function portConnection(connection: WebSocketConnection, port: number): Duplex {
  const unread = [PORT_BYTES, PORT_BYTES];
  let complaint = '';
  const node = process.getBuiltinModule('node:stream');
  const stream = new node.Duplex({
    // The protocol cannot tell that one side has ended and the other has not.
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
  // Whoever opened it may not listen yet when it breaks: that alone must not end the process.
  stream.on('error', () => {});
  connection.listen({
    onMessage(payload) {
      const [channel = 0] = payload;
      const skipped = Math.min(unread[channel] ?? 0, payload.length - 1);
      unread[channel] = (unread[channel] ?? 0) - skipped;
      const data = payload.subarray(1 + skipped);
      if (channel === ERROR)
        complaint = (complaint + data.toString('utf8')).slice(0, MAX_COMPLAINT_LENGTH);
      if (channel === DATA && data.length > 0 && !stream.push(data)) connection.pause();
    },
    onEnd(error) {
      if (complaint !== '') stream.destroy(refused(port, complaint));
      else if (error !== undefined) stream.destroy(error);
      else stream.push(null);
    },
  });
  return stream;
}

/** Servers' texts name the pod, and may hold what its network said. */
function refused(port: number, text: string): VmgenError {
  const message = `port ${port} of the pod cannot be reached: ${JSON.stringify(text)}`;
  return new VmgenError('ERR_VMGEN_CONNECTION', message);
}
