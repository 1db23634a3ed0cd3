import assert from 'node:assert/strict';
import { mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { LogFields, Logger } from '../logging/logger.js';
import { silentLogger } from '../logging/logger.js';
import { createFakeClock } from '../testing/fake-clock.js';
import type { ClusterConfig } from './cluster-config.js';
import { basicCredentials, certificateCredentials, bearerTokenCredentials } from './credentials.js';
import {
  createHttpTransport,
  type HttpTransport,
  type HttpTransportOptions,
} from './http-transport.js';
import { makeCertificate, startServer, until } from './local-server.test.helper.js';
import { staticTextSource, fileTextSource } from './text-source.js';

const GET = { method: 'GET', path: '/apis/x/v1/things?limit=5' } as const;

function connect(
  t: TestContext,
  config: ClusterConfig,
  options?: HttpTransportOptions,
): HttpTransport {
  const transport = createHttpTransport(config, options);
  t.after(() => transport.close());
  return transport;
}

function recordingLogger(): { logger: Logger; warnings: [string, LogFields | undefined][] } {
  const warnings: [string, LogFields | undefined][] = [];
  const logger: Logger = {
    ...silentLogger,
    warn: (message, fields) => warnings.push([message, fields]),
  };
  return { logger, warnings };
}

test('sequential requests use one connection', async (t) => {
  const server = await startServer(t, (_request, response) => response.end('{"kind":"Thing"}'));
  const transport = connect(t, { server: server.url });
  for (let i = 0; i < 10; i++) {
    assert.equal(await (await transport.request(GET)).text(), '{"kind":"Thing"}');
  }
  assert.equal(server.connections(), 1);
  assert.equal(transport.stats().requests, 10);
});

test('a request has its method, path, body, credentials and user agent', async (t) => {
  const bodies: string[] = [];
  const server = await startServer(t, (request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      response.writeHead(201).end();
    });
  });
  const transport = connect(t, { server: `${server.url}/k8s/clusters/c-1/` });
  const headers = { 'content-type': 'application/json' };
  const body = '{"name":"grün"}';
  const response = await transport.request({ method: 'POST', path: '/api/v1/x', headers, body });
  await response.text();
  assert.equal(response.status, 201);
  const [request] = server.requests;
  assert.equal(request?.method, 'POST');
  assert.equal(request.url, '/k8s/clusters/c-1/api/v1/x');
  assert.match(request.headers['user-agent'] ?? '', /^vmgen\/\d+\.\d+\.\d+ \(\w+\/\w+\)$/);
  assert.equal(request.headers['content-length'], String(Buffer.byteLength(body)));
  assert.equal(request.headers['transfer-encoding'], undefined);
  assert.deepEqual(bodies, [body]);
});

test("a header of the request replaces the transport's own", async (t) => {
  const server = await startServer(t, (_request, response) => {
    response.setHeader('set-cookie', ['a=1', 'b=2']).end();
  });
  const transport = connect(t, {
    server: server.url,
    impersonate: { user: 'u', groups: ['a', 'b'] },
  });
  const headers = { 'user-agent': 'mine', 'impersonate-group': 'c' };
  const response = await transport.request({ method: 'POST', path: '/x', headers });
  await response.text();
  assert.equal(response.headers['set-cookie'], 'a=1, b=2');
  const { headersDistinct } = server.requests[0] ?? {};
  assert.deepEqual(headersDistinct?.['user-agent'], ['mine']);
  assert.deepEqual(headersDistinct['impersonate-group'], ['c']);
  assert.deepEqual(headersDistinct['content-length'], ['0']);
  assert.equal(headersDistinct['transfer-encoding'], undefined);
});

