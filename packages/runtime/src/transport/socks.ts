import { isIP, type Socket } from 'node:net';
import { onAbort } from '../async/on-abort.js';
import { toError } from '../errors/to-error.js';
import { prepareTunnel, proxyError } from './tunnel.js';

/*
 * RFC 1928, with the user and password of RFC 1929. A library would add three packages for these
 * two exchanges, and its own timeouts and cancellation.
 */
const VERSION = 5;
const METHODS = { none: 0, password: 2 } as const;
const PASSWORD_VERSION = 1;
const COMMAND_CONNECT = 1;
const ADDRESS = { ipv4: 1, name: 3, ipv6: 4 } as const;
const DEFAULT_PORT = 1080;

/** The reply codes of a proxy that does not connect. */
const REPLIES: Readonly<Record<number, string>> = {
  1: 'general failure',
  2: 'not allowed by its rules',
  3: 'network unreachable',
  4: 'host unreachable',
  5: 'connection refused',
  6: 'time to live expired',
  7: 'command not supported',
  8: 'address type not supported',
};

/**
 * Opens a connection to `host:port` through a SOCKS5 proxy. As in Go, the proxy resolves names for
 * both `socks5` and `socks5h`. An abort ends the attempt and has no effect afterwards.
 */
export async function openSocks(
  proxy: URL,
  host: string,
  port: number,
  signal?: AbortSignal,
): Promise<Socket> {
  const { connect } = process.getBuiltinModule('node:net');
  const socket = connect({
    host: proxy.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(proxy.port || DEFAULT_PORT),
  });
  const stopListening = onAbort(signal, () => socket.destroy(toError(signal?.reason)));
  try {
    await greet(socket, proxy);
    await askFor(socket, host, port);
    return prepareTunnel(socket);
  } catch (error) {
    socket.destroy();
    throw proxyError(proxy, host, port, error);
  } finally {
    stopListening();
  }
}

async function greet(socket: Socket, proxy: URL): Promise<void> {
  const user = decodeURIComponent(proxy.username);
  const methods = user === '' ? [METHODS.none] : [METHODS.none, METHODS.password];
  socket.write(Buffer.from([VERSION, methods.length, ...methods]));
  const [version, chosen] = await read(socket, 2);
  if (version !== VERSION) throw new Error('the proxy does not speak SOCKS5');
  if (!methods.some((method) => method === chosen)) {
    throw new Error(
      user === ''
        ? 'the proxy requires authentication; add a user and password to its URL'
        : 'the proxy requires an unsupported authentication method',
    );
  }
  if (chosen !== METHODS.password) return;
  const password = decodeURIComponent(proxy.password);
  socket.write(Buffer.concat([Buffer.from([PASSWORD_VERSION]), sized(user), sized(password)]));
  const [, status] = await read(socket, 2);
  if (status !== 0) throw new Error('the proxy rejected the user and password');
}

async function askFor(socket: Socket, host: string, port: number): Promise<void> {
  const request = Buffer.from([VERSION, COMMAND_CONNECT, 0]);
  socket.write(Buffer.concat([request, addressOf(host), Buffer.from([port >> 8, port & 0xff])]));
  const [version, reply = 1, , kind] = await read(socket, 4);
  if (version !== VERSION) throw new Error('the proxy does not speak SOCKS5');
  if (reply !== 0) throw new Error(`the proxy responded with ${REPLIES[reply] ?? `code ${reply}`}`);
  // Skips the bound address and port.
  const length =
    kind === ADDRESS.ipv4 ? 4 : kind === ADDRESS.ipv6 ? 16 : (await read(socket, 1))[0];
  await read(socket, (length ?? 0) + 2);
}

function addressOf(host: string): Buffer {
  const family = isIP(host);
  if (family === 4) return Buffer.from([ADDRESS.ipv4, ...host.split('.').map(Number)]);
  if (family === 6) return Buffer.from([ADDRESS.ipv6, ...ipv6Bytes(host)]);
  return Buffer.concat([Buffer.from([ADDRESS.name]), sized(host)]);
}

/** Returns the 16 bytes of an address, using the canonical form of URLs without dots. */
function ipv6Bytes(host: string): number[] {
  const canonical = new URL(`http://[${host}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = canonical
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail].flatMap((group) => {
    const value = parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}

/** Returns a text with its length as the first byte. */
function sized(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length > 255) throw new Error('SOCKS5 does not support names of more than 255 bytes');
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

/** Reads the next `length` bytes and leaves further bytes for the next call. */
function read(socket: Socket, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const tryRead = (): void => {
      const bytes: unknown = socket.read(length);
      if (!(bytes instanceof Buffer)) return;
      stop();
      if (bytes.length === length) resolve(bytes);
      else fail();
    };
    const fail = (error: Error = new Error('the proxy closed the connection')): void => {
      stop();
      reject(error);
    };
    const onClose = (): void => fail();
    const stop = (): void => {
      socket.off('readable', tryRead).off('error', fail).off('end', onClose).off('close', onClose);
    };
    socket.on('readable', tryRead).on('error', fail).on('end', onClose).on('close', onClose);
    if (socket.destroyed) fail();
    else tryRead();
  });
}
