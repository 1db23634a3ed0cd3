import { createServer, type Server } from 'node:http';
import { errorMessage } from '@vmgen/base/text';
import { errorCode } from '../errors/error-code.js';
import { CliError } from './cli-error.js';
import { lastOf, type ServerFlags } from './server-flags.js';

export const ETCD_USAGE = `etcd of vmgen-apiserver: stores nothing, and answers only GET /health. The embedded API server
keeps its objects in its own memory.

Flags with an effect:
  --listen-client-urls string   comma-separated http://HOST:PORT or unix://PATH (default http://127.0.0.1:2379)

Flags without effect: all others of etcd, such as
  --data-dir, --advertise-client-urls, --listen-peer-urls
  --unsafe-no-fsync
`;

/** Runs until `stopped`. @throws CliError if an address is invalid or cannot be used */
export async function runEtcd(flags: ServerFlags, stopped: Promise<void>): Promise<void> {
  const urls = (lastOf(flags, 'listen-client-urls') ?? 'http://127.0.0.1:2379').split(',');
  const servers: Server[] = [];
  try {
    for (const url of urls) {
      const server = healthServer();
      servers.push(server);
      await listen(server, url);
    }
    await stopped;
  } finally {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  }
}

function healthServer(): Server {
  return createServer((request, response) => {
    const isHealth = request.url?.split('?')[0] === '/health';
    response.writeHead(isHealth ? 200 : 404, { 'content-type': 'application/json' });
    response.end(isHealth ? HEALTHY : NOTHING_ELSE);
  });
}

const HEALTHY = '{"health":"true","reason":""}\n';
const NOTHING_ELSE = `${JSON.stringify({
  error:
    'this etcd belongs to the embedded API server of vmgen: it answers /health and stores nothing',
})}\n`;

function listen(server: Server, url: string): Promise<void> {
  const address = addressOf(url);
  return new Promise((done, reject) => {
    server.once('error', (cause) => {
      const reason =
        errorCode(cause) === 'EADDRINUSE'
          ? 'already in use: stop what listens there, or choose another address'
          : errorMessage(cause);
      reject(new CliError(`--listen-client-urls ${url}: ${reason}`, { cause }));
    });
    server.listen(address, done);
  });
}

function addressOf(url: string): { host: string; port: number } | { path: string } {
  const path = /^unix:\/\/(.+)$/.exec(url)?.[1];
  if (path !== undefined) return { path };
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== 'http:') {
    throw new CliError(`--listen-client-urls ${url}: must be http://HOST:PORT or unix://PATH`);
  }
  const host = parsed.hostname.replace(/^\[(.*)\]$/, '$1');
  return { host, port: parsed.port === '' ? 80 : Number(parsed.port) };
}
