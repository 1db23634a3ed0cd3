import assert from 'node:assert/strict';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createFakeClock } from '../testing/fake-clock.js';
import type { FakeClock } from '../testing/fake-clock.js';
import { certificateCredentials, bearerTokenCredentials } from './credentials.js';
import { createHttpTransport, type HttpTransport } from './http-transport.js';
import { makeCertificate, startServer, type KeyPair } from './local-server.test.helper.js';
import { startProxy } from './local-proxy.test.helper.js';
import { staticTextSource, fileTextSource } from './text-source.js';

const MINUTE_MS = 60_000;

function newFile(name: string): string {
  return join(mkdtempSync(join(tmpdir(), 'vmgen-')), name);
}

test('an empty token is rejected each time', () => {
  const credentials = bearerTokenCredentials(staticTextSource('\n'));
  for (let i = 0; i < 2; i++) {
    assert.throws(() => credentials.current(), { message: 'the bearer token is empty' });
  }
});

test('a token that is invalid in a header is rejected, and the error does not contain it', () => {
  const credentials = bearerTokenCredentials(
    staticTextSource('canary\u0000\ncanary', 'token of x'),
  );
  assert.throws(
    () => credentials.current(),
    ({ message }: Error) => message.startsWith('token of x: the bearer') && !/canary/.test(message),
  );
});

test('while a token file is empty or missing, the last token is used for ten minutes', async () => {
  const clock = createFakeClock();
  for (const spoil of [
    (file: string) => writeFileSync(file, '\n'),
    (file: string) => rmSync(file),
  ]) {
    const path = newFile('token');
    writeFileSync(path, 'first');
    const credentials = bearerTokenCredentials(fileTextSource(path, 'token', clock), clock);
    const first = credentials.current();
    spoil(path);
    credentials.invalidate();
    assert.equal(credentials.current(), first);
    await clock.advance(10 * MINUTE_MS);
    assert.equal(credentials.current(), first);
    await clock.advance(5001);
    for (let i = 0; i < 2; i++) {
      assert.throws(() => credentials.current(), {
        code: 'ERR_VMGEN_CONFIG',
        message: /the token \//,
      });
    }
    writeFileSync(path, 'second');
    assert.deepEqual(credentials.current(), { authorization: 'Bearer second' });
  }
});

test('a rejected request is sent once more with the new token of the file', async (t) => {
  const { cert, private: key } = await makeCertificate();
  const path = newFile('token');
  const server = await startServer(
    t,
    (request, response) => {
      // The rotation occurs while the request is running.
      writeFileSync(path, 'new');
      response.writeHead(request.headers.authorization === 'Bearer new' ? 200 : 401).end();
    },
    { key, cert },
  );
  const clock = createFakeClock();
  writeFileSync(path, 'old');
  const credentials = bearerTokenCredentials(fileTextSource(path, 'token', clock), clock);
  const config = { server: server.url, certificateAuthority: staticTextSource(cert), credentials };
  const transport = createHttpTransport(config, { clock });
  t.after(() => transport.close());
  let sendings = 0;
  const response = await transport.request({
    method: 'POST',
    path: '/x',
    body: '{}',
    beforeSend: () => {
      sendings++;
    },
  });
  await response.text();
  assert.deepEqual([response.status, sendings, server.requests.length], [200, 2, 2]);
});

interface Rotation {
  readonly transport: HttpTransport;
  readonly clock: FakeClock;
  readonly pairs: readonly [KeyPair, KeyPair];
  readonly certFile: string;
  readonly keyFile: string;
  /** The name in the certificate that the client has sent. */
  readonly ask: () => Promise<string>;
  /** Closes connections, so that the next request opens a new one. */
  readonly drop: () => void;
}

/** A server that returns the name in the client certificate, which the test rotates. */
async function startRotation(t: TestContext, through: 'proxy' | 'no proxy'): Promise<Rotation> {
  const { cert, private: key } = await makeCertificate();
  const pairs = [await makeCertificate('one'), await makeCertificate('two')] as const;
  const server = await startServer(
    t,
    ({ socket }, response) => {
      const shown = 'getPeerX509Certificate' in socket && socket.getPeerX509Certificate;
      const peer: unknown = typeof shown === 'function' ? shown.call(socket) : undefined;
      const isNamed = typeof peer === 'object' && peer !== null && 'subject' in peer;
      response.end(isNamed ? String(peer.subject) : 'nobody');
    },
    { key, cert, requestCert: true, ca: `${pairs[0].cert}\n${pairs[1].cert}` },
  );
  const proxy = through === 'proxy' ? await startProxy(t) : undefined;
  const clock = createFakeClock();
  const certFile = newFile('tls.crt');
  const keyFile = newFile('tls.key');
  const credentials = certificateCredentials(
    fileTextSource(certFile, 'client-certificate', clock),
    fileTextSource(keyFile, 'client-key', clock),
    clock,
  );
  const transport = createHttpTransport(
    {
      server: server.url,
      certificateAuthority: staticTextSource(cert),
      credentials,
      ...(proxy !== undefined && { proxyUrl: proxy.url }),
    },
    { clock },
  );
  t.after(() => transport.close());
  return {
    transport,
    clock,
    pairs,
    certFile,
    keyFile,
    ask: async () => (await transport.request({ method: 'GET', path: '/' })).text(),
    drop: () => server.dropConnections(),
  };
}

