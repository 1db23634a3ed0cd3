import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, silentLogger, type Logger } from '@vmgen/runtime';
import { createFakeClock } from '@vmgen/runtime/testing';
import type { ManagerServerOptions } from '../pages/serve-pages.js';
import { settle, siteResource, startManager, until } from '../site.test.helper.js';

const server: ManagerServerOptions = { port: 0 };

/** A logger that records its warnings. */
function recordWarnings(): { readonly logger: Logger; readonly warnings: unknown[] } {
  const warnings: unknown[] = [];
  const logger: Logger = {
    ...silentLogger,
    with: () => logger,
    warn: (message, fields) => warnings.push([message, fields?.['key']]),
  };
  return { logger, warnings };
}

test('reconciles that never end are logged at the limit, and fail the liveness probe when no worker is free', async (t) => {
  const clock = createFakeClock();
  const { logger, warnings } = recordWarnings();
  let reconciles = 0;
  const { manager, sites, stop } = await startManager(
    t,
    (own) => {
      const readers = own.cache({ sites: siteResource });
      own.controller(readers.sites, { workers: 2 }).reconcile(() => {
        reconciles++;
        return new Promise(() => {});
      });
    },
    { clock, server, logger },
  );
  await until(() => manager.port !== undefined);
  const live = async () => {
    const answer = await fetch(`http://127.0.0.1:${manager.port}/livez`);
    return `${answer.status} ${await answer.text()}`;
  };
  const create = (name: string) => sites.create({ metadata: { name }, spec: { html: '' } });
  await create('a');
  await until(() => reconciles === 1);
  await clock.advance(90_000);
  const warned =
    'a reconcile has not ended at its time limit (reconcileTimeoutMs), and its worker is not free: it ignores ' +
    'its signal; pass the signal to all calls';
  assert.deepEqual(warnings.splice(0), [[warned, 'default/a']]);
  assert.equal(await live(), '200 ok\n', 'the other worker is free');
  await create('b');
  await until(() => reconciles === 2);
  await clock.advance(79_000);
  assert.deepEqual(warnings.splice(0), [[warned, 'default/b']]);
  assert.equal(await live(), '200 ok\n');
  await clock.advance(1_000);
  assert.equal(await live(), '500 failed: controllers\n');
  const stopped = assert.rejects(
    stop(),
    /^ShutdownTimeoutError: 2 reconciles of sites did not end/,
  );
  await settle();
  await clock.advance(26_000);
  await stopped;
});

test('work of atEnd ends with the limit of the shutdown, and the rest is closed', async (t) => {
  const clock = createFakeClock();
  const log: string[] = [];
  const { stop } = await startManager(
    t,
    (own) => {
      own.atEnd(async () => void log.push('closed'));
      own.atEnd(() => new Promise(() => {}));
    },
    { clock },
  );
  await settle();
  const stopped = assert.rejects(stop(), {
    name: 'ShutdownTimeoutError',
    message: 'work of atEnd() did not end within 25000 ms after the abort (shutdownTimeoutMs)',
  });
  await settle();
  assert.deepEqual(log, []);
  await clock.advance(25_000);
  await stopped;
  assert.deepEqual(log, ['closed']);
});

test('the status page lists 100 controllers, those with failing objects first, and counts all', async (t) => {
  const clock = createFakeClock();
  const { manager, sites } = await startManager(
    t,
    (own) => {
      const readers = own.cache({ sites: siteResource });
      for (let at = 0; at < 300; at++) {
        own.controller(readers.sites, { name: `c${at}` }).reconcile(async () => {
          if (at >= 298) throw new Error('broken');
        });
      }
    },
    { clock, server: { ...server, statusPage: true } },
  );
  await until(() => manager.port !== undefined);
  await sites.create({ metadata: { name: 'a' }, spec: { html: '' } });
  await settle();
  for (let at = 0; at < 200; at++) await clock.advance(5_000);
  const text = await (await fetch(`http://127.0.0.1:${manager.port}/status/data`)).text();
  const { controllers, totals } = JSON.parse(text) as {
    readonly controllers: readonly { readonly name: string }[];
    readonly totals: object;
  };
  assert.equal(controllers.length, 100);
  assert.deepEqual(
    controllers.slice(0, 2).map(({ name }) => name),
    ['c298', 'c299'],
  );
  const counts = { controllers: 300, caches: 1, synced: 1, queued: 0, failing: 2, recordings: 0 };
  assert.deepEqual(totals, counts);
  assert.ok(text.length < 500_000, `${text.length} bytes`);
});

test('a cache whose permission was revoked makes the replica unready', async (t) => {
  const clock = createFakeClock();
  const { manager, fake } = await startManager(
    t,
    (own) => void own.cache({ sites: siteResource }),
    { clock, server },
  );
  await until(() => manager.port !== undefined);
  const ready = async () => {
    const answer = await fetch(`http://127.0.0.1:${manager.port}/readyz`);
    return `${answer.status} ${await answer.text()}`;
  };
  await settle();
  assert.equal(await ready(), '200 ok\n');
  const denied = new ApiError({ code: 403, reason: 'Forbidden', message: 'may not list sites' });
  fake.prependReactor({ verb: 'list', resource: 'sites' }, () => denied);
  fake.prependWatchReactor({ resource: 'sites' }, () => denied);
  // The server ends each watch after some minutes.
  for (let at = 0; at < 90; at++) await clock.advance(10_000);
  assert.equal(await ready(), '500 failed: caches\n');
});
