import type { RequestOptions } from 'node:https';
import type { Socket } from 'node:net';
import { onAbort } from '../async/on-abort.js';
import { toError } from '../errors/to-error.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { errorText } from '../logging/error-text.js';
import { serverNameOf } from './proxy.js';

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
  const authority = authorityOf(host, port);
  const { request: send } = process.getBuiltinModule(
    proxy.protocol === 'https:' ? 'node:https' : 'node:http',
  );
  return new Promise((resolve, reject) => {
    const request = send(connectOptions(proxy, authority));
    const stopListening = onAbort(signal, () => request.destroy(toError(signal?.reason)));
    request.once('close', stopListening);
    const fail = (reason: unknown): void => reject(proxyError(proxy, host, port, reason));
    request.on('error', fail);
    request.once('connect', ({ statusCode, statusMessage }, socket) => {
      if (statusCode === 200) {
        stopListening();
        resolve(prepareTunnel(socket));
        return;
      }
      socket.destroy();
      fail(new Error(`the proxy answered ${statusCode} ${statusMessage}`));
    });
    // A proxy that answers CONNECT with an ordinary answer refuses too.
    request.once('response', (response) => {
      response.destroy();
      fail(new Error(`the proxy answered ${response.statusCode} ${response.statusMessage}`));
    });
    request.end();
  });
}

/**
 * After how much quiet the kernel asks whether the other end of a connection is still there. How often it
 * asks then is the system's choice (on Linux nine times in 11 minutes; ten times in ten seconds with newer
 * versions of Node), and HTTP/1.1 has no ping: who waits for a long time has an idle timer of his own.
 */
export const PROBE_INTERVAL_MS = 30_000;

/** An agent sets up the connections that it makes itself: a tunnel is to be no worse. */
export function prepareTunnel(socket: Socket): Socket {
  // It may break before anybody else listens: that alone must not end the process.
  socket.on('error', () => {});
  return socket.setTimeout(0).setNoDelay(true).setKeepAlive(true, PROBE_INTERVAL_MS);
}

/** Why there is no tunnel, without the proxy's password. */
export function proxyError(proxy: URL, host: string, port: number, cause: unknown): Error {
  return new VmgenError(
    'ERR_VMGEN_CONNECTION',
    `proxy ${proxy.host}: cannot reach ${authorityOf(host, port)}: ${errorText(cause)}`,
    { cause },
  );
}

function authorityOf(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function connectOptions(proxy: URL, authority: string): RequestOptions {
  return {
    method: 'CONNECT',
    host: proxy.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
    servername: serverNameOf(proxy),
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
