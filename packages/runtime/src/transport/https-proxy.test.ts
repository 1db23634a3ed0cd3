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

/** A proxy with TLS. It opens all tunnels to `port`, and responds to other requests itself. */
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

/** Sends a request in a process whose system trusts the certificate. */
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

test('the certificate of a TLS proxy is verified with its own name', async (t) => {
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

test('plain http requests and the password are sent to a TLS proxy over TLS', async (t) => {
  const { proxyUrl, cert, asked } = await startSecureProxy(t, 0);
  assert.equal(await getInProcess({ server: 'http://a.example', proxyUrl }, cert), 'by proxy');
  assert.deepEqual(asked, ['http://a.example/x', AUTHORIZATION]);
  const other = await makeCertificate();
  const refused = await getInProcess({ server: 'http://a.example', proxyUrl }, other.cert);
  assert.match(refused, /cannot reach the API server http:\/\/a\.example: .*certificate/);
});
