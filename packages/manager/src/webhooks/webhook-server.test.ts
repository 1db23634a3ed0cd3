import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, describe, test, type TestContext } from 'node:test';
import { connect } from 'node:tls';
import { interceptTransport } from '@vmgen/runtime';
import { defineConversion } from '@vmgen/runtime/conversion';
import { createPrometheusRegistry } from '@vmgen/runtime/prometheus';
import { createFakeClock } from '@vmgen/runtime/testing';
import { createServerCertificate, parseCertificates } from '../certificates/certificates.js';
import type { Manager } from '../manager.js';
import {
  siteResource,
  startManager,
  until,
  type Site,
  type StartOptions,
} from '../site.test.helper.js';
import type { AdmissionHandlers } from './admission.js';
import type { WebhookLimits } from './webhook-server.js';

/** v2 has no field `lost`. */
const siteConversion = defineConversion({
  group: 'web.example.com',
  kind: 'Site',
  hub: 'v1',
  spokes: {
    v2: {
      renamed: { '.spec.big': '.spec.number' },
      toHub: { '.spec.lost': () => undefined },
      fromHub: {},
    },
  },
});

const VALIDATE = '/validate-web-example-com-v1-site';
const MUTATE = '/mutate-web-example-com-v1-site';

let certificate = { cert: '', key: '' };
before(async () => {
  const now = Date.now();
  const from = new Date(now - 60_000);
  const to = new Date(now + 3_600_000);
  certificate = await createServerCertificate({ dnsNames: ['localhost'], from, to });
});

interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

interface Call {
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly method?: string;
  readonly agent?: Agent;
}

/** Serves the webhooks of a manager that ends with the test. */
async function serve(
  t: TestContext,
  handlers: AdmissionHandlers<Site, 'Namespaced'>,
  limits: WebhookLimits = {},
  { setUp, ...options }: StartOptions & { readonly setUp?: (manager: Manager) => void } = {},
) {
  const folder = await mkdtemp(path.join(tmpdir(), 'vmgen-webhooks-'));
  t.after(() => rm(folder, { recursive: true }));
  const tls = { certFile: path.join(folder, 'tls.crt'), keyFile: path.join(folder, 'tls.key') };
  await Promise.all([
    writeFile(tls.certFile, certificate.cert),
    writeFile(tls.keyFile, certificate.key),
  ]);
  const { manager, stop } = await startManager(
    t,
    (own) => {
      own.webhook(siteResource, handlers);
      own.conversion(siteConversion);
      setUp?.(own);
    },
    {
      webhooks: { port: 0, host: '127.0.0.1', tls, limits: { drainTimeoutMs: 0, ...limits } },
      ...options,
    },
  );
  await until(() => manager.webhookPort !== undefined);
  const port = manager.webhookPort ?? 0;
  const call = (target: string, { body = review(), headers = {}, ...others }: Call = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          path: target,
          method: 'POST',
          servername: 'localhost',
          ca: certificate.cert,
          headers: { 'content-type': 'application/json', ...headers },
          ...others,
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
          );
        },
      );
      sent.on('error', reject).end(body);
    });
  return { manager, port, call, stop };
}

function review(html = 'Hello'): string {
  return JSON.stringify({
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    request: {
      uid: '1',
      kind: { group: 'web.example.com', version: 'v1', kind: 'Site' },
      operation: 'CREATE',
      name: 'shop',
      namespace: 'default',
      object: { metadata: { name: 'shop', namespace: 'default' }, spec: { html } },
    },
  });
}

