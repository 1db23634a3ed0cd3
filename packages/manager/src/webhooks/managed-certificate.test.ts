import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import type { FakeTransport } from '@vmgen/apiserver/fake';
import { createValidatingWebhookConfigurationClient } from '@vmgen/kubernetes/admissionregistration/v1';
import { createSecretClient } from '@vmgen/kubernetes/core/v1';
import { createFakeClock, type FakeClock } from '@vmgen/runtime/testing';
import { parseCertificates } from '../certificates/certificates.js';
import { settle, siteResource, startManager, until } from '../site.test.helper.js';
import type { ManagedCertificate } from './managed-certificate.js';
import { rotateCertificates } from './rotate-certificates.js';
import { configuration, createServer, HOUR_MS, NAME } from './webhook-configuration.test.helper.js';

async function startReplica(
  t: TestContext,
  fake: FakeTransport,
  clock: FakeClock,
  tls: Partial<ManagedCertificate> = {},
) {
  const started = await startManager(
    t,
    (manager) => {
      manager.webhook(siteResource, { validate: { create: () => {} } });
    },
    {
      clock,
      webhooks: {
        port: 0,
        host: '127.0.0.1',
        tls: { service: 'webhooks', namespace: 'sites', validating: [NAME], ...tls },
        limits: { drainTimeoutMs: 0 },
      },
    },
    fake,
  );
  return started;
}

async function bundleOf(fake: FakeTransport): Promise<string> {
  const { webhooks = [] } = await createValidatingWebhookConfigurationClient(fake).get(NAME);
  assert.equal(webhooks[1]?.clientConfig.caBundle, undefined);
  return Buffer.from(webhooks[0]?.clientConfig.caBundle ?? '', 'base64').toString();
}

describe('the managed certificate', () => {
  test('is created once for all replicas, and its authority is written to own webhooks', async (t) => {
    const clock = createFakeClock();
    const fake = await createServer(t, clock);
    const replicas = await Promise.all([1, 2, 3].map(() => startReplica(t, fake, clock)));
    await until(() => replicas.every(({ manager }) => manager.webhookPort !== undefined));
    const secrets = createSecretClient(fake, 'sites');
    const { type, data } = await secrets.get('site-operator-webhook-certificate');
    const text = (name: string): string => Buffer.from(data?.[name] ?? '', 'base64').toString();
    const [authority, ...others] = parseCertificates(await bundleOf(fake));
    const [leaf] = parseCertificates(text('tls.crt'));
    assert.ok(authority && leaf);
    assert.ok(leaf.verify(authority.publicKey));
    assert.deepEqual(
      [type, others.length, leaf.checkHost('webhooks.sites.svc')],
      ['kubernetes.io/tls', 0, 'webhooks.sites.svc'],
    );
    assert.equal(text('ca.crt'), await bundleOf(fake));
  });

  test('writes the authority again after another client has removed it', async (t) => {
    const clock = createFakeClock();
    const fake = await createServer(t, clock);
    const { manager } = await startReplica(t, fake, clock);
    await until(() => manager.webhookPort !== undefined);
    const bundle = await bundleOf(fake);
    const client = createValidatingWebhookConfigurationClient(fake);
    const current = await client.get(NAME);
    await client.update({ ...configuration, metadata: current.metadata });
    assert.equal(await bundleOf(fake), '');
    await clock.advance(60_000);
    await settle();
    assert.equal(await bundleOf(fake), bundle);
    fake.clearActions();
    await clock.advance(600_000);
    await settle();
    assert.deepEqual(
      fake.actions.filter(({ verb }) => verb !== 'get' && verb !== 'watch'),
      [],
    );
  });

  test('a new authority signs an hour after it was written to the configurations', async (t) => {
    const clock = createFakeClock();
    const fake = await createServer(t, clock);
    const names = ['webhooks.sites.svc', 'webhooks.sites.svc.cluster.local'];
    const at = (days: number) => ({
      now: new Date(clock.date().getTime() - days * 24 * HOUR_MS),
      trustedSince: undefined,
    });
    // The next authority was created two days ago, but could not be written.
    const stored = await rotateCertificates(undefined, names, at(250));
    const { server, authority, next } = await rotateCertificates(stored, names, at(2));
    assert.ok(next);
    const files = {
      'tls.crt': server.cert,
      'tls.key': server.key,
      'authority.crt': authority.cert,
      'authority.key': authority.key,
      'next-authority.crt': next.cert,
      'next-authority.key': next.key,
    };
    const secrets = createSecretClient(fake, 'sites');
    const metadata = { name: 'site-operator-webhook-certificate' };
    await secrets.create({ metadata, type: 'kubernetes.io/tls', stringData: files });
    const signing = async (): Promise<string> => {
      const { data } = await secrets.get(metadata.name);
      return Buffer.from(data?.['authority.crt'] ?? '', 'base64').toString();
    };
    const { manager } = await startReplica(t, fake, clock);
    await until(() => manager.webhookPort !== undefined);
    assert.equal(parseCertificates(await bundleOf(fake)).length, 2);
    const advance = async (minutes: number): Promise<void> => {
      for (let minute = 0; minute < minutes; minute++) {
        await clock.advance(60_000);
        await settle();
      }
    };
    await advance(59);
    assert.equal(await signing(), authority.cert);
    await advance(2);
    // Keys are created in real time.
    const endMs = performance.now() + 60_000;
    while ((await signing()) !== next.cert) {
      assert.ok(performance.now() < endMs);
      await settle();
    }
  });

  test('the manager fails if a configuration has no webhook of the Service', async (t) => {
    const clock = createFakeClock();
    const fake = await createServer(t, clock);
    const { running } = await startReplica(t, fake, clock, { service: 'typo' });
    const rejected = assert.rejects(running, {
      code: 'ERR_VMGEN_TIMEOUT',
      message: `the certificate of the webhooks was not set up within 120000 ms: the ValidatingWebhookConfiguration ${NAME} has no webhook of the Service sites/typo; correct its clientConfig, or the options of the certificate`,
    });
    const plural = 'validatingwebhookconfigurations';
    await until(() =>
      fake.actions.some(({ verb, resource }) => verb === 'get' && resource === plural),
    );
    await settle();
    await clock.advance(120_000);
    await rejected;
  });
});
