import { createServer, type IncomingMessage } from 'node:http';
import type { TestContext } from 'node:test';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Clock } from '../async/clock.js';
import type { Logger } from '../logging/logger.js';
import { createHttpTransport } from '../transport/http-transport.js';
import { listen } from '../transport/local-server.test.helper.js';
import { createPodAccess, type PodAccess } from './pod-access.js';

/** A WebSocket server with an independent library. */
interface PodServer {
  readonly pods: PodAccess;
  /** The requests, as `/path?query`. */
  readonly asked: string[];
  /** The open sockets. */
  readonly open: Set<WebSocket>;
}

/** Options of the server. */
interface PodServerOptions {
  readonly knows?: readonly string[];
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** The response instead of an upgrade. */
  readonly refusal?: { readonly status: number; readonly body: string };
}

export const V4 = 'v4.channel.k8s.io';
const V5 = 'v5.channel.k8s.io';

/** Starts a server that passes its sockets to `serve`. It ends with the test. */
export async function startPodServer(
  t: TestContext,
  serve: (socket: WebSocket, request: IncomingMessage) => void,
  { knows = [V5, V4], clock, logger, refusal }: PodServerOptions = {},
): Promise<PodServer> {
  const asked: string[] = [];
  const open = new Set<WebSocket>();
  const server = createServer();
  const sockets = new WebSocketServer({
    server,
    handleProtocols: (offered) => [...offered].find((each) => knows.includes(each)) ?? false,
  });
  if (refusal !== undefined) {
    server.removeAllListeners('upgrade');
    server.on('request', (request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(refusal.status, { 'content-type': 'application/json' });
      response.end(refusal.body);
    });
  }
  sockets.on('connection', (socket, request) => {
    asked.push(request.url ?? '');
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    serve(socket, request);
  });
  const port = await listen(server);
  const transport = createHttpTransport({ server: `http://127.0.0.1:${port}` });
  t.after(async () => {
    await transport.close();
    for (const socket of open) socket.terminate();
    server.closeAllConnections();
    server.close();
  });
  const pods = createPodAccess(transport, {
    namespace: 'ns',
    ...(clock && { clock }),
    ...(logger && { logger }),
  });
  return { pods, asked, open };
}

/** A message on a channel. */
export function message(channel: number, data: string | Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([channel]), Buffer.from(data)]);
}

/** Sends the result of a command, as the API server does, and closes the connection. */
export function endWith(socket: WebSocket, status: object): void {
  socket.send(message(3, JSON.stringify(status)));
  socket.close(1000);
}

/** The status of a command with this exit code. */
export function exitStatus(code: number): object {
  if (code === 0) return { metadata: {}, status: 'Success' };
  return {
    metadata: {},
    status: 'Failure',
    reason: 'NonZeroExitCode',
    message: `command terminated with non-zero exit code ${code}`,
    details: { causes: [{ reason: 'ExitCode', message: String(code) }] },
  };
}