test('a server is verified with only the CA of the configuration', async (t) => {
  const { cert, private: key } = await makeCertificate();
  const server = await startServer(t, (_request, response) => response.end('ok'), { key, cert });
  const trusting = connect(t, { server: server.url, certificateAuthority: staticTextSource(cert) });
  assert.equal(await (await trusting.request(GET)).text(), 'ok');

  const strict = connect(t, { server: server.url });
  await assert.rejects(strict.request(GET), (error) => {
    assert.ok(error instanceof Error);
    // Newer versions of Node add advice.
    const [said] = error.message.split(';');
    assert.equal(said, `cannot reach the API server ${server.url}: self-signed certificate`);
    return true;
  });

  const other = await makeCertificate('api.example');
  const named = await startServer(t, (_request, response) => response.end('named'), {
    key: other.private,
    cert: other.cert,
  });
  const byName = connect(t, {
    server: named.url,
    tlsServerName: 'api.example',
    certificateAuthority: staticTextSource(other.cert),
  });
  assert.equal(await (await byName.request(GET)).text(), 'named');
  const wrongName = connect(t, {
    server: named.url,
    tlsServerName: 'other.example',
    certificateAuthority: staticTextSource(other.cert),
  });
  await assert.rejects(wrongName.request(GET), /does not match certificate's altnames/);
});

test('a skipped verification causes a warning', async (t) => {
  const { cert, private: key } = await makeCertificate();
  const server = await startServer(t, (_request, response) => response.end('ok'), { key, cert });
  const { logger, warnings } = recordingLogger();
  const transport = connect(t, { server: server.url, insecureSkipTlsVerify: true }, { logger });
  assert.equal(await (await transport.request(GET)).text(), 'ok');
  assert.match(warnings[0]?.[0] ?? '', /insecure-skip-tls-verify/);
});

test('a rotated token file is read again, without a new connection', async (t) => {
  const { cert, private: key } = await makeCertificate();
  const tokens: (string | undefined)[] = [];
  const server = await startServer(
    t,
    (request, response) => {
      tokens.push(request.headers.authorization);
      response.end();
    },
    { key, cert },
  );
  const clock = createFakeClock();
  const path = join(mkdtempSync(join(tmpdir(), 'vmgen-')), 'token');
  writeFileSync(path, 'first\n');
  const transport = connect(
    t,
    {
      server: server.url,
      certificateAuthority: staticTextSource(cert),
      credentials: bearerTokenCredentials(fileTextSource(path, 'token', clock)),
    },
    { clock },
  );
  const call = async (): Promise<void> => {
    const response = await transport.request(GET);
    await response.text();
  };
  await call();
  writeFileSync(`${path}.new`, 'second\n');
  renameSync(`${path}.new`, path);
  await call();
  await clock.advance(5000);
  await call();
  assert.deepEqual(tokens, ['Bearer first', 'Bearer first', 'Bearer second']);
  assert.equal(server.connections(), 1);
});

test('a rejected token is read again immediately', async (t) => {
  const { cert, private: key } = await makeCertificate();
  const server = await startServer(
    t,
    (request, response) => {
      response.writeHead(request.headers.authorization === 'Bearer new' ? 200 : 401).end();
    },
    { key, cert },
  );
  const clock = createFakeClock();
  const path = join(mkdtempSync(join(tmpdir(), 'vmgen-')), 'token');
  writeFileSync(path, 'old');
  const credentials = bearerTokenCredentials(fileTextSource(path, 'token', clock));
  const certificateAuthority = staticTextSource(cert);
  const transport = connect(
    t,
    { server: server.url, certificateAuthority, credentials },
    { clock },
  );
  const first = await transport.request(GET);
  await first.text();
  writeFileSync(path, 'new');
  const second = await transport.request(GET);
  assert.deepEqual([first.status, second.status], [401, 200]);
  await second.text();
});

test('a rotated client certificate uses a new connection', async (t) => {
  const { cert, private: key } = await makeCertificate();
  const clients = [await makeCertificate('one'), await makeCertificate('two')] as const;
  const names: unknown[] = [];
  const server = await startServer(
    t,
    (request, response) => {
      const { socket } = request;
      const peer = 'getPeerCertificate' in socket ? socket.getPeerCertificate : undefined;
      const shown: unknown = typeof peer === 'function' ? peer.call(socket) : undefined;
      names.push(
        typeof shown === 'object' && shown !== null && 'subject' in shown && shown.subject,
      );
      response.end();
    },
    { key, cert, requestCert: true, ca: `${clients[0].cert}\n${clients[1].cert}` },
  );
  const clock = createFakeClock();
  const folder = mkdtempSync(join(tmpdir(), 'vmgen-'));
  const write = (pair: { cert: string; private: string }): void => {
    writeFileSync(join(folder, 'cert'), pair.cert);
    writeFileSync(join(folder, 'key'), pair.private);
  };
  write(clients[0]);
  const credentials = certificateCredentials(
    fileTextSource(join(folder, 'cert'), 'certificate', clock),
    fileTextSource(join(folder, 'key'), 'key', clock),
  );
  const transport = connect(
    t,
    { server: server.url, certificateAuthority: staticTextSource(cert), credentials },
    { clock },
  );
  await (await transport.request(GET)).text();
  await (await transport.request(GET)).text();
  write(clients[1]);
  await clock.advance(5000);
  await (await transport.request(GET)).text();
  assert.deepEqual(
    names.map((name) => ({ ...(typeof name === 'object' ? name : {}) })),
    [{ CN: 'one' }, { CN: 'one' }, { CN: 'two' }],
  );
  assert.equal(server.connections(), 2);
});

test('sends no credentials over plain http, and logs a warning', async (t) => {
  const server = await startServer(t, (_request, response) => response.end());
  const { logger, warnings } = recordingLogger();
  const credentials = basicCredentials('me', 'secret');
  const transport = connect(t, { server: server.url, credentials }, { logger });
  await (await transport.request(GET)).text();
  assert.equal(server.requests[0]?.headers.authorization, undefined);
  assert.match(warnings[0]?.[0] ?? '', /credentials are not sent over plain http/);
});

test('impersonation sends a user, a uid, each group and extras', async (t) => {
  const server = await startServer(t, (_request, response) => response.end());
  const transport = connect(t, {
    server: server.url,
    impersonate: { user: 'u', uid: '7', groups: ['a', 'b'], extra: { 'x.io/Y': ['1'] } },
  });
  await (await transport.request(GET)).text();
  const { headersDistinct } = server.requests[0] ?? {};
  assert.deepEqual(headersDistinct?.['impersonate-user'], ['u']);
  assert.deepEqual(headersDistinct?.['impersonate-uid'], ['7']);
  assert.deepEqual(headersDistinct?.['impersonate-group'], ['a', 'b']);
  assert.deepEqual(headersDistinct?.['impersonate-extra-x.io%2fy'], ['1']);
});

test('an abort before the response rejects the request with its reason', async (t) => {
  const server = await startServer(t, () => {});
  const transport = connect(t, { server: server.url });
  const controller = new AbortController();
  const reason = new Error('enough');
  const pending = transport.request({ ...GET, signal: controller.signal });
  await until(() => server.requests.length === 1);
  controller.abort(reason);
  await assert.rejects(pending, reason);
  await assert.rejects(transport.request({ ...GET, signal: controller.signal }), reason);
  assert.equal(server.requests.length, 1);
});

test('an abort while the body is read rejects with its reason', async (t) => {
  const server = await startServer(t, (_request, response) => void response.write('first'));
  const transport = connect(t, { server: server.url });
  const controller = new AbortController();
  const reason = new Error('enough');
  const response = await transport.request({ ...GET, signal: controller.signal });
  const read: string[] = [];
  await assert.rejects(async () => {
    for await (const chunk of response.body) {
      read.push(Buffer.from(chunk).toString());
      controller.abort(reason);
    }
  }, reason);
  assert.deepEqual(read, ['first']);
});

test('an incomplete body is an error', async (t) => {
  const server = await startServer(t, (_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => response.destroy());
  });
  const transport = connect(t, { server: server.url });
  await assert.rejects(async () => (await transport.request(GET)).text());
});

