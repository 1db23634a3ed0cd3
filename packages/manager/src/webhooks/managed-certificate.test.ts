import assert from 'node:assert/strict';
import type { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { Duplex } from 'node:stream';
import { describe, test, type TestContext } from 'node:test';
import { connect } from 'node:tls';
import type { FakeTransport } from '@vmgen/apiserver/fake';
import { createValidatingWebhookConfigurationClient } from '@vmgen/kubernetes/admissionregistration/v1';
import { createSecretClient } from '@vmgen/kubernetes/core/v1';
import { createLogger, silentLogger } from '@vmgen/runtime';
import { ApiError } from '@vmgen/runtime/client';
import { createFakeClock, type FakeClock } from '@vmgen/runtime/testing';
import { parseCertificates } from '../certificates/certificates.js';
import { present, settle, siteResource, startManager, until } from '../site.test.helper.js';
import { CertificateRotation, type ManagedCertificate } from './managed-certificate.js';
import { rotateCertificates } from './rotate-certificates.js';
import {
  bundleOf,
  configuration,
  createServer,
  HOUR_MS,
  NAME,
} from './webhook-configuration.test.helper.js';

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

/** Opens a connection, and refuses the certificate of the server as an API server does. */
function refuse(port: number): Promise<unknown> {
  const socket = connectTcp(port, '127.0.0.1');
  const sends = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, callback) {
      socket.write(chunk, callback);
    },
  });
  const client = connect({ socket: sends, maxVersion: 'TLSv1.2' }).on('error', () => {});
  // The alert of Go.
  const badCertificate = Buffer.from([21, 3, 3, 0, 2, 2, 42]);
  socket.once('data', () => socket.write(badCertificate));
  return once(socket, 'close').finally(() => client.destroy());
}

