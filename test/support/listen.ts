import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';

/** Listens on a free port of an address, by default of loopback, and resolves with the port. */
export async function listen(server: Server, address = '127.0.0.1'): Promise<number> {
  server.listen(0, address);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Resolves with a port of loopback that was free. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  await once(server, 'close');
  return port;
}