test('a compressed response is decompressed', async (t) => {
  const server = await startServer(t, (request, response) => {
    assert.equal(request.headers['accept-encoding'], 'gzip');
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('ä'.repeat(100_000)));
  });
  const transport = connect(t, { server: server.url });
  assert.equal(await (await transport.request(GET)).text(), 'ä'.repeat(100_000));
});

test('only responses that end may be compressed', async (t) => {
  const server = await startServer(t, (request, response) => {
    response.end(request.headers['accept-encoding']);
  });
  const transport = connect(t, { server: server.url });
  const accepted = async (path: string): Promise<string> =>
    (await transport.request({ method: 'GET', path })).text();
  assert.equal(await accepted('/api/v1/pods?limit=500'), 'gzip');
  assert.equal(await accepted('/api/v1/pods?watch=true&sendInitialEvents=true'), 'identity');
  assert.equal(await accepted('/api/v1/namespaces/a/pods/b/log?follow=true'), 'identity');
});

test('requests of any verb are retried after Retry-After', async (t) => {
  let busy = 2;
  const server = await startServer(t, (_request, response) => {
    if (busy-- > 0) response.writeHead(429, { 'retry-after': '3' }).end('busy');
    else response.end('done');
  });
  const clock = createFakeClock();
  const transport = connect(t, { server: server.url }, { clock });
  const pending = transport.request({ method: 'POST', path: '/x', body: '{}' });
  await until(() => server.requests.length === 1 && clock.pendingTimers === 2);
  await clock.advance(2999);
  assert.equal(server.requests.length, 1);
  await clock.advance(1);
  await until(() => server.requests.length === 2 && clock.pendingTimers === 2);
  await clock.advance(3000);
  assert.equal(await (await pending).text(), 'done');
  assert.deepEqual(transport.stats(), { requests: 3, retries: 2, throttledMs: 0 });
});

