import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { silentLogger, type Logger } from '../logging/logger.js';
import { createFakeClock } from '../testing/fake-clock.js';
import { startHealthServer, type HealthServerOptions } from './health-server.js';

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Sends requests to a server that is closed after the test. */
async function serve(t: TestContext, options: Omit<HealthServerOptions, 'port'> = {}) {
  const server = await startHealthServer({ port: 0, host: '127.0.0.1', ...options });
  t.after(() => server.close());
  const ask = (path: string, method = 'GET', hostName = '127.0.0.1'): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const headers = { host: `${hostName}:${server.port}` };
      const address = { host: '127.0.0.1', port: server.port };
      const call = request({ ...address, path, method, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      });
      call.on('error', reject).end();
    });
  return { server, ask };
}

function fail(reason: string): never {
  throw new Error(reason);
}

test('a server without checks returns 200 for every probe', async (t) => {
  const { ask } = await serve(t);
  for (const path of ['/livez', '/healthz', '/readyz', '/readyz?verbose']) {
    assert.deepEqual(await ask(path), { status: 200, text: 'ok\n' });
  }
});

test('the response names a failed check without its reason', async (t) => {
  const { ask } = await serve(t, {
    live: { loop: () => {}, lease: () => fail('password hunter2') },
  });
  assert.deepEqual(await ask('/livez'), { status: 500, text: 'failed: lease\n' });
  assert.deepEqual(await ask('/healthz'), { status: 500, text: 'failed: lease\n' });
  assert.deepEqual(await ask('/readyz'), { status: 200, text: 'ok\n' });
});

test('logs a check once when it starts to fail, and once when it passes again', async (t) => {
  const lines: string[] = [];
  const logger: Logger = {
    ...silentLogger,
    warn: (message, fields) => lines.push(`${message}: ${String(fields?.['error'])}`),
    info: (message, fields) => lines.push(`${message}: ${String(fields?.['check'])}`),
  };
  let isSynced = false;
  const caches = (): void => {
    if (!isSynced) fail('not synced');
  };
  const { ask } = await serve(t, { ready: { caches }, logger });
  assert.equal((await ask('/readyz')).status, 500);
  assert.equal((await ask('/readyz')).status, 500);
  isSynced = true;
  assert.equal((await ask('/readyz')).status, 200);
  assert.deepEqual(lines, [
    'health check failed: Error: not synced',
    'health check passes again: caches',
  ]);
});

test('an asynchronous check fails, and its rejection is handled', async (t) => {
  const rejects: () => unknown = () => Promise.reject(new Error('late'));
  const { ask } = await serve(t, { ready: { slow: rejects } });
  assert.deepEqual(await ask('/readyz'), { status: 500, text: 'failed: slow\n' });
});

test('rejects other paths and methods', async (t) => {
  const { ask } = await serve(t);
  assert.equal((await ask('/')).status, 404);
  assert.equal((await ask('/metrics')).status, 404);
  assert.equal((await ask('/readyz', 'POST')).status, 405);
  assert.deepEqual(await ask('/readyz', 'HEAD'), { status: 200, text: '' });
});

test('a server on a loopback address rejects host names that may belong to web pages', async (t) => {
  const { ask } = await serve(t, { hostNames: ['Operator.example.com'] });
  const accepted = [
    'localhost',
    'LOCALHOST.',
    'app.localhost',
    '127.0.0.1',
    '10.0.0.7',
    '[::1]',
    '[fd00::7]',
    'operator.example.com',
  ];
  for (const name of accepted) assert.equal((await ask('/livez', 'GET', name)).status, 200, name);
  const rejected = [
    'evil.example',
    'localhost.evil.example',
    'evillocalhost',
    '127.0.0.1.evil.example',
    'a@127.0.0.1.evil.example',
    'sub.operator.example.com',
    '%',
  ];
  for (const name of rejected) {
    const { status, text } = await ask('/livez', 'GET', name);
    assert.equal(status, 421, name);
    assert.match(text, /^wrong host name; use localhost, an IP address, or add it to hostNames\n$/);
  }
});

test('a server on all addresses accepts all host names by default', async (t) => {
  const { server, ask } = await serve(t, { host: '0.0.0.0' });
  assert.equal((await ask('/livez', 'GET', 'operator.default.svc')).status, 200);
  await server.close();
  const any = await serve(t, { hostNames: 'any' });
  assert.equal((await any.ask('/livez', 'GET', 'operator.default.svc')).status, 200);
});

