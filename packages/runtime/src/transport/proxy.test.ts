import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { createHttpTransport } from './http-transport.js';
import { startProxy } from './local-proxy.test.helper.js';
import { makeCertificate, startServer } from './local-server.test.helper.js';
import { proxyFor } from './proxy.js';
import { staticTextSource } from './text-source.js';

test('selects a proxy as Go does', () => {
  const https = { HTTPS_PROXY: 'http://p:1', HTTP_PROXY: 'http://q:2' };
  const except = (NO_PROXY: string): Record<string, string> => ({ ...https, NO_PROXY });
  const cases: [string, Record<string, string>, string | undefined][] = [
    ['https://a.example', {}, undefined],
    ['https://a.example', https, 'p:1'],
    ['http://a.example', https, 'q:2'],
    ['https://a.example', { https_proxy: 'p:3' }, 'p:3'],
    ['https://a.example', { ALL_PROXY: 'socks5://s:4' }, 's:4'],
    ['https://a.example', { ...https, all_proxy: 'socks5://s:4' }, 'p:1'],
    ['http://a.example', { all_proxy: 'socks5h://s:4', NO_PROXY: 'a.example' }, undefined],
    ['https://localhost:6443', https, undefined],
    ['https://127.0.0.1:6443', https, undefined],
    ['https://[::1]:6443', https, undefined],
    ['https://a.example', except('*'), undefined],
    ['https://a.example', except('example'), undefined],
    ['https://a.example', except('a.example'), undefined],
    ['https://ba.example', except('a.example'), 'p:1'],
    ['https://a.example', except('.a.example'), 'p:1'],
    ['https://b.a.example', except('x, .A.example'), undefined],
    ['https://a.example:6443', except('a.example:443'), 'p:1'],
    ['https://a.example', except('a.example:443'), undefined],
    ['https://10.1.2.3', except('10.0.0.0/8'), undefined],
    ['https://11.1.2.3', except('10.0.0.0/8,nonsense/9,10.0.0.0/99'), 'p:1'],
    ['https://10.1.2.3', except('10.1.2.3'), undefined],
    ['https://[fd00::5]', except('fd00::/8'), undefined],
  ];
  for (const [server, environment, proxy] of cases) {
    const label = `${server} ${JSON.stringify(environment)}`;
    assert.equal(proxyFor(new URL(server), undefined, environment)?.host, proxy, label);
  }
});

test('prefers the proxy-url of the kubeconfig', () => {
  const server = new URL('https://127.0.0.1');
  assert.equal(proxyFor(server, 'http://mine:8', { HTTPS_PROXY: 'p:1' })?.host, 'mine:8');
  assert.throws(() => proxyFor(server, 'socks4://mine:8', {}), {
    message: 'proxy-url: unsupported proxy scheme "socks4:"; use http, https or socks5',
  });
});

test('reuses a tunnel for https and verifies the server', async (t) => {
  const { cert, private: key } = await makeCertificate();
  const server = await startServer(t, (_request, response) => response.end('ok'), { key, cert });
  const proxy = await startProxy(t);
  const transport = createHttpTransport({
    server: server.url,
    proxyUrl: proxy.url,
    certificateAuthority: staticTextSource(cert),
  });
  t.after(() => transport.close());
  for (let i = 0; i < 3; i++) {
    const response = await transport.request({ method: 'GET', path: '/' });
    assert.equal(await response.text(), 'ok');
  }
  const authorization = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
  assert.deepEqual(proxy.tunnels, [`127.0.0.1:${server.port}`, authorization]);

  const strict = createHttpTransport({ server: server.url, proxyUrl: proxy.url });
  t.after(() => strict.close());
  await assert.rejects(strict.request({ method: 'GET', path: '/' }), /self-signed certificate/);
  // The untrusted connection is closed.
  for (let turn = 0; proxy.open.size > 1 && turn < 1000; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(proxy.open.size, 1);
});

test('reports a proxy that rejects, without its password', async (t) => {
  const proxy = await startProxy(t, 407);
  const transport = createHttpTransport({ server: 'https://a.example', proxyUrl: proxy.url });
  t.after(() => transport.close());
  await assert.rejects(
    transport.request({ method: 'GET', path: '/' }),
    /^VmgenError: cannot reach the API server https:\/\/a.example: proxy 127.0.0.1:\d+: cannot reach a.example:443: the proxy responded with 407 No$/,
  );
});

test('reports an invalid proxy URL without its password', () => {
  for (const proxyUrl of ['http://me:canary@proxy:http', 'http://me:canary%zz@proxy']) {
    for (const server of ['http://a.example', 'https://a.example']) {
      assert.throws(
        () => createHttpTransport({ server, proxyUrl }),
        (error) => {
          assert.match(String(error), /proxy-url: invalid proxy URL/);
          assert.doesNotMatch(inspect(error, { depth: Infinity }), /canary/);
          return true;
        },
      );
    }
  }
});

test('sends plain http requests to the proxy with the complete URL', async (t) => {
  const proxy = await startServer(t, (_request, response) => response.end('by proxy'));
  const transport = createHttpTransport({ server: 'http://a.example/base', proxyUrl: proxy.url });
  t.after(() => transport.close());
  const response = await transport.request({ method: 'GET', path: '/x' });
  assert.equal(await response.text(), 'by proxy');
  assert.equal(proxy.requests[0]?.url, 'http://a.example/base/x');
  assert.equal(proxy.requests[0]?.headers.host, 'a.example');
});
