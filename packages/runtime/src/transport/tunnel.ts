import type { RequestOptions } from 'node:https';
import type { Socket } from 'node:net';
import { onAbort } from '../async/on-abort.js';
import { toError } from '../errors/to-error.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { errorText } from '../logging/error-text.js';
import { serverNameOf } from './proxy.js';

/**
 * Opens a tunnel to `host:port` through an HTTP proxy (CONNECT). TLS is used inside of the returned
 * socket, so the proxy cannot read the data. An abort ends the attempt and has no effect on an open
 * tunnel.
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
      fail(new Error(`the proxy responded with ${statusCode} ${statusMessage}`));
    });
    // An ordinary response to CONNECT is a rejection too.
    request.once('response', (response) => {
      response.destroy();
      fail(new Error(`the proxy responded with ${response.statusCode} ${response.statusMessage}`));
    });
    request.end();
  });
}

/**
 * The idle time before the kernel probes a connection. The number of probes depends on the system
 * (on Linux nine in 11 minutes, or ten in ten seconds with newer versions of Node), and HTTP/1.1
 * has no ping. So callers that wait for a long time need their own idle timer.
 */
export const PROBE_INTERVAL_MS = 30_000;

/** Sets the socket options that an agent sets on its own connections. */
export function prepareTunnel(socket: Socket): Socket {
  // The socket may fail before another listener is added. An error without a listener would end the
  // process.
  socket.on('error', () => {});
  return socket.setTimeout(0).setNoDelay(true).setKeepAlive(true, PROBE_INTERVAL_MS);
}

/** Creates the error of a failed tunnel, without the password of the proxy. */
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