for (const through of ['proxy', 'no proxy'] as const) {
  test(`a certificate that is rotated before its key is not used until both match (${through})`, async (t) => {
    const { clock, pairs, certFile, keyFile, ask, drop } = await startRotation(t, through);
    const [one, two] = pairs;
    writeFileSync(certFile, one.cert);
    writeFileSync(keyFile, one.private);
    assert.equal(await ask(), 'CN=one');
    for (const text of ['', two.cert.slice(0, 100), two.cert]) {
      writeFileSync(certFile, text);
      await clock.advance(5000);
      drop();
      assert.equal(await ask(), 'CN=one');
    }
    writeFileSync(`${keyFile}.new`, two.private);
    renameSync(`${keyFile}.new`, keyFile);
    assert.equal(await ask(), 'CN=two');
  });

  test(`a pair that never matched is an error of the request, until it matches (${through})`, async (t) => {
    const { clock, pairs, certFile, keyFile, ask } = await startRotation(t, through);
    const [one, two] = pairs;
    writeFileSync(certFile, one.cert);
    writeFileSync(keyFile, two.private);
    await assert.rejects(ask(), {
      code: 'ERR_VMGEN_CREDENTIALS',
      message:
        `the client-certificate ${certFile} and the client-key ${keyFile} do not match; ` +
        'use the key of the certificate',
    });
    writeFileSync(keyFile, 'no key');
    await assert.rejects(ask(), {
      code: 'ERR_VMGEN_CREDENTIALS',
      message: new RegExp(`^cannot use the client-key ${keyFile}: .*; it must be complete PEM$`),
    });
    writeFileSync(keyFile, one.private);
    assert.equal(await ask(), 'CN=one');
    writeFileSync(keyFile, two.private);
    await clock.advance(10 * MINUTE_MS + 5000);
    await assert.rejects(ask(), { code: 'ERR_VMGEN_CREDENTIALS' });
  });
}

test('an invalid certificate and key are an error of the request', async (t) => {
  const proxy = await startProxy(t);
  for (const proxyUrl of [proxy.url, undefined]) {
    const certificate = { cert: 'no certificate', key: 'no key' };
    const transport = createHttpTransport({
      server: 'https://127.0.0.1:1',
      credentials: { current: () => ({ certificate }), invalidate() {} },
      ...(proxyUrl !== undefined && { proxyUrl }),
    });
    t.after(() => transport.close());
    await assert.rejects(transport.request({ method: 'GET', path: '/' }), {
      code: 'ERR_VMGEN_CREDENTIALS',
      message: /^cannot use the client certificate: /,
    });
  }
});

test('an empty or partially written certificate authority is not used', async (t) => {
  const own = await makeCertificate();
  const other = await makeCertificate();
  const server = await startServer(t, (_request, response) => response.end('ok'), {
    key: own.private,
    cert: own.cert,
  });
  const clock = createFakeClock();
  const path = newFile('ca.crt');
  const ask = async (): Promise<string> =>
    (await transport.request({ method: 'GET', path: '/' })).text();
  const transport = createHttpTransport(
    {
      server: server.url,
      certificateAuthority: fileTextSource(path, 'certificate authority', clock),
    },
    { clock },
  );
  t.after(() => transport.close());
  // Without a valid authority there is no connection, not even with the system's authorities.
  for (const [text, reason] of [
    ['', /the certificate authority .* is empty/],
    ['garbage', /it contains no certificate/],
    [own.cert.slice(0, 200), /a certificate is incomplete/],
    [own.cert.replaceAll('M', '!'), /cannot use the certificate authority/],
  ] as const) {
    writeFileSync(path, text);
    await assert.rejects(ask(), { code: 'ERR_VMGEN_CONFIG', message: reason });
  }
  assert.equal(server.connections(), 0);
  writeFileSync(path, own.cert);
  assert.equal(await ask(), 'ok');
  for (const text of ['', 'garbage', other.cert.slice(0, 200)]) {
    writeFileSync(path, text);
    await clock.advance(5000);
    server.dropConnections();
    assert.equal(await ask(), 'ok');
  }
  // A valid but different authority is used, and nothing is sent to a server that it does not
  // trust.
  writeFileSync(path, other.cert);
  await clock.advance(5000);
  const asked = server.requests.length;
  await assert.rejects(ask(), { code: 'ERR_VMGEN_CONNECTION', message: /self-signed certificate/ });
  assert.equal(server.requests.length, asked);
  writeFileSync(path, own.cert);
  await clock.advance(5000);
  assert.equal(await ask(), 'ok');
});
