import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { createFakeClock } from '../testing/fake-clock.js';
import type { Credentials } from './cluster-config.js';
import { createHttpTransport, type HttpTransport } from './http-transport.js';
import { isLongRunning } from './http-transport.js';
import { listen, makeCertificate, startServer, until } from './local-server.test.helper.js';
import { staticTextSource } from './text-source.js';

const GET = { method: 'GET', path: '/apis/x/v1/things' } as const;
const WATCH = { method: 'GET', path: '/apis/x/v1/things?watch=true' } as const;

/** A server that accepts connections and requests and never responds. */
async function startSilentServer(t: TestContext): Promise<{ port: number; open: Set<Socket> }> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.resume());
    socket.on('error', () => {});
    socket.once('close', () => open.delete(socket));
  });
  const port = await listen(server);
  t.after(() => {
    open.forEach((socket) => socket.destroy());
    server.close();
  });
  return { port, open };
}

/** Sends a byte at an interval, without end. */
function drip(t: TestContext): {
  responses: ServerResponse[];
  start(response: ServerResponse): void;
} {
  const responses: ServerResponse[] = [];
  t.after(() => responses.forEach((response) => response.destroy()));
  return {
    responses,
    start(response) {
      responses.push(response);
      response.writeHead(200).write('x');
    },
  };
}

test('a slow response times out', async (t) => {
  const dripping = drip(t);
  const server = await startServer(t, (_request, response) => dripping.start(response));
  const clock = createFakeClock();
  const transport = createHttpTransport({ server: server.url }, { clock, requestTimeoutMs: 1000 });
  t.after(() => transport.close());
  const response = await transport.request(GET);
  const text = response.text();
  text.catch(() => {});
  for (let drop = 0; drop < 9; drop++) {
    dripping.responses[0]?.write('x');
    await clock.advance(100);
  }
  await clock.advance(100);
  await assert.rejects(text, {
    name: 'TransportTimeoutError',
    message: `the request to the API server ${server.url} took more than 1000 ms while waiting for the response`,
  });
  assert.equal(clock.pendingTimers, 0);
});

test('the timeout of a watch applies only until its response starts', async (t) => {
  let isSilent = true;
  const server = await startServer(t, (_request, response) => {
    if (!isSilent) response.writeHead(200).write('first');
  });
  const clock = createFakeClock();
  const transport = createHttpTransport({ server: server.url }, { clock, requestTimeoutMs: 1000 });
  t.after(() => transport.close());
  const pending = transport.request(WATCH);
  pending.catch(() => {});
  await until(() => server.requests.length === 1);
  await clock.advance(1000);
  await assert.rejects(pending, { code: 'ERR_VMGEN_TIMEOUT' });

  isSilent = false;
  const response = await transport.request(WATCH);
  assert.equal(clock.pendingTimers, 0);
  await clock.advance(3_600_000);
  for await (const chunk of response.body) {
    assert.equal(Buffer.from(chunk).toString(), 'first');
    break;
  }
});

test('isLongRunning matches the requests without a timeout of the API server', () => {
  const long = [
    '/api/v1/pods?limit=1&watch=1',
    '/api/v1/namespaces/a/pods/b/log',
    '/api/v1/namespaces/a/pods/b/log?follow=true',
    '/api/v1/nodes/n/proxy/metrics',
    '/api/v1/namespaces/a/services/https:b:443/proxy',
  ];
  const short = [
    '/api/v1/pods?watch=false',
    '/api/v1/namespaces/pods/services/log',
    '/api/v1/namespaces/a/pods/log',
    '/apis/x/v1/namespaces/a/things/proxy',
  ];
  assert.deepEqual([...long, ...short].filter(isLongRunning), long);
});

test('a retry whose delay exceeds the timeout is not made', async (t) => {
  const server = await startServer(t, (_request, response) => {
    response.writeHead(429, { 'retry-after': '10' }).end('busy');
  });
  const clock = createFakeClock();
  const transport = createHttpTransport(
    { server: server.url },
    { clock, requestTimeoutMs: 15_000 },
  );
  t.after(() => transport.close());
  const pending = transport.request(GET);
  await until(() => server.requests.length === 1 && clock.pendingTimers === 2);
  await clock.advance(10_000);
  const response = await pending;
  assert.deepEqual([response.status, response.headers['retry-after']], [429, '10']);
  assert.equal(await response.text(), 'busy');
  assert.equal(server.requests.length, 2);
});

test('waiting for credentials ends with the timeout, the caller or the transport', async (t) => {
  const { cert, private: key } = await makeCertificate();
  const server = await startServer(t, (_request, response) => response.end(), { key, cert });
  const clock = createFakeClock();
  const credentials: Credentials = { current: () => new Promise(() => {}), invalidate() {} };
  const config = { server: server.url, certificateAuthority: staticTextSource(cert), credentials };
  const transport = createHttpTransport(config, { clock, requestTimeoutMs: 1000 });
  const late = transport.request(GET);
  late.catch(() => {});
  await clock.advance(1000);
  await assert.rejects(late, {
    name: 'TransportTimeoutError',
    message: `the request to the API server ${server.url} took more than 1000 ms while waiting for credentials`,
  });
  const caller = new AbortController();
  const aborted = transport.request({ ...GET, signal: caller.signal });
  caller.abort(new Error('enough'));
  await assert.rejects(aborted, /enough/);
  const running = transport.request(GET);
  await transport.close();
  await assert.rejects(running, { code: 'ERR_VMGEN_CLOSED' });
  assert.equal(clock.pendingTimers, 0);
});

