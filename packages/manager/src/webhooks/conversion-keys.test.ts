import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { createFakeTransport, type FakeTransport } from '@vmgen/apiserver/fake';
import { createNamespaceClient, createSecretClient } from '@vmgen/kubernetes/core/v1';
import { createConversionKey, defineConversion } from '@vmgen/runtime/conversion';
import { createFakeClock, type FakeClock } from '@vmgen/runtime/testing';
import type { Manager } from '../manager.js';
import { settle, siteCrd, startManager, until } from '../site.test.helper.js';

const SECRET = 'site-operator-webhook-certificate';
const KEYS = 'conversion.keys';
const { signal } = new AbortController();

/** v2 has no field `lost`. */
const conversion = defineConversion({
  group: 'web.example.com',
  kind: 'Site',
  hub: 'v1',
  spokes: { v2: { toHub: { '.spec.lost': () => undefined }, fromHub: {} } },
});

async function createServer(t: TestContext, clock: FakeClock): Promise<FakeTransport> {
  const fake = createFakeTransport({ crds: [siteCrd], clock });
  t.after(() => fake.close());
  await createNamespaceClient(fake).create({ metadata: { name: 'sites' } });
  return fake;
}

async function startReplica(
  t: TestContext,
  fake: FakeTransport,
  clock: FakeClock,
  conversionKeys = {},
): Promise<Manager> {
  const { manager } = await startManager(
    t,
    (own) => own.conversion(conversion),
    {
      clock,
      webhooks: {
        port: 0,
        host: '127.0.0.1',
        tls: { service: 'webhooks', namespace: 'sites' },
        limits: { drainTimeoutMs: 0 },
        conversionKeys,
      },
    },
    fake,
  );
  await until(() => manager.webhookPort !== undefined);
  return manager;
}

type Site = Record<string, unknown> & { spec?: { lost?: number } };

async function convert(manager: Manager, object: object, version: string): Promise<Site> {
  const { response } = await manager.handleWebhook(
    {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'ConversionReview',
      request: { uid: '1', desiredAPIVersion: `web.example.com/${version}`, objects: [object] },
    },
    '/convert',
    signal,
  );
  const [converted] = response?.convertedObjects ?? [];
  return converted ?? assert.fail(response?.result.message);
}

const site = {
  apiVersion: 'web.example.com/v1',
  kind: 'Site',
  metadata: { name: 'shop', namespace: 'default', uid: '1' },
  spec: { lost: 1 },
};

/** What is left after a conversion by one replica and the conversion back by another. */
async function left(first: Manager, second: Manager): Promise<number | undefined> {
  return (await convert(second, await convert(first, site, 'v2'), 'v1')).spec?.lost;
}

async function setKeys(fake: FakeTransport, text: string | undefined): Promise<void> {
  const secrets = createSecretClient(fake, 'sites');
  const { data, ...secret } = await secrets.get(SECRET);
  const { [KEYS]: _, ...others } = data ?? {};
  if (text !== undefined) others[KEYS] = Buffer.from(text).toString('base64');
  await secrets.update({ ...secret, data: others });
}

async function readKeys(fake: FakeTransport): Promise<string> {
  const { data } = await createSecretClient(fake, 'sites').get(SECRET);
  return Buffer.from(data?.[KEYS] ?? '', 'base64').toString();
}

describe('the keys of conversions', () => {
  test('are created once, beside the certificate, and shared by all replicas', async (t) => {
    const clock = createFakeClock();
    const fake = await createServer(t, clock);
    const replicas = await Promise.all([1, 2, 3].map(() => startReplica(t, fake, clock)));
    const text = await readKeys(fake);
    assert.equal(Buffer.from(text, 'base64').length, 32);
    for (const first of replicas) {
      for (const second of replicas) assert.equal(await left(first, second), 1);
    }
    const { data = {} } = await createSecretClient(fake, 'sites').get(SECRET);
    assert.ok(data['tls.crt'] && data['authority.key']);
    assert.equal(await left(await startReplica(t, fake, clock), replicas[0]!), 1);
    assert.equal(await readKeys(fake), text);
  });

  test('remain when the certificate is replaced', async (t) => {
    const clock = createFakeClock();
    const fake = await createServer(t, clock);
    await startReplica(t, fake, clock);
    const text = await readKeys(fake);
    const secrets = createSecretClient(fake, 'sites');
    const before = await secrets.get(SECRET);
    const damaged = { ...before.data, 'tls.crt': Buffer.from('damaged').toString('base64') };
    await secrets.update({ ...before, data: damaged });
    await clock.advance(60_000);
    const former = [before.data?.['tls.crt'], damaged['tls.crt']];
    await until(async () => !former.includes((await secrets.get(SECRET)).data?.['tls.crt']));
    assert.equal(await readKeys(fake), text);
  });

  test('are written again by a running replica after they were removed or damaged', async (t) => {
    const clock = createFakeClock();
    const fake = await createServer(t, clock);
    const replica = await startReplica(t, fake, clock);
    const text = await readKeys(fake);
    for (const damaged of [undefined, '', 'short']) {
      await setKeys(fake, damaged);
      await clock.advance(60_000);
      await settle();
      assert.equal(await readKeys(fake), text);
    }
    assert.equal(await left(replica, await startReplica(t, fake, clock)), 1);
  });

  test('are read each minute: a second key is accepted, and signs when it is the first', async (t) => {
    const clock = createFakeClock();
    const fake = await createServer(t, clock);
    const replica = await startReplica(t, fake, clock);
    const former = await convert(replica, site, 'v2');
    const first = await readKeys(fake);
    const second = `${Buffer.from(createConversionKey()).toString('base64')}\n`;
    await setKeys(fake, first + second);
    await clock.advance(60_000);
    await settle();
    assert.deepEqual(await convert(replica, site, 'v2'), former);
    await setKeys(fake, second + first);
    await clock.advance(60_000);
    await settle();
    const current = await convert(replica, site, 'v2');
    assert.notDeepEqual(current, former);
    for (const each of [former, current]) {
      assert.equal((await convert(replica, each, 'v1')).spec?.lost, 1);
    }
    await setKeys(fake, second);
    await clock.advance(60_000);
    await settle();
    assert.equal((await convert(replica, former, 'v1')).spec?.lost, undefined);
    assert.equal((await convert(replica, current, 'v1')).spec?.lost, 1);
  });

  test('are in a Secret of their own if its name is set', async (t) => {
    const clock = createFakeClock();
    const fake = await createServer(t, clock);
    await startReplica(t, fake, clock, { secret: 'own-keys' });
    const { data = {}, type } = await createSecretClient(fake, 'sites').get('own-keys');
    assert.deepEqual([Object.keys(data), type], [[KEYS], 'Opaque']);
    assert.equal(await readKeys(fake), '');
  });
});