test('close ends idle connections', async (t) => {
  const { server } = await serve(t);
  const socket = connect(server.port, '127.0.0.1');
  const closed = new Promise((resolve) => socket.on('error', () => {}).once('close', resolve));
  await new Promise((resolve) => socket.once('connect', resolve));
  await server.close();
  await closed;
});

test('idle connections do not delay probes', async (t) => {
  const { server, ask } = await serve(t);
  const address = { host: '127.0.0.1', port: server.port };
  let closed = 0;
  const sockets = await Promise.all(
    Array.from(
      { length: 200 },
      () =>
        new Promise<Socket>((resolve) => {
          const socket = connect(address, () => resolve(socket));
          socket.on('error', () => {}).on('close', () => closed++);
        }),
    ),
  );
  t.after(() => sockets.forEach((socket) => socket.destroy()));
  assert.deepEqual(await ask('/livez'), { status: 200, text: 'ok\n' });
  assert.ok(closed >= 136, `${closed} of the oldest connections were closed`);
});

test('a page that takes too long is answered with 503, and slow pages do not delay probes', async (t) => {
  const clock = createFakeClock();
  let pages = 0;
  const { ask } = await serve(t, {
    clock,
    pages: {
      '/slow': () => {
        pages++;
        return new Promise(() => {});
      },
    },
  });
  const answers = Array.from({ length: 40 }, () => ask('/slow'));
  await Promise.race(answers);
  assert.equal(pages, 16);
  assert.deepEqual(await ask('/livez'), { status: 200, text: 'ok\n' });
  await clock.advance(10_000);
  const texts = (await Promise.all(answers)).map(({ status, text }) => `${status} ${text}`);
  const count = (text: string) => texts.filter((each) => each === text).length;
  assert.equal(count('503 the page took longer than 10000 ms\n'), 16);
  assert.equal(count('503 too many requests for pages\n'), 24);
});

test('few pages that nobody reads are held, and not for long', async (t) => {
  const clock = createFakeClock();
  // More than the buffers of a connection take.
  const page = async () => ({ contentType: 'text/plain', text: 'x'.repeat(2 ** 23) });
  const { server, ask } = await serve(t, { clock, pages: { '/large': page } });
  const unread = Array.from({ length: 16 }, () => connect(server.port, '127.0.0.1'));
  t.after(() => unread.forEach((socket) => socket.destroy()));
  const begun = unread.map((socket) => {
    socket.on('error', () => {}).write('GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n');
    return new Promise((resolve) =>
      socket.once('readable', () => {
        socket.read(1);
        resolve(undefined);
      }),
    );
  });
  await Promise.all(begun);
  assert.deepEqual(await ask('/large'), { status: 503, text: 'too many requests for pages\n' });
  assert.deepEqual(await ask('/livez'), { status: 200, text: 'ok\n' });
  await clock.advance(10_000);
  assert.equal((await ask('/large')).status, 200);
});

test('pages that a closed connection asked for at once are held no longer', async (t) => {
  const page = async () => ({ contentType: 'text/plain', text: 'ok\n' });
  const { server, ask } = await serve(t, { pages: { '/page': page } });
  const socket = connect(server.port, '127.0.0.1').on('error', () => {});
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
  socket.write(get('/livez') + get('/page').repeat(16));
  socket.resume();
  await new Promise((resolve) => socket.once('close', resolve));
  assert.deepEqual(await ask('/page'), { status: 200, text: 'ok\n' });
});

test('rejects invalid ports and addresses in use', async (t) => {
  const { server } = await serve(t);
  await assert.rejects(startHealthServer({ port: 65_536 }), { code: 'ERR_VMGEN_ARGUMENT' });
  await assert.rejects(startHealthServer({ port: server.port, host: '127.0.0.1' }), {
    code: 'EADDRINUSE',
  });
});

test('the server does not keep its process alive', () => {
  const module = new URL('health-server.js', import.meta.url).href;
  const script = `import { startHealthServer } from '${module}';
    await startHealthServer({ port: 0, host: '127.0.0.1' });
    process.exitCode = 7;`;
  const args = ['--input-type=module', '-e', script];
  assert.equal(spawnSync(process.execPath, args, { timeout: 60_000 }).status, 7);
});