/** The certificate with which a server answers. */
async function servedBy(port: number): Promise<X509Certificate> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const certificate = present(socket.getPeerX509Certificate());
  socket.destroy();
  return certificate;
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

  for (const how of ['deleted', 'damaged']) {
    test(`is created again after the Secret was ${how}, and the former one is still trusted`, async (t) => {
      const clock = createFakeClock();
      const fake = await createServer(t, clock);
      const { manager } = await startReplica(t, fake, clock);
      await until(() => manager.webhookPort !== undefined);
      const former = await bundleOf(fake);
      const secrets = createSecretClient(fake, 'sites');
      const name = 'site-operator-webhook-certificate';
      if (how === 'deleted') await secrets.delete(name);
      else await secrets.mergePatch(name, { data: { 'authority.crt': 'AAAA' } });
      await clock.advance(60_000);
      await until(async () => (await bundleOf(fake)) !== former);
      const authorities = parseCertificates(await bundleOf(fake)).map(String);
      assert.equal(authorities.length, 2);
      assert.equal(authorities[1], parseCertificates(former).map(String)[0]);
    });
  }

  test('is read again when a client does not accept it, but not for each one', async (t) => {
    const clock = createFakeClock();
    const fake = await createServer(t, clock);
    const { manager } = await startReplica(t, fake, clock);
    await until(() => manager.webhookPort !== undefined);
    const port = present(manager.webhookPort);
    const name = 'site-operator-webhook-certificate';
    await createSecretClient(fake, 'sites').delete(name);
    const other = await startReplica(t, fake, clock);
    await until(() => other.manager.webhookPort !== undefined);
    const [authority] = parseCertificates(await bundleOf(fake));
    const isTrusted = async (): Promise<boolean> =>
      (await servedBy(port)).verify(present(authority).publicKey);
    assert.equal(await isTrusted(), false);
    await refuse(port);
    await until(isTrusted);
    fake.clearActions();
    for (let call = 0; call < 20; call++) await refuse(port);
    await settle();
    const reads = fake.actions.filter(
      ({ resource, verb }) => resource === 'secrets' && verb === 'get',
    );
    assert.ok(reads.length <= 4, `${reads.length} reads`);
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

  test('is replaced although a configuration was deleted, and the others trust it', async (t) => {
    const clock = createFakeClock();
    const fake = await createServer(t, clock);
    const client = createValidatingWebhookConfigurationClient(fake);
    await client.create({ ...configuration, metadata: { name: 'deleted' } });
    const names = { service: 'webhooks', namespace: 'sites', secret: 'certificate' };
    const rotation = new CertificateRotation(
      { ...names, validating: ['deleted', NAME], mutating: [], crds: [] },
      { transport: fake, clock, logger: silentLogger },
      24 * HOUR_MS,
    );
    const ending = new AbortController();
    const first = await rotation.start(0, ending.signal);
    const bundle = await bundleOf(fake);
    await client.delete('deleted');
    const current = await client.get(NAME);
    await client.update({ ...configuration, metadata: current.metadata });
    let conflicts = 1;
    const patches = { verb: 'patch', resource: 'validatingwebhookconfigurations' } as const;
    fake.prependReactor(patches, () =>
      conflicts-- > 0
        ? new ApiError({ code: 409, reason: 'Conflict', message: 'changed' })
        : undefined,
    );
    const used: string[] = [];
    const followed = rotation.follow(({ cert }) => used.push(cert), ending.signal);
    await clock.advance(24 * HOUR_MS);
    await until(async () => (await bundleOf(fake)) === bundle);
    for (let day = 0; day < 20; day++) {
      await client.create({ ...configuration, metadata: { name: 'deleted' } });
      // The configuration is checked again soon. Keys are created in real time.
      await until(async () => {
        await clock.advance(5_000);
        return (await bundleOf(fake, 'deleted')) !== '';
      });
      await settle();
      await client.delete('deleted');
      await clock.advance(24 * HOUR_MS);
      await settle();
    }
    await until(() => used.length > 1);
    assert.notEqual(used.at(-1), first.cert);
    ending.abort();
    await followed;
  });

  test('a lasting error is logged when it begins or changes, and every 10 minutes', async (t) => {
    const clock = createFakeClock();
    const fake = await createServer(t, clock);
    const lines: string[] = [];
    const logger = createLogger({ write: (line) => void lines.push(line) });
    const names = { service: 'webhooks', namespace: 'sites', secret: 'certificate' };
    const rotation = new CertificateRotation(
      { ...names, validating: [NAME], mutating: [], crds: [] },
      { transport: fake, clock, logger },
    );
    const ending = new AbortController();
    await rotation.start(0, ending.signal);
    const followed = rotation.follow(() => {}, ending.signal);
    const errorsIn = async (minutes: number): Promise<number> => {
      lines.length = 0;
      for (let i = 0; i < 12 * minutes; i++) {
        await clock.advance(5_000);
        await settle();
      }
      return lines.filter((line) => line.includes('could not write the authority')).length;
    };
    const client = createValidatingWebhookConfigurationClient(fake);
    assert.equal(await errorsIn(2), 0);
    await client.delete(NAME);
    assert.equal(await errorsIn(9), 1);
    assert.equal(await errorsIn(3), 1);
    await client.create(configuration);
    assert.equal(await errorsIn(1), 0);
    await client.delete(NAME);
    assert.equal(await errorsIn(2), 1);
    await client.create({ metadata: { name: NAME } });
    assert.equal(await errorsIn(1), 1);
    ending.abort();
    await followed;
  });

  test('an error of several configurations is reported once', async (t) => {
    const clock = createFakeClock();
    const fake = await createServer(t, clock);
    const reads = { verb: 'get', resource: 'validatingwebhookconfigurations' } as const;
    const answer = { code: 500, reason: 'InternalError', message: 'no storage' };
    fake.prependReactor(reads, () => new ApiError(answer));
    const names = { service: 'webhooks', namespace: 'sites', secret: 'certificate' };
    const rotation = new CertificateRotation(
      { ...names, validating: [NAME, 'other'], mutating: [], crds: [] },
      { transport: fake, clock, logger: silentLogger },
    );
    const rejected = assert.rejects(rotation.start(1_000, new AbortController().signal), {
      message: 'the certificate of the webhooks was not set up within 1000 ms: no storage',
    });
    await until(() => fake.actions.filter(({ verb }) => verb === reads.verb).length > 2);
    await settle();
    await clock.advance(1_000);
    await rejected;
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
