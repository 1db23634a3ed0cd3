import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSecureContext } from 'node:tls';
import { parseCertificates } from '../certificates/certificates.js';
import {
  rotateCertificates,
  trustedBundle,
  type StoredCertificates,
} from './rotate-certificates.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START_MS = Date.parse('2026-01-01T00:00:00Z');
const NEVER = Infinity;
const names = ['webhooks.sites.svc'];

/** Rotates when clients trust the stored authorities since a time: by default since the stored one, or now. */
const rotated = (
  stored: StoredCertificates | undefined,
  nowMs: number,
  trustedMs: number | undefined = Date.parse(stored?.nextTrustedSince ?? '') || nowMs,
) => {
  const trustedSince = trustedMs === NEVER ? undefined : new Date(trustedMs);
  return rotateCertificates(stored, names, { now: new Date(nowMs), trustedSince });
};

type Periods = readonly (readonly [fromMs: number, toMs: number])[];

/** Returns the periods in which a client with a bundle accepts the certificate of a server. */
function acceptance(bundle: string, server: string): Periods {
  const [leaf] = parseCertificates(server);
  assert.ok(leaf);
  return parseCertificates(bundle)
    .filter((ca) => leaf.verify(ca.publicKey))
    .map((ca) => [
      Math.max(Date.parse(ca.validFrom), Date.parse(leaf.validFrom)),
      Math.min(Date.parse(ca.validTo), Date.parse(leaf.validTo)),
    ]);
}

/** Returns whether a client with a bundle accepts the certificate of a server. `known` has earlier results. */
function accepts(
  bundle: string,
  server: string,
  nowMs: number,
  known = new Map<string, Periods>(),
): boolean {
  const key = `${bundle} ${server}`;
  const periods = known.get(key) ?? acceptance(bundle, server);
  known.set(key, periods);
  return periods.some(([fromMs, toMs]) => fromMs <= nowMs && nowMs < toMs);
}

test('trustedBundle separates certificates without a line end', () => {
  const pair = { cert: 'FIRST', key: '' };
  const stored = { server: pair, authority: pair, previous: 'SECOND\n' };
  assert.equal(trustedBundle(stored), 'FIRST\nSECOND\n');
});

