import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { test, type TestContext } from 'node:test';
import { createFakeClock } from '../testing/fake-clock.js';
import type { Credentials } from './cluster-config.js';
import { createHttpTransport, type HttpTransport } from './http-transport.js';
import { interceptTransport } from './intercept-transport.js';
import {
  makeCertificate,
  startServer,
  until,
  type LocalServer,
} from './local-server.test.helper.js';
import { staticTextSource } from './text-source.js';

const EXEC = {
  method: 'GET',
  path: '/api/v1/namespaces/a/pods/b/exec?command=sh',
  headers: { connection: 'Upgrade', upgrade: 'echo' },
} as const;

interface UpgradeServer extends LocalServer {
  readonly sockets: Duplex[];
}

/** An echo server over TLS with an upgrade. `refuse` may reject the upgrade. */
async function startEcho(
  t: TestContext,
  refuse: (request: IncomingMessage) => string | undefined = () => undefined,
): Promise<{ server: UpgradeServer; cert: string }> {
  const { cert, private: key } = await makeCertificate();
  const sockets: Duplex[] = [];
  const server = await startServer(
    t,
    () => {},
    { key, cert },
    (request, socket) => {
      socket.on('error', () => {});
      const refusal = refuse(request);
      if (refusal !== undefined) {
        socket.end(refusal);
        return;
      }
      sockets.push(socket);
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\nhello',
      );
      socket.pipe(socket);
    },
  );
  return { server: { ...server, sockets }, cert };
}

function connect(
  t: TestContext,
  { server, cert }: { server: LocalServer; cert: string },
  more: object = {},
  options: object = {},
): HttpTransport {
  const certificateAuthority = staticTextSource(cert);
  const transport = createHttpTransport(
    { server: server.url, certificateAuthority, ...more },
    options,
  );
  t.after(() => transport.close());
  return transport;
}

function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}

const unauthorized =
  'HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno';

test('an upgrade returns the socket including data that followed the head', async (t) => {
  const echo = await startEcho(t);
  const credentials: Credentials = { current: () => bearer('t'), invalidate() {} };
  const transport = connect(t, echo, { credentials, impersonate: { user: 'u' } });
  const response = await transport.upgrade(EXEC);
  assert.deepEqual([response.status, response.headers['upgrade']], [101, 'echo']);
  assert.equal(await response.text(), '');
  const { socket } = response;
  assert.ok(socket !== undefined);
  let read = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (read += chunk));
  await until(() => read === 'hello');
  socket.write(' world');
  await until(() => read === 'hello world');
  socket.end();
  await until(() => echo.server.open() === 0);
  const { headers, url } = echo.server.requests[0] ?? {};
  assert.equal(url, EXEC.path);
  assert.equal(headers?.authorization, 'Bearer t');
  assert.equal(headers['impersonate-user'], 'u');
});

test('a rejected upgrade is a response', async (t) => {
  const echo = await startEcho(
    t,
    () => 'HTTP/1.1 403 Forbidden\r\nContent-Length: 6\r\nConnection: close\r\n\r\nnever!',
  );
  const transport = connect(t, echo);
  const response = await transport.upgrade(EXEC);
  assert.deepEqual([response.status, response.socket], [403, undefined]);
  assert.equal(await response.text(), 'never!');
});

test('a rejected upgrade is sent once more with new credentials', async (t) => {
  const echo = await startEcho(t, ({ headers }) =>
    headers.authorization === 'Bearer new' ? undefined : unauthorized,
  );
  let token = 'old';
  const credentials: Credentials = {
    current: () => bearer(token),
    invalidate: () => void (token = 'new'),
  };
  const transport = connect(t, echo, { credentials });
  const { status } = await transport.upgrade(EXEC);
  assert.equal(status, 101);
  assert.equal(echo.server.requests.length, 2);
});

test('an abort closes an upgraded connection with its reason', async (t) => {
  const echo = await startEcho(t);
  const transport = connect(t, echo);
  const caller = new AbortController();
  const { socket } = await transport.upgrade({ ...EXEC, signal: caller.signal });
  const heard: unknown[] = [];
  socket?.on('error', (error) => heard.push(error));
  const reason = new Error('enough');
  caller.abort(reason);
  await until(() => echo.server.open() === 0);
  assert.deepEqual(heard, [reason]);
});

test('close() of a transport closes upgraded connections, also without listeners', async (t) => {
  const echo = await startEcho(t);
  const transport = connect(t, echo);
  const { socket } = await transport.upgrade(EXEC);
  await transport.upgrade(EXEC);
  const heard: unknown[] = [];
  socket?.on('error', (error) => heard.push(error));
  await transport.close();
  await until(() => echo.server.open() === 0);
  assert.equal(heard.length, 1);
  assert.match(String(heard[0]), /the transport to .* is closed/);
  await assert.rejects(transport.upgrade(EXEC), { code: 'ERR_VMGEN_CLOSED' });
});

test('the timeout of an upgrade applies only until its response', async (t) => {
  const clock = createFakeClock();
  let isSilent = true;
  const { cert, private: key } = await makeCertificate();
  const server = await startServer(
    t,
    () => {},
    { key, cert },
    (_request, socket) => {
      socket.on('error', () => {});
      if (isSilent) return;
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    },
  );
  const transport = connect(t, { server, cert }, {}, { clock, requestTimeoutMs: 1000 });
  const late = transport.upgrade(EXEC);
  late.catch(() => {});
  await until(() => server.requests.length === 1);
  await clock.advance(1000);
  await assert.rejects(late, { code: 'ERR_VMGEN_TIMEOUT' });
  isSilent = false;
  const { socket } = await transport.upgrade(EXEC);
  await clock.advance(3_600_000);
  assert.equal(socket?.destroyed, false);
  assert.equal(clock.pendingTimers, 0);
});

test('interceptors are called for upgrades if the transport supports them', async (t) => {
  const echo = await startEcho(t);
  const seen: string[] = [];
  const transport = interceptTransport(connect(t, echo), [
    async (request, next) => {
      const response = await next(request);
      seen.push(`${request.path} ${response.status}`);
      return response;
    },
  ]);
  const response = await transport.upgrade?.(EXEC);
  assert.ok(response?.socket !== undefined);
  assert.deepEqual(seen, [`${EXEC.path} 101`]);
  const plain = interceptTransport({ request: (each) => transport.request(each) }, []);
  assert.equal('upgrade' in plain, false);
});