test('close() of a transport ends all its requests and sockets', async (t) => {
  const dripping = drip(t);
  const server = await startServer(t, (request, response) => {
    if (request.url !== '/silent') dripping.start(response);
  });
  const transport = createHttpTransport({ server: server.url });
  const silent = transport.request({ method: 'GET', path: '/silent' });
  const watch = await transport.request(WATCH);
  const answer = await transport.request(GET);
  await until(() => server.requests.length === 3);
  const closed = { code: 'ERR_VMGEN_CLOSED', message: `the transport to ${server.url} is closed` };
  const ends = [
    assert.rejects(silent, closed),
    assert.rejects(watch.text(), closed),
    assert.rejects(async () => {
      for await (const chunk of answer.body) assert.ok(chunk);
    }, closed),
  ];
  await Promise.all([transport.close(), transport[Symbol.asyncDispose]()]);
  await Promise.all(ends);
  await assert.rejects(transport.request(GET), closed);
  await until(() => server.open() === 0);
});

/** A transport to a server behind a proxy that does not respond to CONNECT. */
async function connectToSilentProxy(
  t: TestContext,
  options: object,
): Promise<{ transport: HttpTransport; open: Set<Socket> }> {
  const { port, open } = await startSilentServer(t);
  const proxyUrl = `http://127.0.0.1:${port}`;
  const transport = createHttpTransport({ server: 'https://a.example', proxyUrl }, options);
  t.after(() => transport.close());
  return { transport, open };
}

test('a connection to a silent proxy ends with the request', async (t) => {
  const clock = createFakeClock();
  const { transport, open } = await connectToSilentProxy(t, { clock, requestTimeoutMs: 1000 });
  const late = transport.request(GET);
  late.catch(() => {});
  await until(() => open.size === 1);
  await clock.advance(1000);
  await assert.rejects(late, { code: 'ERR_VMGEN_TIMEOUT' });
  await until(() => open.size === 0);

  const caller = new AbortController();
  const aborted = transport.request({ ...GET, signal: caller.signal });
  aborted.catch(() => {});
  await until(() => open.size === 1);
  caller.abort(new Error('enough'));
  await assert.rejects(aborted, /enough/);
  await until(() => open.size === 0);

  const running = [transport.request(GET), transport.request(GET)];
  for (const request of running) request.catch(() => {});
  await until(() => open.size === 2);
  await transport.close();
  for (const request of running) await assert.rejects(request, { code: 'ERR_VMGEN_CLOSED' });
  await until(() => open.size === 0);
});

test('a hanging handshake ends with the request', async (t) => {
  const { port, open } = await startSilentServer(t);
  const clock = createFakeClock();
  const server = `https://127.0.0.1:${port}`;
  const transport = createHttpTransport({ server }, { clock, requestTimeoutMs: 1000 });
  t.after(() => transport.close());
  const late = transport.request(GET);
  late.catch(() => {});
  await until(() => open.size === 1);
  await clock.advance(1000);
  await assert.rejects(late, { code: 'ERR_VMGEN_TIMEOUT' });
  await until(() => open.size === 0);
});

test('a connection attempt times out before its request', async (t) => {
  const { port, open } = await startSilentServer(t);
  const silent = `127.0.0.1:${port}`;
  for (const [config, reason] of [
    [{ server: `https://${silent}` }, ''],
    [{ server: 'https://a.example', proxyUrl: `http://${silent}` }, ` proxy ${silent}:.*`],
    [{ server: 'http://a.example', proxyUrl: `socks5://${silent}` }, ` proxy ${silent}:.*`],
  ] as const) {
    const clock = createFakeClock();
    const transport = createHttpTransport(config, { clock });
    t.after(() => transport.close());
    const late = transport.request(WATCH);
    late.catch(() => {});
    await until(() => open.size === 1);
    await clock.advance(20_000);
    await assert.rejects(late, {
      code: 'ERR_VMGEN_CONNECTION',
      message: new RegExp(`API server ${config.server}:${reason} no connection within 20000 ms$`),
    });
    await until(() => open.size === 0);
    assert.equal(clock.pendingTimers, 0);
  }
});

test('reading a response that has already failed is an error', async (t) => {
  const server = await startServer(t, (_request, response) => {
    response.writeHead(200, { 'content-length': '9' }).write('first');
  });
  const transport = createHttpTransport({ server: server.url });
  t.after(() => transport.close());
  const [broken, closed, iterated] = await Promise.all([
    transport.request(GET),
    transport.request(GET),
    transport.request(GET),
  ]);
  await transport.close();
  await until(() => server.open() === 0);
  for (const read of [
    () => broken.text(),
    () => closed.text(),
    async () => {
      for await (const chunk of iterated.body) assert.ok(chunk);
    },
  ]) {
    await assert.rejects(read, { code: 'ERR_VMGEN_CLOSED' });
  }
});