describe('rotateCertificates', () => {
  test('changes nothing before a third of the validity remains', async () => {
    const stored = await rotated(undefined, START_MS);
    assert.equal(await rotated(stored, START_MS + 19 * DAY_MS), stored);
    const renewed = await rotated(stored, START_MS + 21 * DAY_MS);
    assert.notEqual(renewed.server, stored.server);
    assert.equal(renewed.authority, stored.authority);
  });

  test('clients and replicas that are late by a day trust each other', async () => {
    let stored = await rotated(undefined, START_MS);
    let [lateBundle, lateServer] = [trustedBundle(stored), stored.server.cert];
    const authorities = new Set<string>();
    const known = new Map<string, Periods>();
    for (let hour = 0; hour < 2 * 365 * 24; hour += 24) {
      const nowMs = START_MS + hour * HOUR_MS;
      stored = await rotated(stored, nowMs);
      const bundle = trustedBundle(stored);
      assert.ok(accepts(bundle, stored.server.cert, nowMs, known), `hour ${hour}`);
      assert.ok(accepts(lateBundle, stored.server.cert, nowMs, known), `hour ${hour}, late bundle`);
      assert.ok(accepts(bundle, lateServer, nowMs, known), `hour ${hour}, late server`);
      assert.ok(parseCertificates(bundle).length <= 2);
      lateBundle = bundle;
      lateServer = stored.server.cert;
      authorities.add(stored.authority.cert);
    }
    assert.equal(authorities.size, 3);
  });

  test('the next authority signs only after clients trust it', async () => {
    const stored = await rotated(undefined, START_MS);
    const dueMs = START_MS + 244 * DAY_MS;
    const created = await rotated(stored, dueMs);
    assert.ok(created.next);
    // The hour begins when all clients have the authority, not when it was created.
    const trustedMs = dueMs + DAY_MS;
    assert.equal(await rotated(created, trustedMs, NEVER), created);
    const waiting = await rotated(created, trustedMs);
    assert.equal(waiting.authority, stored.authority);
    assert.equal(waiting.nextTrustedSince, new Date(trustedMs).toISOString());
    assert.equal(await rotated(waiting, trustedMs + HOUR_MS / 2), waiting);
    assert.equal(await rotated(waiting, trustedMs + HOUR_MS, NEVER), waiting);
    const promoted = await rotated(waiting, trustedMs + HOUR_MS);
    assert.equal(promoted.authority, waiting.next);
    assert.equal(promoted.previous, stored.authority.cert);
    assert.equal(promoted.nextTrustedSince, undefined);
  });

  test('the hour begins again when a client did not have the next authority', async () => {
    const stored = await rotated(undefined, START_MS);
    const dueMs = START_MS + 244 * DAY_MS;
    const waiting = await rotated(await rotated(stored, dueMs), dueMs);
    const again = await rotated(waiting, dueMs + HOUR_MS, dueMs + HOUR_MS);
    assert.equal(again.authority, stored.authority);
    assert.equal((await rotated(again, dueMs + 2 * HOUR_MS)).authority, waiting.next);
  });

  test('creates everything again if it is expired or unreadable', async () => {
    const stored = await rotated(undefined, START_MS);
    const nowMs = START_MS + 400 * DAY_MS;
    const broken = { ...stored, authority: { cert: 'x', key: 'x' } };
    for (const [each, atMs] of [
      [stored, nowMs],
      [broken, START_MS],
    ] as const) {
      const created = await rotated(each, atMs);
      assert.ok(accepts(trustedBundle(created), created.server.cert, atMs));
    }
  });

  test('replaces what cannot be used, and changes nothing then', async () => {
    const stored = await rotated(undefined, START_MS);
    const other = await rotated(undefined, START_MS);
    const future = await rotated(undefined, START_MS + 700 * DAY_MS);
    const dueMs = START_MS + 21 * DAY_MS;
    const { server, authority } = stored;
    const garbage = { cert: 'x', key: 'x' };
    const broken: Record<string, [Partial<StoredCertificates>, number]> = {
      'a key of another server': [{ server: { ...server, key: other.server.key } }, START_MS],
      'no key of the server': [{ server: { ...server, key: 'x' } }, START_MS],
      'a key of another authority': [
        { authority: { ...authority, key: other.authority.key } },
        dueMs,
      ],
      'no key of the authority': [{ authority: { ...authority, key: 'x' } }, dueMs],
      'an authority that must not sign': [{ authority: server }, START_MS],
      'another authority': [{ authority: other.authority }, START_MS],
      'no next authority': [{ next: garbage }, START_MS],
      'a key of another next authority': [
        { next: { ...other.authority, key: authority.key } },
        START_MS + 2 * HOUR_MS,
      ],
      'a next authority of the future': [{ next: future.authority }, START_MS],
      'everything of the future': [future, START_MS],
      'no previous authority': [{ previous: 'x' }, START_MS],
    };
    for (const [title, [part, nowMs]] of Object.entries(broken)) {
      const repaired = await rotated({ ...stored, ...part }, nowMs);
      assert.ok(accepts(trustedBundle(repaired), repaired.server.cert, nowMs), title);
      assert.doesNotThrow(() => createSecureContext(repaired.server), title);
      assert.equal(await rotated(repaired, nowMs), repaired, title);
    }
  });

  test('trusts an authority without its key until it expires', async () => {
    const stored = await rotated(undefined, START_MS);
    const { authority } = stored;
    const repaired = await rotated({ ...stored, authority: { ...authority, key: '' } }, START_MS);
    assert.notEqual(repaired.authority.cert, authority.cert);
    assert.ok(accepts(trustedBundle(repaired), stored.server.cert, START_MS));
  });

  test('what a clock creates that is fast by hours is valid, and is kept when the clock is set back', async () => {
    const fast = await rotated(undefined, START_MS + 20 * HOUR_MS);
    assert.ok(accepts(trustedBundle(fast), fast.server.cert, START_MS));
    assert.equal(await rotated(fast, START_MS), fast);
  });

  test('replaces the certificate of another name', async () => {
    const stored = await rotated(undefined, START_MS);
    const options = { now: new Date(START_MS), trustedSince: undefined };
    const { server } = await rotateCertificates(stored, ['other.sites.svc'], options);
    assert.equal(parseCertificates(server.cert)[0]?.subjectAltName, 'DNS:other.sites.svc');
  });
});
