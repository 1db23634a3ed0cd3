import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A socket that passes connections to the engine, as long as `isOpen` is true. */
interface EngineSocket {
  isOpen: boolean;
  disconnect(): void;
  close(): void;
}

/** Listens at a path, and passes each connection to the engine that the tests use. */
export async function startEngineSocket(listen: string): Promise<EngineSocket> {
  const { hostname, port, pathname } = new URL(
    process.env['DOCKER_HOST'] ?? 'unix:///var/run/docker.sock',
  );
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    if (!proxy.isOpen) return void socket.destroy();
    const engine = port === '' ? connect(pathname) : connect(Number(port), hostname);
    for (const each of [socket, engine]) {
      sockets.add(each);
      each.on('error', () => {});
      each.on('close', () => {
        sockets.delete(each);
        socket.destroy();
        engine.destroy();
      });
    }
    socket.pipe(engine).pipe(socket);
  });
  await once(server.listen(listen), 'listening');
  const proxy: EngineSocket = {
    isOpen: true,
    disconnect() {
      proxy.isOpen = false;
      for (const socket of sockets) socket.destroy();
    },
    close() {
      proxy.disconnect();
      server.close();
    },
  };
  return proxy;
}
