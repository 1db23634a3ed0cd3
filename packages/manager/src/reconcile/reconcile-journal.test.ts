import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interceptTransport, TerminalError, type Transport } from '@vmgen/runtime';
import { createFakeClock } from '@vmgen/runtime/testing';
import { ReconcileJournal } from './reconcile-journal.js';

const answering: Transport = {
  async request({ path }) {
    if (path === '/broken') throw new Error('no route');
    return { status: 200, headers: {}, body: (async function* () {})(), text: async () => '' };
  },
};

interface Described {
  reconciles: number;
  failures: number;
  failing: number;
  history: Record<string, (number | null)[]>;
  objects: { key: string; failures: number; reconciles: Record<string, unknown>[] }[];
}

const describe = (journal: ReconcileJournal) => journal.describe(50) as Described;

test('records the requests of the last reconciles of a failing object, until it succeeds', async () => {
  const clock = createFakeClock();
  const journal = new ReconcileJournal(clock);
  const record = journal.start('default/shop', '7');
  const transport = interceptTransport(answering, [(request, next) => record.send(request, next)]);
  await transport.request({ method: 'PATCH', path: '/a' });
  await clock.advance(20);
  await assert.rejects(transport.request({ method: 'GET', path: '/broken' }));
  record.failed(new Error('no page', { cause: new Error('no route') }));
  await clock.advance(1_000);
  assert.deepEqual(describe(journal).objects, [
    {
      key: 'default/shop',
      sinceMs: 1_000,
      failures: 1,
      reconciles: [
        {
          number: 1,
          version: '7',
          error: 'no page: no route',
          durationMs: 20,
          requests: [
            { method: 'PATCH', path: '/a', status: 200, durationMs: 0 },
            { method: 'GET', path: '/broken', status: 0, durationMs: 0 },
          ],
          omitted: 0,
          agoMs: 1_000,
        },
      ],
    },
  ]);
  journal.start('default/shop', '8').succeeded();
  const { reconciles, failures, failing, objects } = describe(journal);
  assert.deepEqual([reconciles, failures, failing, objects], [2, 1, 0, []]);
});

test('forgets the failing objects of lost shards', () => {
  const journal = new ReconcileJournal(createFakeClock());
  for (const key of ['a/1', 'b/1']) journal.start(key, '1').failed('broken');
  journal.drop((key) => key.startsWith('a/'));
  const { failing, objects } = describe(journal);
  assert.deepEqual([failing, objects.map(({ key }) => key)], [1, ['b/1']]);
});

test('has a limited size', async () => {
  const journal = new ReconcileJournal(createFakeClock());
  for (let object = 0; object < 1_000; object++) {
    for (let attempt = 0; attempt < 7; attempt++) {
      const record = journal.start(`default/${object}`, undefined);
      const transport = interceptTransport(answering, [
        (request, next) => record.send(request, next),
      ]);
      if (object === 0) {
        for (let at = 0; at < 15; at++) {
          await transport.request({ method: 'GET', path: `/${'a'.repeat(9_000)}` });
        }
      }
      record.failed(new TerminalError('x'.repeat(9_000)));
    }
  }
  const { failing, objects } = describe(journal);
  assert.equal(failing, 1_000);
  assert.equal(objects.length, 50);
  const [first] = objects;
  assert.equal(first?.failures, 7);
  assert.deepEqual(
    first?.reconciles.map(({ number }) => number),
    [7, 6, 5, 4, 3],
  );
  assert.equal(first?.reconciles[0]?.['omitted'], 3);
  assert.match(String(first?.reconciles[0]?.['error']), /^not retried: x{400,}…$/);
  assert.ok(JSON.stringify(objects).length < 200_000);
});

test('samples rates and latencies, and keeps ten minutes', async () => {
  const clock = createFakeClock();
  const journal = new ReconcileJournal(clock);
  for (const ms of [10, 30]) {
    const record = journal.start('a', '1');
    await clock.advance(ms);
    record.succeeded();
  }
  journal.start('b', '1').failed('broken');
  journal.sample(5_000, 4);
  journal.sample(5_000, 0);
  assert.deepEqual(describe(journal).history, {
    rate: [0.6, 0],
    failureRate: [0.2, 0],
    meanMs: [13.33, null],
    slowestMs: [30, null],
    queued: [4, 0],
  });
  for (let at = 0; at < 200; at++) journal.sample(5_000, at);
  const { queued } = describe(journal).history;
  assert.deepEqual([queued?.length, queued?.[0], queued?.[119]], [120, 80, 199]);
});