describe('the webhook server', () => {
  test('converts integers beyond 2^53 exactly', async (t) => {
    const { call } = await serve(t, { validate: { create: () => {} } });
    const object =
      '{"apiVersion":"web.example.com/v1","kind":"Site","metadata":{"name":"a"},"spec":{"big":9007199254740993,"lost":-9007199254740995}}';
    const convert = async (converted: string, version: string): Promise<string> => {
      const request = `{"uid":"1","desiredAPIVersion":"web.example.com/${version}","objects":[${converted}]}`;
      const body = `{"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview","request":${request}}`;
      const { text } = await call('/convert', { body });
      return /"convertedObjects":\[(.*)\],"result"/.exec(text)?.[1] ?? text;
    };
    const spoke = await convert(object, 'v2');
    assert.match(spoke, /"number":9007199254740993\b/);
    assert.match(
      await convert(spoke, 'v1'),
      /"big":9007199254740993,"lost":-9007199254740995\b|"lost":-9007199254740995,"big":9007199254740993\b/,
    );
  });

  test('answers reviews over HTTPS, and counts them', async (t) => {
    const registry = createPrometheusRegistry();
    const { metrics } = registry;
    const { call } = await serve(t, { validate: { create: () => {} } }, {}, { metrics });
    const { status, headers, text } = await call(`${VALIDATE}?timeout=10s`);
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'application/json');
    assert.deepEqual(JSON.parse(text), {
      apiVersion: 'admission.k8s.io/v1',
      kind: 'AdmissionReview',
      response: { uid: '1', allowed: true },
    });
    const lines = (await registry.text()).split('\n');
    const series = `controller_runtime_webhook_requests_total{webhook="${VALIDATE}",code="200"} 1`;
    assert.ok(lines.includes(series));
    assert.ok(lines.includes('certwatcher_read_certificate_total 1'));
    assert.ok(lines.includes(`vmgen_webhook_refusals_total{webhook="${VALIDATE}"} 0`));
    const [parsed] = parseCertificates(certificate.cert);
    const seconds = Date.parse(parsed?.validTo ?? '') / 1000;
    assert.ok(lines.includes(`vmgen_webhook_certificate_expiry_timestamp_seconds ${seconds}`));
  });

  test('rejects what is not a review', async (t) => {
    const { call } = await serve(t, { validate: { create: () => {} } }, { admissionBytes: 1_000 });
    const large = 'x'.repeat(1_001);
    const chunked = { body: large, headers: { 'transfer-encoding': 'chunked' } };
    const rejected: [Promise<Answer>, number, string][] = [
      [call('/validate'), 404, 'there is no such webhook\n'],
      [call('//'), 404, 'there is no such webhook\n'],
      [call(VALIDATE, { method: 'PUT' }), 405, 'send a POST request\n'],
      [
        call(VALIDATE, { headers: { 'content-type': 'text/plain' } }),
        415,
        'send a body of the type application/json\n',
      ],
      [call(VALIDATE, { body: '{' }), 400, 'the body is not a JSON object\n'],
      [call(VALIDATE, { body: '{}' }), 400, 'the body is not an AdmissionReview with a request\n'],
      [call(VALIDATE, { body: large }), 413, 'the body is larger than 1000 bytes\n'],
      [call(VALIDATE, chunked), 413, 'the body is larger than 1000 bytes\n'],
    ];
    for (const [answer, status, text] of rejected) {
      const got = await answer;
      assert.deepEqual([got.status, got.text], [status, text]);
    }
  });

  test('answers a body of 6 MiB', async (t) => {
    const { call } = await serve(t, { validate: { create: () => {} } });
    assert.equal((await call(VALIDATE, { body: review('x'.repeat(6 * 2 ** 20)) })).status, 200);
  });

  test('aborts a handler before the timeout of the API server, with 504', async (t) => {
    let reason: unknown;
    const { call } = await serve(t, {
      validate: {
        create: (_site, { signal }) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => {
              reason = signal.reason;
              resolve();
            });
          }),
      },
    });
    const { status, text } = await call(`${VALIDATE}?timeout=200ms`);
    assert.deepEqual([status, text], [504, 'the webhook did not answer within 180 ms\n']);
    assert.equal((reason as { status?: number }).status, 504);
  });

  test('answers 429 above the share of concurrent calls, and releases the places', async (t) => {
    const ends: (() => void)[] = [];
    const { call } = await serve(
      t,
      { validate: { create: () => new Promise<void>((resolve) => ends.push(resolve)) } },
      // A third of them for one address and path.
      { calls: 6 },
    );
    const running = [call(VALIDATE), call(VALIDATE)];
    await until(() => ends.length === 2);
    const refused = await call(VALIDATE);
    assert.equal(refused.status, 429);
    assert.equal(refused.headers['retry-after'], '1');
    for (const end of ends) end();
    assert.deepEqual(
      (await Promise.all(running)).map(({ status }) => status),
      [200, 200],
    );
    const next = call(VALIDATE);
    await until(() => ends.length === 3);
    ends[2]?.();
    assert.equal((await next).status, 200);
  });

  test('answers 429 above the share of memory', async (t) => {
    const ends: (() => void)[] = [];
    const { call } = await serve(
      t,
      { validate: { create: () => new Promise<void>((resolve) => ends.push(resolve)) } },
      { totalBytes: 200_000 },
    );
    const running = call(VALIDATE, { body: review('x'.repeat(60_000)) });
    await until(() => ends.length === 1);
    assert.equal((await call(VALIDATE, { body: review('x'.repeat(60_000)) })).status, 429);
    ends[0]?.();
    assert.equal((await running).status, 200);
  });

  test('releases the memory of pipelined calls whose client has disconnected', async (t) => {
    const ends: (() => void)[] = [];
    let isAborted = false;
    const create = (_site: unknown, { signal }: { signal: AbortSignal }) => {
      signal.addEventListener('abort', () => (isAborted = true));
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    const { port, call } = await serve(t, { validate: { create } }, { totalBytes: 200_000 });
    const socket = connect({
      host: '127.0.0.1',
      port,
      ca: certificate.cert,
      servername: 'localhost',
    });
    socket.on('error', () => {});
    const body = review('x'.repeat(20_000));
    const head = `POST ${VALIDATE} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`;
    socket.write(`${head}content-length: ${body.length}\r\n\r\n${body}`.repeat(3));
    await until(() => ends.length > 0);
    socket.destroy();
    await until(() => isAborted);
    for (const end of ends.splice(0)) end();
    const large = call(VALIDATE, { body: review('x'.repeat(60_000)) });
    await Promise.race([large, until(() => ends.length > 0)]);
    for (const end of ends) end();
    assert.equal((await large).status, 200);
  });

  test('answers 413 if the values of a body need more than the share of memory', async (t) => {
    const limits = { totalBytes: 200_000 };
    const { call } = await serve(t, { validate: { create: () => {} } }, limits);
    const { status, text } = await call(VALIDATE, { body: `[${'[],'.repeat(2_000)}0]` });
    assert.equal(status, 413);
    assert.match(text, /^the body needs more memory than 100000 bytes; increase the memory/);
  });

  test('rejects deeply nested bodies', async (t) => {
    const { call } = await serve(t, { validate: { create: () => {} } });
    const body = '['.repeat(1_001) + ']'.repeat(1_001);
    const { status, text } = await call(VALIDATE, { body });
    assert.deepEqual(
      [status, text],
      [400, 'the body has more than 1000 nested objects and lists\n'],
    );
  });

  test('one path leaves calls for the others', async (t) => {
    const ends: (() => void)[] = [];
    const { call } = await serve(
      t,
      {
        default: () => {},
        validate: { create: () => new Promise<void>((resolve) => ends.push(resolve)) },
      },
      { calls: 6 },
    );
    const running = [call(VALIDATE), call(VALIDATE)];
    await until(() => ends.length === 2);
    assert.equal((await call(VALIDATE)).status, 429);
    assert.equal((await call(MUTATE)).status, 200);
    for (const end of ends) end();
    await Promise.all(running);
  });

  test('answers 408 to a body that does not arrive', async (t) => {
    const clock = createFakeClock();
    const { port } = await serve(t, { validate: { create: () => {} } }, {}, { clock });
    const sent = request({
      ...{ host: '127.0.0.1', port, path: VALIDATE, method: 'POST', servername: 'localhost' },
      ca: certificate.cert,
      headers: { 'content-type': 'application/json', 'content-length': 100 },
    });
    sent.on('error', () => {}).write('{');
    const status = new Promise((resolve) => {
      sent.on('response', (response) => resolve(response.resume().statusCode));
    });
    const timers = clock.pendingTimers;
    await until(() => clock.pendingTimers >= timers + 2);
    await clock.advance(5_000);
    assert.equal(await status, 408);
    sent.destroy();
  });

  test('a handler that never ends occupies its place, and fails the liveness check', async (t) => {
    const { manager, call } = await serve(
      t,
      { validate: { create: () => new Promise(() => {}) } },
      { calls: 1 },
      { server: { port: 0 } },
    );
    const live = async () => (await fetch(`http://127.0.0.1:${manager.port}/livez`)).status;
    assert.equal(await live(), 200);
    assert.equal((await call(`${VALIDATE}?timeout=20ms`)).status, 504);
    assert.equal((await call(VALIDATE)).status, 429);
    assert.equal(await live(), 500);
  });

  test('ends the handler of a client that has disconnected', async (t) => {
    const log: string[] = [];
    const { port } = await serve(t, {
      validate: {
        create: (_site, { signal }) =>
          new Promise((resolve) => {
            log.push('started');
            signal.addEventListener('abort', () => {
              log.push('aborted');
              resolve();
            });
          }),
      },
    });
    const sent = request({
      host: '127.0.0.1',
      port,
      path: VALIDATE,
      method: 'POST',
      servername: 'localhost',
      ca: certificate.cert,
      headers: { 'content-type': 'application/json' },
    });
    sent.on('error', () => {}).end(review());
    await until(() => log.length === 1);
    sent.destroy();
    await until(() => log.length === 2);
  });

  test('keeps answering while the manager stops, and is not ready then', async (t) => {
    const clock = createFakeClock();
    let end: (() => void) | undefined;
    const { manager, call, stop } = await serve(
      t,
      { validate: { create: () => new Promise<void>((resolve) => (end = resolve)) } },
      { drainTimeoutMs: 300 },
      { server: { port: 0 }, clock },
    );
    const agent = new Agent({ keepAlive: true });
    t.after(() => agent.destroy());
    const ready = async () => (await fetch(`http://127.0.0.1:${manager.port}/readyz`)).status;
    assert.equal(await ready(), 200);
    const stopped = stop();
    assert.equal(await ready(), 500);
    const late = call(VALIDATE, { agent });
    await until(() => end !== undefined);
    await clock.advance(400);
    end?.();
    const { status, headers } = await late;
    assert.deepEqual([status, headers['connection']], [200, 'close']);
    await stopped;
    await assert.rejects(call(VALIDATE), { code: 'ECONNREFUSED' });
  });

  test('with sharding, is ready before a list that needs its conversions', async (t) => {
    let isReady = false;
    const clock = createFakeClock();
    const validate = { create: () => {} };
    const { manager } = await serve(
      t,
      { validate },
      {},
      {
        ...{ server: { port: 0 }, clock, sharding: { shards: 2 } },
        leaderElection: { identity: 'a', leaseNamespace: 'default' },
        setUp: (own) => own.cache({ sites: siteResource }),
        // As an API server that cannot call an endpoint that is not ready.
        through: (fake) =>
          interceptTransport(fake, [
            (sent, next) => {
              if (!isReady && sent.path.includes('/sites')) throw new Error('no endpoint');
              return next(sent);
            },
          ]),
      },
    );
    const answer = await fetch(`http://127.0.0.1:${manager.port}/readyz`);
    assert.deepEqual([answer.status, await answer.text()], [200, 'ok\n']);
    isReady = true;
    await clock.advance(30_000);
    assert.deepEqual(manager.describe().sharding?.held, [0, 1]);
  });
});

test('webhooks without a server are an error of the manager', async (t) => {
  const { running } = await startManager(t, (manager) => {
    manager.webhook(siteResource, { default: () => {} });
  });
  await assert.rejects(running, {
    code: 'ERR_VMGEN_STATE',
    message: 'webhooks are declared, but not served; set the option webhooks of the manager',
  });
});
