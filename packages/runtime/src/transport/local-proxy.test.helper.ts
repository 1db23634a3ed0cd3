import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { listen } from './local-server.test.helper.js';

/** A proxy with CONNECT. Rejects requests with a `status` other than 200. */
export async function startProxy(
  t: TestContext,
  status = 200,
): Promise<{ url: string; tunnels: (string | undefined)[]; open: ReadonlySet<Socket> }> {
  const tunnels: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  const proxy = createServer().on('connect', (request, client: Socket) => {
    tunnels.push(request.url, request.headers['proxy-authorization']);
    sockets.add(client);
    client.once('close', () => sockets.delete(client));
    if (status !== 200) {
      client.end(`HTTP/1.1 ${status} No\r\n\r\n`);
      return;
    }
    const upstream = connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      client.pipe(upstream).pipe(client);
    });
    upstream.on('error', () => client.destroy());
    client.on('error', () => upstream.destroy());
    client.once('close', () => upstream.destroy());
  });
  const port = await listen(proxy);
  t.after(() => {
    sockets.forEach((socket) => socket.destroy());
    proxy.close();
  });
  return { url: `http://me:p%40ss@127.0.0.1:${port}`, tunnels, open: sockets };
}
