import { connect, createServer, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import Docker from 'dockerode';
import { createDockerDriver, type ServerOwner } from '@vmgen/controller';
import { listen } from '../support/listen.js';
import { containersOf, docker } from '../support/docker.js';
import { driverBehaviours, type DriverSubject } from '../support/driver-behaviours.js';

/** Passes connections to the engine, as long as `isOpen` is true. */
interface EngineProxy {
  isOpen: boolean;
  readonly port: number;
  disconnect(): void;
  close(): void;
}

async function startProxy(): Promise<EngineProxy> {
  const { hostname, port: enginePort } = new URL(process.env['DOCKER_HOST'] ?? 'unix:///');
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    if (!proxy.isOpen) return void socket.destroy();
    const engine =
      enginePort === '' ? connect('/var/run/docker.sock') : connect(Number(enginePort), hostname);
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
  const port = await listen(server);
  const proxy: EngineProxy = {
    isOpen: true,
    port,
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

async function dockerSubject(): Promise<DriverSubject> {
  const proxy = await startProxy();
  const engine = new Docker({ protocol: 'http', host: '127.0.0.1', port: proxy.port });
  const idOf = async ({ uid }: ServerOwner) => (await containersOf(uid))[0]?.Id ?? '';
  return {
    open: (fence) => createDockerDriver({ cluster: 'c1', engine, ...(fence && { fence }) }),
    spec: { image: 'nginx', nanoCpus: 500e6, memoryBytes: 64 << 20, running: true },
    badImage: 'vmgen.invalid/nope:1',
    withinMs: 20_000,
    async crash(owner) {
      await docker('kill', await idOf(owner));
    },
    async disconnect() {
      proxy.disconnect();
      return async () => void (proxy.isOpen = true);
    },
    // Has the name of the owner's container, and no labels.
    async createForeign({ namespace, name, uid }) {
      const id = (
        await docker('create', '--name', `vm_${namespace}_${name}_${uid}`, 'nginx')
      ).trim();
      return async () => {
        const status = await docker('inspect', '--format', '{{.State.Status}}', id);
        await docker('rm', '--force', id);
        return status.trim() === 'created';
      };
    },
    close: async () => proxy.close(),
  };
}

describe('the driver docker', () => {
  for (const [title, behaves] of driverBehaviours(dockerSubject)) test(title, behaves);
});
