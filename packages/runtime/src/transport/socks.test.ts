import assert from 'node:assert/strict';
import { connect, createServer, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { createFakeClock } from '../testing/fake-clock.js';
import { createHttpTransport } from './http-transport.js';
import { listen, makeCertificate, startServer, until } from './local-server.test.helper.js';
import { staticTextSource } from './text-source.js';

const GET = { method: 'GET', path: '/x' } as const;

interface SocksProxy {
  readonly port: number;
  /** The address and port of each connect request, in hexadecimal. */
  readonly asked: string[];
  readonly open: ReadonlySet<Socket>;
}

interface SocksBehaviour {
  /** The required authentication: 0 none, 2 the user `me` with the password `p@ss`. */
  readonly method?: number;
  /** The reply to a connect request. The bound address is a name if `named` is set. */
  readonly reply?: number;
  readonly named?: boolean;
  /** The target port of all tunnels. */
  readonly target?: number;
  /** Sends replies byte by byte. */
  readonly drips?: boolean;
  /** Sends nothing. */
  readonly isSilent?: boolean;
}

/** A proxy with the parts of SOCKS5 (RFC 1928, 1929) that the tests need. */
async function startSocks(t: TestContext, behaviour: SocksBehaviour = {}): Promise<SocksProxy> {
  const { method = 0, reply = 0, named = false, target = 1, drips = false } = behaviour;
  const open = new Set<Socket>();
  const asked: string[] = [];
  const serve = async (client: Socket): Promise<void> => {
    const read = async (length: number): Promise<Buffer> => {
      for (;;) {
        const bytes: unknown = client.read(length);
        if (bytes instanceof Buffer) return bytes;
        await new Promise((resolve) => client.once('readable', resolve));
      }
    };
    const say = async (...bytes: number[]): Promise<void> => {
      for (const byte of drips ? bytes : []) {
        client.write(Buffer.from([byte]));
        await new Promise((resolve) => setImmediate(resolve));
      }
      if (!drips) client.write(Buffer.from(bytes));
    };
    const [, count = 0] = await read(2);
    const methods = await read(count);
    await say(5, methods.includes(method) ? method : 0xff);
    if (method === 2) {
      const [, length = 0] = await read(2);
      const user = (await read(length)).toString();
      const password = (await read((await read(1))[0] ?? 0)).toString();
      await say(1, `${user}:${password}` === 'me:p@ss' ? 0 : 1);
    }
    const [, , , kind] = await read(4);
    const address = kind === 1 ? await read(4) : kind === 4 ? await read(16) : undefined;
    const name = address ?? (await read((await read(1))[0] ?? 0));
    asked.push(`${kind} ${name.toString('hex')} ${(await read(2)).readUInt16BE()}`);
    const bound = named ? [3, 2, 0x61, 0x62] : [1, 127, 0, 0, 1];
    if (reply !== 0) {
      await say(5, reply, 0, ...bound, 0, 0);
      return;
    }
    const upstream = connect(target, '127.0.0.1');
    upstream.on('error', () => client.destroy());
    client.once('close', () => upstream.destroy());
    await say(5, 0, 0, ...bound, 0, 0);
    client.pipe(upstream).pipe(client);
  };
  const proxy = createServer((client) => {
    open.add(client);
    client.on('error', () => {}).once('close', () => open.delete(client));
    if (behaviour.isSilent === true) client.resume();
    else void serve(client);
  });
  const port = await listen(proxy);
  t.after(() => {
    open.forEach((socket) => socket.destroy());
    proxy.close();
  });
  return { port, asked, open };
}

test('reuses a tunnel of a SOCKS proxy for https and verifies the server', async (t) => {
  const { cert, private: key } = await makeCertificate();
  const server = await startServer(t, (_request, response) => response.end('ok'), { key, cert });
  for (const [scheme, behaviour] of [
    ['socks5', { drips: true }],
    ['socks5h', { named: true }],
    ['socks5', { method: 2 }],
  ] as const) {
    const proxy = await startSocks(t, { ...behaviour, target: server.port });
    const user = 'method' in behaviour ? 'me:p%40ss@' : '';
    const proxyUrl = `${scheme}://${user}127.0.0.1:${proxy.port}`;
    const config = { server: server.url, proxyUrl, certificateAuthority: staticTextSource(cert) };
    const transport = createHttpTransport(config);
    t.after(() => transport.close());
    for (let i = 0; i < 2; i++) assert.equal(await (await transport.request(GET)).text(), 'ok');
    assert.deepEqual(proxy.asked, [`1 7f000001 ${server.port}`]);
    await transport.close();
    await until(() => proxy.open.size === 0);
  }
});

test('the proxy resolves names, also for plain http', async (t) => {
  const server = await startServer(t, (_request, response) => response.end('ok'));
  const proxy = await startSocks(t, { target: server.port });
  const environment = { ALL_PROXY: `socks5://127.0.0.1:${proxy.port}` };
  for (const url of ['http://a.example', 'http://[fd00::1:2]:81']) {
    const transport = createHttpTransport({ server: url }, { environment });
    t.after(() => transport.close());
    assert.equal(await (await transport.request(GET)).text(), 'ok');
  }
  const name = Buffer.from('a.example').toString('hex');
  assert.deepEqual(proxy.asked, [`3 ${name} 80`, `4 fd${'00'.repeat(12)}010002 81`]);
  assert.deepEqual(
    server.requests.map(({ url, headers }) => [url, headers.host]),
    [
      ['/x', 'a.example'],
      ['/x', '[fd00::1:2]:81'],
    ],
  );
});

test('reports the reason of a SOCKS proxy that rejects, without the password', async (t) => {
  const cases: [SocksBehaviour, string, RegExp][] = [
    [{ reply: 5 }, '', /: the proxy responded with connection refused$/],
    [{ reply: 99 }, '', /: the proxy responded with code 99$/],
    [{ method: 2 }, '', /: the proxy requires authentication; add a user and password to its URL$/],
    [{ method: 1 }, 'me:canary@', /: the proxy requires an unsupported authentication method$/],
    [{ method: 2 }, 'me:canary@', /: the proxy rejected the user and password$/],
  ];
  for (const [behaviour, user, reason] of cases) {
    const proxy = await startSocks(t, behaviour);
    const proxyUrl = `socks5://${user}127.0.0.1:${proxy.port}`;
    const transport = createHttpTransport({ server: 'https://a.example', proxyUrl });
    t.after(() => transport.close());
    const place = `proxy 127.0.0.1:${proxy.port}: cannot reach a.example:443`;
    await assert.rejects(transport.request(GET), (error: Error) => {
      assert.match(error.message, reason);
      assert.ok(error.message.includes(place) && !error.message.includes('canary'));
      return true;
    });
    await until(() => proxy.open.size === 0);
  }
  const http = await startServer(t, () => {});
  const proxyUrl = `socks5://127.0.0.1:${http.port}`;
  const transport = createHttpTransport({ server: 'https://a.example', proxyUrl });
  t.after(() => transport.close());
  await assert.rejects(
    transport.request(GET),
    /the proxy (does not speak SOCKS5|closed the connection)$/,
  );
});

test('a connection to a silent SOCKS proxy ends with the request', async (t) => {
  const proxy = await startSocks(t, { isSilent: true });
  const clock = createFakeClock();
  const proxyUrl = `socks5://127.0.0.1:${proxy.port}`;
  const transport = createHttpTransport(
    { server: 'https://a.example', proxyUrl },
    { clock, requestTimeoutMs: 1000 },
  );
  t.after(() => transport.close());
  const late = transport.request(GET);
  late.catch(() => {});
  await until(() => proxy.open.size === 1);
  await clock.advance(1000);
  await assert.rejects(late, { code: 'ERR_VMGEN_TIMEOUT' });
  await until(() => proxy.open.size === 0);
  const running = transport.request(GET);
  running.catch(() => {});
  await until(() => proxy.open.size === 1);
  await transport.close();
  await assert.rejects(running, { code: 'ERR_VMGEN_CLOSED' });
  await until(() => proxy.open.size === 0);
});