test('the error response is returned after ten retries', async (t) => {
  const server = await startServer(t, (_request, response) => {
    response.writeHead(503, { 'retry-after': '1' }).end('still busy');
  });
  const clock = createFakeClock();
  const transport = connect(t, { server: server.url }, { clock });
  const pending = transport.request(GET);
  for (let retry = 0; retry < 10; retry++) {
    await until(() => server.requests.length === retry + 1 && clock.pendingTimers === 2);
    await clock.advance(1000);
  }
  const response = await pending;
  assert.equal(response.status, 503);
  assert.equal(await response.text(), 'still busy');
  assert.equal(server.requests.length, 11);
});

test('a too large resource version is returned without retries', async (t) => {
  const body = JSON.stringify({
    ...{ kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 504, reason: 'Timeout' },
    message: 'Timeout: Too large resource version: 99, current: 7',
    details: { causes: [{ reason: 'ResourceVersionTooLarge' }], retryAfterSeconds: 1 },
  });
  const server = await startServer(t, (_request, response) => {
    response.writeHead(504, { 'retry-after': '1' }).end(body);
  });
  const transport = connect(t, { server: server.url });
  const response = await transport.request(GET);
  assert.equal(response.status, 504);
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body) chunks.push(chunk);
  assert.equal(Buffer.concat(chunks).toString(), body);
  assert.equal(await response.text(), body);
  assert.equal(server.requests.length, 1);
});

test('an abort ends the wait before a retry', async (t) => {
  const server = await startServer(t, (_request, response) => {
    response.writeHead(429, { 'retry-after': '60' }).end();
  });
  const clock = createFakeClock();
  const transport = connect(t, { server: server.url }, { clock });
  const controller = new AbortController();
  const pending = transport.request({ ...GET, signal: controller.signal });
  await until(() => server.requests.length === 1 && clock.pendingTimers === 2);
  controller.abort(new Error('enough'));
  await assert.rejects(pending, /enough/);
  assert.equal(clock.pendingTimers, 0);
});

test('an unexpected protocol switch is an error', async (t) => {
  const server = await startServer(t, (request) => {
    request.socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
    );
  });
  const transport = connect(t, { server: server.url });
  await assert.rejects(transport.request(GET), {
    message: `cannot reach the API server ${server.url}: the connection was closed before a response was received`,
  });
});

test('onRejected is called before a request is sent again that was answered 429', async (t) => {
  let status = 429;
  const server = await startServer(t, (_request, response) => {
    response.writeHead(status, { 'retry-after': '1' }).end();
  });
  const clock = createFakeClock();
  const transport = connect(t, { server: server.url }, { clock });
  let rejected = 0;
  const onRejected = (): void => {
    rejected++;
  };
  const pending = transport.request({ method: 'POST', path: '/x', body: '{}', onRejected });
  await until(() => server.requests.length === 1 && clock.pendingTimers === 2);
  assert.equal(rejected, 1);
  status = 503;
  await clock.advance(1000);
  await until(() => server.requests.length === 2 && clock.pendingTimers === 2);
  status = 409;
  await clock.advance(1000);
  assert.equal((await pending).status, 409);
  assert.equal(rejected, 1);
});

