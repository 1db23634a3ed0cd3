import type { RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import { onAbort } from '../async/on-abort.js';
import { toError } from '../errors/to-error.js';
import { VmgenError } from '../errors/vmgen-error.js';

/**
 * Opens a tunnel to `host:port` through an HTTP proxy (CONNECT). The socket that comes back is the
 * server's: TLS is spoken through it, so that the proxy reads nothing. An abort ends the attempt, and
 * has no effect on a tunnel that is open.
 */
export function openTunnel(
  proxy: URL,
  host: string,
  port: number,
  signal?: AbortSignal,
): Promise<Socket> {
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const { request: send } = process.getBuiltinModule(
    proxy.protocol === 'https:' ? 'node:https' : 'node:http',
  );
  return new Promise((resolve, reject) => {
    const request = send(connectOptions(proxy, authority));
    const stopListening = onAbort(signal, () => request.destroy(toError(signal?.reason)));
    request.once('close', stopListening);
    const fail = (reason: string, cause?: unknown): void =>
      reject(
        new VmgenError(
          'ERR_VMGEN_CONNECTION',
          `proxy ${proxy.host}: cannot reach ${authority}: ${reason}`,
          { cause },
        ),
      );
    request.setTimeout(CONNECT_TIMEOUT_MS, () => request.destroy(new Error('no answer in time')));
    request.on('error', (error) => fail(error.message, error));
    request.once('connect', ({ statusCode, statusMessage }, socket) => {
      if (statusCode === 200) {
        socket.setTimeout(0);
        stopListening();
        resolve(socket);
        return;
      }
      socket.destroy();
      fail(`the proxy answered ${statusCode} ${statusMessage}`);
    });
    // A proxy that answers CONNECT with an ordinary answer refuses too.
    request.once('response', (response) => {
      response.destroy();
      fail(`the proxy answered ${response.statusCode} ${response.statusMessage}`);
    });
    request.end();
  });
}

const CONNECT_TIMEOUT_MS = 30_000;

function connectOptions(proxy: URL, authority: string): RequestOptions {
  return {
    method: 'CONNECT',
    host: proxy.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
    path: authority,
    headers: { host: authority, ...proxyAuthorization(proxy) },
    agent: false,
  };
}

/** The header for the user and password in a proxy's URL. */
export function proxyAuthorization(proxy: URL): Record<string, string> {
  if (proxy.username === '') return {};
  const user = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(user).toString('base64')}` };
}
