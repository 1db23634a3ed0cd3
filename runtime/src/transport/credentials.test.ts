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

test('an empty token is refused each time, not sent as no token the second time', () => {
  const credentials = bearerTokenCredentials(staticTextSource('\n'));
  for (let i = 0; i < 2; i++) {
    assert.throws(() => credentials.current(), { message: 'the bearer token is empty' });
  }
});

test('a token that no header can carry is refused, and not told', () => {
  const credentials = bearerTokenCredentials(
    staticTextSource('canary\u0000\ncanary', 'token of x'),
  );
  assert.throws(
    () => credentials.current(),
    ({ message }: Error) => message.startsWith('token of x: the bearer') && !/canary/.test(message),
  );
});

test('while a token file is empty or gone, the last token stays in use, for ten minutes', async () => {
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

test('a request that is refused is sent once more with the token that is in the file by now', async (t) => {
  const { cert, private: key } = await makeCertificate();
  const path = newFile('token');
  const server = await startServer(
    t,
    (request, response) => {
      // The rotation comes while the request is under way.
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
  /** The name in the certificate that the server was shown. */
  readonly ask: () => Promise<string>;
  /** Makes the next request open a new connection. */
  readonly drop: () => void;
}

/** A server that tells whose certificate it is shown, which the test rotates. */
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
  test(`a certificate rotated before its key is not taken until both match (${through})`, async (t) => {
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

  test(`a pair that never was one is an error of the request, and heals (${through})`, async (t) => {
    const { clock, pairs, certFile, keyFile, ask } = await startRotation(t, through);
    const [one, two] = pairs;
    writeFileSync(certFile, one.cert);
    writeFileSync(keyFile, two.private);
    await assert.rejects(ask(), {
      code: 'ERR_VMGEN_CREDENTIALS',
      message:
        `the client-certificate ${certFile} and the client-key ${keyFile} are no pair: ` +
        'put the key there that the certificate is for',
    });
    writeFileSync(keyFile, 'no key');
    await assert.rejects(ask(), {
      code: 'ERR_VMGEN_CREDENTIALS',
      message: new RegExp(`^cannot use the client-key ${keyFile}: .*: want it whole, as PEM$`),
    });
    writeFileSync(keyFile, one.private);
    assert.equal(await ask(), 'CN=one');
    writeFileSync(keyFile, two.private);
    await clock.advance(10 * MINUTE_MS + 5000);
    await assert.rejects(ask(), { code: 'ERR_VMGEN_CREDENTIALS' });
  });
}

test('credentials that make a bad pair are an error of the request', async (t) => {
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

test('a certificate authority that is emptied or half written is not taken', async (t) => {
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
  // Where there never was a good one, there is no connection: not with the system's authorities either.
  for (const [text, reason] of [
    ['', /the certificate authority .* is empty/],
    ['garbage', /it holds no certificate/],
    [own.cert.slice(0, 200), /a certificate in it has no end/],
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
  // A wrong one that is whole is taken, and nothing is sent to a server that it does not know.
  writeFileSync(path, other.cert);
  await clock.advance(5000);
  const asked = server.requests.length;
  await assert.rejects(ask(), { code: 'ERR_VMGEN_CONNECTION', message: /self-signed certificate/ });
  assert.equal(server.requests.length, asked);
  writeFileSync(path, own.cert);
  await clock.advance(5000);
  assert.equal(await ask(), 'ok');
});