test('beforeSend is called before each attempt', async (t) => {
  const server = await startServer(t, (_request, response) => {
    response.writeHead(429, { 'retry-after': '1' }).end();
  });
  const clock = createFakeClock();
  const transport = connect(t, { server: server.url }, { clock });
  let sendings = 0;
  const beforeSend = (): void => {
    if (++sendings === 3) throw new Error('not the leader');
  };
  const pending = transport.request({ method: 'POST', path: '/x', body: '{}', beforeSend });
  pending.catch(() => {});
  for (let retry = 0; retry < 2; retry++) {
    await until(() => server.requests.length === retry + 1 && clock.pendingTimers === 2);
    await clock.advance(1000);
  }
  await assert.rejects(pending, { message: 'not the leader' });
  assert.equal(server.requests.length, 2);
});

test('a redirect is returned and not followed', async (t) => {
  const other = await startServer(t, (_request, response) => response.end());
  const server = await startServer(t, (_request, response) => {
    response.writeHead(302, { location: other.url }).end();
  });
  const transport = connect(t, { server: server.url });
  const response = await transport.request(GET);
  await response.text();
  assert.equal(response.status, 302);
  assert.equal(other.requests.length, 0);
});

test('a request to a silent server times out', async (t) => {
  const server = await startServer(t, () => {});
  const transport = connect(t, { server: server.url }, { requestTimeoutMs: 20 });
  await assert.rejects(transport.request(GET), {
    name: 'TransportTimeoutError',
    code: 'ERR_VMGEN_TIMEOUT',
    message: `the request to the API server ${server.url} took more than 20 ms while waiting for the response`,
  });
});

test('a GET on a connection that the server has just closed is sent again', async (t) => {
  let drop = false;
  const server = await startServer(t, (request, response) => {
    if (drop) {
      drop = false;
      request.socket.destroy();
    } else response.end('ok');
  });
  const transport = connect(t, { server: server.url });
  await (await transport.request(GET)).text();
  drop = true;
  assert.equal(await (await transport.request(GET)).text(), 'ok');
  drop = true;
  await assert.rejects(
    transport.request({ method: 'POST', path: '/x', body: '{}' }),
    /socket hang up/,
  );
});

test('a warning of the server is logged once per text', async (t) => {
  const server = await startServer(t, (_request, response) => {
    response.appendHeader('warning', '299 - "v1alpha1 is \\"old\\""');
    response.appendHeader('warning', '299 - "other"').end();
  });
  const { logger, warnings } = recordingLogger();
  const transport = connect(t, { server: server.url }, { logger });
  await (await transport.request(GET)).text();
  await (await transport.request(GET)).text();
  assert.deepEqual(
    warnings.map(([, fields]) => fields?.['warning']),
    ['v1alpha1 is "old"', 'other'],
  );
});

test('a rate limit delays requests and measures the delay', async (t) => {
  const server = await startServer(t, (_request, response) => response.end());
  const clock = createFakeClock();
  const transport = connect(t, { server: server.url }, { clock, qps: 10, burst: 1 });
  await (await transport.request(GET)).text();
  const second = transport.request(GET);
  await clock.advance(99);
  assert.equal(server.requests.length, 1);
  await clock.advance(1);
  await (await second).text();
  assert.equal(transport.stats().throttledMs, 100);
});

test('the error for an unreachable server contains its URL', async (t) => {
  const transport = connect(t, { server: 'http://127.0.0.1:1' });
  await assert.rejects(
    transport.request(GET),
    /^VmgenError: cannot reach the API server http:\/\/127.0.0.1:1: connect ECONNREFUSED/,
  );
  assert.throws(() => createHttpTransport({ server: 'nowhere', source: '/a/config' }), {
    message: '/a/config: invalid server URL "nowhere"',
  });
});
