import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import type { FakeTransport } from '@vmgen/apiserver/fake';
import { createSecretClient } from '@vmgen/kubernetes/core/v1';
import { createConversionKey, defineConversion } from '@vmgen/runtime/conversion';
import { createFakeClock, type FakeClock } from '@vmgen/runtime/testing';
import type { Manager } from '../manager.js';
import type { WebhookOptions } from './serve-webhooks.js';
import { settle, startManager, until } from '../site.test.helper.js';
import { createServer } from './webhook-configuration.test.helper.js';

const SECRET = 'site-operator-conversion-keys';
const CERTIFICATE = 'site-operator-webhook-certificate';
const KEYS = 'conversion.keys';
const { signal } = new AbortController();

/** v2 has no field `lost`. */
const conversion = defineConversion({
  group: 'web.example.com',
  kind: 'Site',
  hub: 'v1',
  spokes: { v2: { toHub: { '.spec.lost': () => undefined }, fromHub: {} } },
});

async function startReplica(
  t: TestContext,
  fake: FakeTransport,
  clock: FakeClock,
  {
    conversionKeys = {},
    tls = { service: 'webhooks', namespace: 'sites' },
  }: Pick<Partial<WebhookOptions>, 'conversionKeys' | 'tls'> = {},
): Promise<Manager> {
  const { manager } = await startManager(
    t,
    (own) => own.conversion(conversion),
    {
      clock,
      webhooks: {
        port: 0,
        host: '127.0.0.1',
        tls,
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

async function readKeys(fake: FakeTransport, secret = SECRET): Promise<string> {
  const { data } = await createSecretClient(fake, 'sites').get(secret);
  return Buffer.from(data?.[KEYS] ?? '', 'base64').toString();
}

describe('the keys of conversions', () => {
  test('are created once, in a Secret of their own, and shared by all replicas', async (t) => {
    const clock = createFakeClock();
    const fake = await createServer(t, clock);
    const replicas = await Promise.all([1, 2, 3].map(() => startReplica(t, fake, clock)));
    const text = await readKeys(fake);
    assert.equal(Buffer.from(text, 'base64').length, 32);
    for (const first of replicas) {
      for (const second of replicas) assert.equal(await left(first, second), 1);
    }
    const { data = {}, type } = await createSecretClient(fake, 'sites').get(SECRET);
    assert.deepEqual([Object.keys(data), type], [[KEYS], 'Opaque']);
    assert.equal(await left(await startReplica(t, fake, clock), replicas[0]!), 1);
    assert.equal(await readKeys(fake), text);
  });

  test('remain when the certificate comes from files instead', async (t) => {
    const clock = createFakeClock();
    const fake = await createServer(t, clock);
    const former = await startReplica(t, fake, clock);
    const folder = await mkdtemp(path.join(tmpdir(), 'vmgen-'));
    t.after(() => rm(folder, { recursive: true }));
    const tls = { certFile: path.join(folder, 'tls.crt'), keyFile: path.join(folder, 'tls.key') };
    const { data = {} } = await createSecretClient(fake, 'sites').get(CERTIFICATE);
    for (const [name, file] of [
      ['tls.crt', tls.certFile] as const,
      ['tls.key', tls.keyFile] as const,
    ]) {
      await writeFile(file, Buffer.from(data[name] ?? '', 'base64'));
    }
    const next = await startReplica(t, fake, clock, {
      tls,
      conversionKeys: { namespace: 'sites' },
    });
    assert.equal(await left(former, next), 1);
    assert.equal(await left(next, former), 1);
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

  test('are accepted again after a new replica has created a Secret in place of a deleted one', async (t) => {
    const clock = createFakeClock();
    const fake = await createServer(t, clock);
    const former = await startReplica(t, fake, clock);
    const lost = await readKeys(fake);
    const annotated = await convert(former, site, 'v2');
    await createSecretClient(fake, 'sites').delete(SECRET);
    const next = await startReplica(t, fake, clock);
    const created = await readKeys(fake);
    assert.notEqual(created, lost);
    await clock.advance(60_000);
    await settle();
    assert.equal(await readKeys(fake), created + lost);
    await clock.advance(60_000);
    await settle();
    for (const replica of [former, next]) {
      assert.equal((await convert(replica, annotated, 'v1')).spec?.lost, 1);
    }
    assert.equal(await left(former, next), 1);
    await setKeys(fake, created);
    await clock.advance(60_000);
    await settle();
    assert.equal(await readKeys(fake), created, 'removed on purpose');
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

  test('remain in the Secret of the certificate, if the option names it, when that is replaced', async (t) => {
    const clock = createFakeClock();
    const fake = await createServer(t, clock);
    await startReplica(t, fake, clock, { conversionKeys: { secret: CERTIFICATE } });
    const text = await readKeys(fake, CERTIFICATE);
    const secrets = createSecretClient(fake, 'sites');
    const before = await secrets.get(CERTIFICATE);
    const damaged = { ...before.data, 'tls.crt': Buffer.from('damaged').toString('base64') };
    await secrets.update({ ...before, data: damaged });
    await clock.advance(60_000);
    const former = [before.data?.['tls.crt'], damaged['tls.crt']];
    await until(async () => !former.includes((await secrets.get(CERTIFICATE)).data?.['tls.crt']));
    assert.equal(await readKeys(fake, CERTIFICATE), text);
    assert.notEqual(text, '');
  });
});
