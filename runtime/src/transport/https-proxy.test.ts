import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { listen, makeCertificate, startServer } from './local-server.test.helper.js';

const AUTHORIZATION = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;

/** A proxy that speaks TLS: it opens tunnels to `port`, whatever is asked for, or answers by itself. */
async function startSecureProxy(t: TestContext, port: number) {
  const { cert, private: key } = await makeCertificate();
  const asked: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  const proxy = createServer({ cert, key }, ({ url, headers }, response) => {
    asked.push(url, headers['proxy-authorization']);
    response.end('by proxy');
  });
  proxy.on('connect', ({ url, headers }, client: Socket) => {
    asked.push(url, headers['proxy-authorization']);
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      client.pipe(upstream).pipe(client);
    });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
  });
  const proxyPort = await listen(proxy);
  t.after(() => {
    sockets.forEach((socket) => socket.destroy());
    proxy.closeAllConnections();
    proxy.close();
  });
  return { proxyUrl: `https://me:p%40ss@127.0.0.1:${proxyPort}`, cert, asked };
}

/** What a process gets that trusts the proxy as its system does. */
async function getInProcess(config: object, certificate: string): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), 'vmgen-proxy-')), 'proxy.crt');
  writeFileSync(file, certificate);
  const runtime = JSON.stringify(new URL('.', import.meta.url));
  const script = `
    const { createHttpTransport } = await import(new URL('http-transport.js', ${runtime}));
    const { staticTextSource } = await import(new URL('text-source.js', ${runtime}));
    const { ca, ...config } = ${JSON.stringify(config)};
    const transport = createHttpTransport({ ...config, certificateAuthority: ca && staticTextSource(ca) });
    const got = await transport.request({ method: 'GET', path: '/x' }).then((r) => r.text(), String);
    console.log(got);
    await transport.close();`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', script],
    { timeout: 30_000, env: { ...process.env, NODE_EXTRA_CA_CERTS: file } },
  );
  return stdout.trim();
}

test('a tunnel through a proxy that speaks TLS is opened under its own name, not that of the server', async (t) => {
  const { cert: ca, private: key } = await makeCertificate('a.example');
  const server = await startServer(t, (_request, response) => response.end('ok'), {
    key,
    cert: ca,
  });
  const { proxyUrl, cert, asked } = await startSecureProxy(t, server.port);
  const got = await getInProcess({ server: 'https://a.example', proxyUrl, ca }, cert);
  assert.equal(got, 'ok');
  assert.deepEqual(asked, ['a.example:443', AUTHORIZATION]);
});

test('plain http is handed over TLS to a proxy that speaks it, and so is its password', async (t) => {
  const { proxyUrl, cert, asked } = await startSecureProxy(t, 0);
  assert.equal(await getInProcess({ server: 'http://a.example', proxyUrl }, cert), 'by proxy');
  assert.deepEqual(asked, ['http://a.example/x', AUTHORIZATION]);
  const other = await makeCertificate();
  const refused = await getInProcess({ server: 'http://a.example', proxyUrl }, other.cert);
  assert.match(refused, /cannot reach the API server http:\/\/a\.example: .*certificate/);
});
