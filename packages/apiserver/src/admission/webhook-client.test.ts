import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, test, type TestContext } from 'node:test';
import { createFakeClock } from '@vmgen/runtime/testing';
import type { JsonObject } from '@vmgen/base/json';
import { createServingCertificate } from '../http/serving-certificate.js';
import type { ApiServerOptions } from '../server/api-server-options.js';
import { configureWebhooks, ruleOf, webhook } from '../testing/admission-objects.js';
import { testServer } from '../testing/test-server.js';

const NAME = 'hooks.default.svc';
const right = createServingCertificate([NAME]);

/** An answer of the webhook, before its body is completed with the uid of the request. */
interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly response?: JsonObject;
}

/**
 * Starts an HTTPS server that answers the calls of the Service `default/hooks` one by one, the last
 * answer repeatedly, and an API server with a webhook of this Service.
 */
async function withService(
  t: TestContext,
  {
    certificate = right,
    ca = certificate.caPem,
    answers = [{}],
    ...options
  }: {
    readonly certificate?: typeof right;
    readonly ca?: string;
    readonly answers?: readonly Answer[];
  } & ApiServerOptions = {},
) {
  const calls: string[] = [];
  const hooks = createServer(
    { key: certificate.privateKeyPem, cert: certificate.certificatePem },
    (request, sent) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const {
          status = 200,
          headers = {},
          response = {},
        } = answers[Math.min(calls.length, answers.length - 1)] ?? {};
        calls.push(`${request.headers.host ?? ''}${request.url ?? ''}`);
        const { request: asked } = JSON.parse(Buffer.concat(chunks).toString()) as {
          request: { uid: string };
        };
        sent.writeHead(status, { 'content-type': 'application/json', ...headers });
        const review = { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview' };
        const complete = { uid: asked.uid, allowed: true, ...response };
        sent.end(JSON.stringify({ ...review, response: complete }));
      });
    },
  );
  hooks.listen(0, '127.0.0.1');
  await once(hooks, 'listening');
  t.after(() => {
    hooks.close();
    hooks.closeAllConnections();
  });
  const { port } = hooks.address() as AddressInfo;
  const services = { 'default/hooks': `https://127.0.0.1:${port}` };
  const { send } = testServer({ services, ...options });
  const clientConfig: JsonObject = {
    service: { namespace: 'default', name: 'hooks', path: '/check', port: 8443 },
    ...(ca !== '' && { caBundle: Buffer.from(ca).toString('base64') }),
  };
  const rules = [ruleOf('configmaps')];
  await configureWebhooks(send, 'Validating', [webhook({ clientConfig, rules })]);
  const create = () =>
    send('POST', '/api/v1/namespaces/default/configmaps', { metadata: { name: 'c' } });
  const restart = async (): Promise<void> => {
    hooks.closeAllConnections();
    hooks.close().listen(port, '127.0.0.1');
    await once(hooks, 'listening');
  };
  return { create, calls, restart };
}

// Kubernetes 1.37.2 answers the same, with a Service of type ExternalName.
describe('a webhook of a Service', () => {
  test('is called over HTTPS by the name of the Service', async (t) => {
    const { create, calls } = await withService(t);
    assert.equal((await create()).status, 201);
    assert.deepEqual(calls, [`${NAME}:8443/check?timeout=10s`]);
  });

  test('is called after it has restarted', async (t) => {
    const { create, calls, restart } = await withService(t);
    assert.equal((await create()).status, 201);
    await restart();
    assert.equal((await create()).status, 409);
    assert.equal(calls.length, 2);
  });

  test('is called again after Retry-After', async (t) => {
    const clock = createFakeClock();
    const busy = { status: 503, headers: { 'retry-after': '2' } };
    const { create, calls } = await withService(t, { clock, answers: [busy, busy, {}] });
    const created = create();
    for (const number of [1, 2]) {
      while (calls.length < number || clock.pendingTimers < 2) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      assert.equal(calls.length, number);
      await clock.advance(2_000);
    }
    assert.equal((await created).status, 201);
    assert.equal(calls.length, 3);
  });

  test('may answer with 8 MB', async (t) => {
    const response = { warnings: ['x'.repeat(8 * 1024 * 1024)] };
    const { create } = await withService(t, { answers: [{ response }] });
    const { status, headers } = await create();
    assert.deepEqual([status, headers['warning']?.length], [201, 264]);
  });

  test('may present a certificate that is in the bundle itself', async (t) => {
    const { create } = await withService(t, { ca: right.certificatePem });
    assert.equal((await create()).status, 201);
  });

  const others = createServingCertificate(['a.default.svc', 'b.default.svc']);
  const address = createServingCertificate(['127.0.0.1']);
  const cases = [
    {
      title: 'another authority of the same name',
      certificate: right,
      ca: others.caPem,
      problem:
        'certificate signed by unknown authority (possibly because of "x509: ECDSA verification failure" while trying to verify candidate authority certificate "vmgen-apiserver-ca")',
    },
    {
      title: 'no authority',
      certificate: right,
      ca: '',
      problem: 'certificate signed by unknown authority',
    },
    {
      title: 'a certificate of other names',
      certificate: others,
      ca: others.caPem,
      problem: `certificate is valid for a.default.svc, b.default.svc, not ${NAME}`,
    },
    {
      title: 'a certificate without names',
      certificate: address,
      ca: address.caPem,
      problem: `certificate is not valid for any names, but wanted to match ${NAME}`,
    },
  ];
  for (const { title, problem, ...options } of cases) {
    test(`fails the write with ${title}`, async (t) => {
      const { create, calls } = await withService(t, options);
      const { status, body } = await create();
      assert.equal(status, 500);
      assert.equal(
        body['message'],
        `Internal error occurred: failed calling webhook "hook.test.tw": failed to call webhook: Post "https://${NAME}:8443/check?timeout=10s": tls: failed to verify certificate: x509: ${problem}`,
      );
      assert.deepEqual(calls, []);
    });
  }
});
