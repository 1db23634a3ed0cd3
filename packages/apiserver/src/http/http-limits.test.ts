import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectPlain } from 'node:net';
import { PassThrough } from 'node:stream';
import { test, type TestContext } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { createFakeClock } from '@vmgen/runtime/testing';
import type { TransportRequest, TransportResponse } from '@vmgen/runtime';
import type { HeldResponse } from '../response/held-response.js';
import { httpLimits, type HttpLimits } from './http-limits.js';
import { MemoryBudget } from '../storage/memory-budget.js';
import { readBody } from './read-body.js';
import { startLimitedServer, type RunningServer } from './start-https-server.js';
import { textResponse } from '../response/text-response.js';
import { httpsCall } from '../testing/https-call.js';

type Handle = (request: TransportRequest) => Promise<TransportResponse>;

async function serve(
  t: TestContext,
  limits: Partial<HttpLimits> = {},
  handle: Handle = () => Promise.resolve(textResponse(200, {}, 'ok')),
): Promise<RunningServer> {
  const running = await startLimitedServer({ handle }, {}, { ...httpLimits(), ...limits });
  t.after(() => running.close());
  return running;
}

/** Opens a TLS connection, to which a test can write any bytes. */
async function open(t: TestContext, { port, caPem }: RunningServer): Promise<TLSSocket> {
  const socket = connectTls({ port, host: '127.0.0.1', ca: caPem });
  socket.on('error', () => undefined);
  t.after(() => socket.destroy());
  await once(socket, 'secureConnect');
  return socket;
}

/** Returns everything that a server sends before it closes the connection. */
async function readToEnd(socket: TLSSocket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  await once(socket, 'close');
  return text;
}

