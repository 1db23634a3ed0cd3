import assert from 'node:assert/strict';
import type { X509Certificate } from 'node:crypto';
import { request } from 'node:https';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { describe, test, type TestContext } from 'node:test';
import type { FakeTransport } from '@vmgen/apiserver/fake';
import { createSecretClient } from '@vmgen/kubernetes/core/v1';
import { silentLogger } from '@vmgen/runtime';
import { createFakeClock, type FakeClock } from '@vmgen/runtime/testing';
import { parseCertificates } from '../certificates/certificates.js';
import { present, siteResource, until } from '../site.test.helper.js';
import { CertificateRotation } from './managed-certificate.js';
import { bundleOf, createServer, HOUR_MS, NAME } from './webhook-configuration.test.helper.js';
import { WebhookServer } from './webhook-server.js';
import { Webhooks } from './webhooks.js';

const SERVER_NAME = 'webhooks.sites.svc';
const DAY_MS = 24 * HOUR_MS;

/** Starts a server as a manager does, but checks the certificate only twice a day. */
async function startReplica(t: TestContext, fake: FakeTransport, clock: FakeClock) {
  const host = { transport: fake, clock, logger: silentLogger };
  const webhooks = new Webhooks({ ...host, metrics: undefined, tracer: undefined });
  webhooks.add(siteResource, { validate: { create: () => {} } });
  const rotation = new CertificateRotation(
    {
      service: 'webhooks',
      namespace: 'sites',
      secret: 'webhook-certificate',
      validating: [NAME],
      mutating: [],
      crds: [],
    },
    host,
    DAY_MS / 2,
  );
  const stopping = new AbortController();
  const { signal } = stopping;
  const certificate = await rotation.start(120_000, signal);
  const settings = { port: 0, host: '127.0.0.1', limits: {}, certificate, webhooks };
  const server = await WebhookServer.start({ ...settings, ...host });
  const following = rotation.follow((renewed) => server.setCertificate(renewed), signal);
  t.after(async () => {
    stopping.abort();
    await following;
    await server.close();
  });
  return server;
}

const body = JSON.stringify({
  apiVersion: 'admission.k8s.io/v1',
  kind: 'AdmissionReview',
  request: {
    uid: '1',
    kind: { group: 'web.example.com', version: 'v1', kind: 'Site' },
    operation: 'CREATE',
    object: { metadata: { name: 'shop' }, spec: {} },
  },
});

/**
 * Calls a webhook over a new connection, and validates the certificate as an API server does, but at
 * the time of the test: OpenSSL knows only the time of the machine.
 */
function callAt(port: number, bundle: string, nowMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path: '/validate-web-example-com-v1-site',
        method: 'POST',
        agent: false,
        servername: SERVER_NAME,
        rejectUnauthorized: false,
        headers: { 'content-type': 'application/json' },
      },
      (response) => {
        const leaf = leafOf(response.socket);
        const isValid = [leaf, ...parseCertificates(bundle)].filter(
          ({ validFrom, validTo }) => Date.parse(validFrom) <= nowMs && nowMs < Date.parse(validTo),
        );
        const isTrusted = isValid.slice(1).some((ca) => leaf.verify(ca.publicKey));
        const isNamed = leaf.checkHost(SERVER_NAME) !== undefined;
        response.resume().on('end', () => {
          if (isValid[0] === leaf && isTrusted && isNamed && response.statusCode === 200) resolve();
          else reject(new Error(`untrusted: ${leaf.validFrom} to ${leaf.validTo}`));
        });
      },
    );
    sent.on('error', reject).end(body);
  });
}

function leafOf(socket: Socket): X509Certificate {
  assert.ok(socket instanceof TLSSocket);
  return present(socket.getPeerX509Certificate());
}

describe('the managed certificate', () => {
  test('no call fails while leaf and root are replaced by two replicas under load', async (t) => {
    const clock = createFakeClock();
    const fake = await createServer(t, clock);
    const servers = await Promise.all([1, 2].map(() => startReplica(t, fake, clock)));
    const seen = { bundles: new Set<string>(), leaves: new Set<string>(), most: 0 };
    // API servers use a configuration some time after its change: here, half a day. An authority must be
    // trusted for an hour before it signs, and the replicas check twice a day.
    let lateBundle = await bundleOf(fake);
    const failures: unknown[] = [];
    for (let day = 0; day < 600; day += 0.5) {
      const bundle = await bundleOf(fake);
      const nowMs = clock.date().getTime();
      const calls = servers.flatMap(({ port }) =>
        [bundle, lateBundle].map((trusted) => callAt(port, trusted, nowMs)),
      );
      for (const result of await Promise.allSettled(calls)) {
        if (result.status === 'rejected') failures.push(result.reason);
      }
      lateBundle = bundle;
      seen.bundles.add(bundle);
      seen.most = Math.max(seen.most, parseCertificates(bundle).length);
      const { data } = await createSecretClient(fake, 'sites').get('webhook-certificate');
      seen.leaves.add(data?.['tls.crt'] ?? '');
      await clock.advance(DAY_MS / 2);
      // Keys are created in real time: both replicas wait for their next check again.
      await until(() => clock.pendingTimers === servers.length);
    }
    assert.deepEqual(failures, []);
    assert.ok(seen.leaves.size > 30, `${seen.leaves.size}`);
    assert.ok(seen.bundles.size >= 6, `${seen.bundles.size}`);
    assert.equal(seen.most, 2);
  });
});
