import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** The maximum number of requests that wait for an earlier one of their connection. */
const MAX_PIPELINED = 100;

/**
 * Calls a listener with each request of a connection after the response to the one before, as Go does. Node
 * assigns the socket to a response in its turn. Until then it does not close the response, so that what
 * the response holds would not be released when the client disconnects.
 */
export function inTurn(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  const count = (socket: Socket, change: 1 | -1): number => {
    const next = (waiting.get(socket) ?? 0) + change;
    waiting.set(socket, next);
    return next;
  };
  return (request, response) => {
    const { socket } = request;
    if (response.socket !== null) {
      listener(request, response);
    } else if (count(socket, 1) > MAX_PIPELINED) {
      socket.destroy();
    } else {
      response.once('socket', () => {
        count(socket, -1);
        listener(request, response);
      });
    }
  };
}