const post = (path: string, length: number, extra = ''): string =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n${extra}\r\n`;
const withToken = ({ token }: RunningServer): string => `authorization: Bearer ${token}\r\n`;

test('answers an anonymous request without reading its body, and closes the connection', async (t) => {
  const seen: TransportRequest[] = [];
  const server = await serve(t, {}, (request) => {
    seen.push(request);
    return Promise.resolve(textResponse(200, {}, 'ok'));
  });
  for (const [path, status] of [
    ['/healthz', 200],
    ['/api', 401],
  ] as const) {
    const socket = await open(t, server);
    socket.write(`${post(path, 3_000_000)}unfinished`);
    assert.match(await readToEnd(socket), new RegExp(`^HTTP/1.1 ${status} `));
  }
  assert.deepEqual(
    seen.map(({ path, body }) => [path, body]),
    [['/healthz', undefined]],
  );
});

test('closes an anonymous connection after its first response', async (t) => {
  const server = await serve(t);
  const socket = await open(t, server);
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
  assert.match(await readToEnd(socket), /^HTTP\/1.1 200 .*connection: close/is);
});

test('rejects an anonymous upgrade', async (t) => {
  const server = await serve(t);
  const socket = await open(t, server);
  socket.write(
    'GET /api/v1/pods?watch=true HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
  );
  assert.match(await readToEnd(socket), /^HTTP\/1.1 40\d /);
});

test('closes the connection of a body that does not arrive in time', async (t) => {
  const server = await serve(t, { headersMs: 20, requestMs: 50, checkMs: 10 });
  const socket = await open(t, server);
  socket.write(`${post('/api', 3_000_000, withToken(server))}unfinished`);
  assert.match(await readToEnd(socket), /^HTTP\/1.1 408 /);
});

test('closes a connection whose headers do not arrive in time', async (t) => {
  const server = await serve(t, { headersMs: 20, requestMs: 50, checkMs: 10 });
  const slow = await open(t, server);
  slow.write('GET /api HTTP/1.1\r\nx: ');
  assert.match(await readToEnd(slow), /^HTTP\/1.1 408 /);
  const silent = await open(t, server);
  assert.match(await readToEnd(silent), /^HTTP\/1.1 408 /);
});

/** Longer than a busy machine takes for the first part of a request. */
const SLOW = { headersMs: 1_000, requestMs: 1_000, checkMs: 10 };

/** Blocks the event loop, as a long request or a suspended process does. */
function block(ms: number): void {
  for (const endMs = performance.now() + ms; performance.now() < endMs;);
}

const requestStarts: Readonly<Record<string, (server: RunningServer) => string>> = {
  body: (server) => `${post('/api', 8, withToken(server))}1234`,
  headers: (server) => `${post('/api', 8, withToken(server)).slice(0, -2)}x: `,
};
for (const [part, start] of Object.entries(requestStarts)) {
  test(`reads a request whose ${part} arrived while the event loop was blocked longer than the limit`, async (t) => {
    const server = await serve(t, SLOW);
    const socket = await open(t, server);
    socket.write(start(server));
    await setTimeout(100);
    // Timers run next, and then the data of sockets is read.
    await setImmediate();
    socket.write(part === 'body' ? '5678' : 'y\r\n\r\n12345678');
    block(SLOW.requestMs + 200);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    assert.match(answer.toString(), /^HTTP\/1.1 200 /);
  });

  test(`closes a connection whose ${part} did not arrive while the event loop was blocked`, async (t) => {
    const server = await serve(t, SLOW);
    const socket = await open(t, server);
    socket.write(start(server));
    await setTimeout(100);
    // Timers run next, and then the data of sockets is read.
    await setImmediate();
    socket.write('z');
    block(SLOW.requestMs + 200);
    assert.match(
      await readToEnd(socket),
      /^HTTP\/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n$/,
    );
  });
}

test('answers a malformed request with 400, and too large headers with 431', async (t) => {
  const server = await serve(t);
  const malformed = await open(t, server);
  malformed.write('GET\r\n\r\n');
  assert.match(
    await readToEnd(malformed),
    /^HTTP\/1.1 400 Bad Request\r\nConnection: close\r\n\r\n$/,
  );
  const large = await open(t, server);
  // The server reads all of it: unread bytes would reset the connection before the answer is read.
  large.write(`GET /api HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`);
  assert.match(await readToEnd(large), /^HTTP\/1.1 431 Request Header Fields Too Large\r\n/);
});

test('closes a connection whose TLS handshake takes too long', async (t) => {
  const server = await serve(t, { handshakeMs: 20 });
  const socket = connectPlain({ port: server.port, host: '127.0.0.1' });
  t.after(() => socket.destroy());
  socket.resume();
  await once(socket, 'close');
});

test('ends a connection without a complete TLS handshake when the server closes', async (t) => {
  // The handshake may take longer than any test.
  const server = await serve(t, { handshakeMs: 3_600_000 });
  const socket = connectPlain({ port: server.port, host: '127.0.0.1' });
  t.after(() => socket.destroy());
  await once(socket, 'connect');
  // The server has accepted the first connection when the handshake of the second one is complete.
  await open(t, server);
  const ended = once(socket.resume(), 'close');
  await server.close();
  await ended;
});

test('closes connections above the limit', async (t) => {
  const server = await serve(t, { connections: 2 });
  await open(t, server);
  await open(t, server);
  const third = connectPlain({ port: server.port, host: '127.0.0.1' });
  t.after(() => third.destroy());
  third.resume();
  await once(third, 'close');
});

test('rejects a body while all bodies exceed the memory limit', async () => {
  const budget = new MemoryBudget(100_000);
  const [first, second, third] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const isRead = readBody(first, undefined, budget);
  first.write(Buffer.alloc(80_000));
  await setImmediate();
  const isRefused = assert.rejects(readBody(second, undefined, budget), {
    statusCode: 429,
    status: {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'Too many requests, please try again later.',
      reason: 'TooManyRequests',
      details: { retryAfterSeconds: 1 },
      code: 429,
    },
  });
  second.end(Buffer.alloc(50_000));
  await isRefused;
  first.end();
  assert.equal((await isRead).length, 80_000);
  const isFree = readBody(third, undefined, budget);
  third.end(Buffer.alloc(50_000));
  assert.equal((await isFree).length, 50_000);
});

test('limits the memory of a body in very small chunks to its length', async (t) => {
  let body: string | Uint8Array | undefined;
  const server = await serve(t, { bodyBytes: 32_768 }, (request) => {
    body = request.body;
    return Promise.resolve(textResponse(200, {}, 'ok'));
  });
  const socket = await open(t, server);
  socket.write(post('/api', 20_000, withToken(server)));
  for (let i = 0; i < 20_000; i++) socket.write('x');
  await once(socket, 'data');
  assert.equal(body?.length, 20_000);
});

/** The memory of a response that does not grow. */
function heldMemory(bytes: number): HeldResponse['held'] {
  let release: (() => void) | undefined;
  return {
    reserve(memory) {
      release = () => memory.release(bytes);
      return memory.reserve(bytes);
    },
    release: () => release?.(),
  };
}

/** A response without an end. `made` counts its pieces. */
function endless(heldBytes: number) {
  const made = { count: 0, isEnded: false };
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        made.count++;
        yield Buffer.alloc(100_000);
        await setImmediate();
      }
    } finally {
      made.isEnded = true;
    }
  };
  const response = { ...textResponse(200, {}, ''), body: pieces(), held: heldMemory(heldBytes) };
  return { made, response };
}

const get = (path: string, server: RunningServer): string =>
  `GET ${path} HTTP/1.1\r\nhost: x\r\n${withToken(server)}\r\n`;

/** Waits until the server stops creating pieces because nothing reads them. */
async function untilStalled(made: { readonly count: number }): Promise<void> {
  for (let before = -1, same = 0; same < 50;) {
    await setImmediate();
    same = made.count > 1 && made.count === before ? same + 1 : 0;
    before = made.count;
  }
}

for (const [what, path] of [
  ['a watch', '/api/v1/pods?watch=true'],
  ['a list', '/api/v1/pods'],
] as const) {
  test(`closes the connection of ${what} that is not read in time`, async (t) => {
    const clock = createFakeClock();
    const { made, response } = endless(0);
    const server = await serve(t, { clock, readMs: 1000 }, () => Promise.resolve(response));
    const socket = await open(t, server);
    socket.pause();
    socket.write(get(path, server));
    await untilStalled(made);
    assert.equal(made.isEnded, false);
    await clock.advance(1000);
    await readToEnd(socket.resume());
    assert.equal(made.isEnded, true);
    assert.equal(clock.pendingTimers, 0);
  });
}

test('rejects lists with 429 while responses exceed the memory limit', async (t) => {
  const { made, response } = endless(900);
  const server = await serve(t, { answerBytes: 1000 }, ({ path }) =>
    Promise.resolve(
      path === '/big' ? response : { ...textResponse(200, {}, 'x'), held: heldMemory(200) },
    ),
  );
  const socket = await open(t, server);
  socket.pause();
  socket.write(get('/big', server));
  await untilStalled(made);
  assert.equal((await httpsCall(server, { path: '/small' })).status, 429);
  socket.destroy();
  while (!made.isEnded) await setImmediate();
  assert.equal((await httpsCall(server, { path: '/small' })).status, 200);
});

test('answers pipelined requests in order, each after the one before', async (t) => {
  const seen: string[] = [];
  const server = await serve(t, {}, async ({ path }) => {
    seen.push(`begin ${path}`);
    if (path === '/slow') await setImmediate();
    seen.push(`end ${path}`);
    return textResponse(200, {}, 'ok');
  });
  const socket = await open(t, server);
  const last = get('/c', server).replace('\r\n', '\r\nconnection: close\r\n');
  socket.write(get('/slow', server) + get('/b', server) + last);
  assert.equal((await readToEnd(socket)).match(/HTTP\/1.1 200/g)?.length, 3);
  assert.deepEqual(
    seen,
    ['/slow', '/b', '/c'].flatMap((path) => [`begin ${path}`, `end ${path}`]),
  );
});

test('answers no pipelined request of a closed connection, and closes one with too many', async (t) => {
  const { made, response } = endless(0);
  const seen: string[] = [];
  const server = await serve(t, {}, ({ path }) => {
    seen.push(path);
    return Promise.resolve(response);
  });
  const watch = '/api/v1/pods?watch=true';
  const socket = await open(t, server);
  socket.write(get(watch, server) + get('/b', server).repeat(200));
  await readToEnd(socket);
  while (!made.isEnded) await setImmediate();
  assert.deepEqual(seen, [watch]);
});

test('closes the connections of unread watches that exceed the memory limit', async (t) => {
  const streams = [endless(0), endless(0)];
  const server = await serve(t, { answerBytes: 120_000 }, ({ path }) =>
    Promise.resolve(streams[path.includes('first') ? 0 : 1]?.response ?? assert.fail()),
  );
  const [first, second] = [await open(t, server), await open(t, server)];
  first.pause().write(get('/api/v1/pods?watch=true&labelSelector=first', server));
  await untilStalled(streams[0]?.made ?? assert.fail());
  second.pause().write(get('/api/v1/pods?watch=true', server));
  while (streams[1]?.made.isEnded !== true) {
    await setImmediate();
  }
  assert.equal(streams[0]?.made.isEnded, false);
});
