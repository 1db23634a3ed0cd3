import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ScriptedTransport,
  type ScriptedAnswer,
} from '../client/scripted-transport.test.helper.js';
import { createPodAccess } from './pod-access.js';

const logOf = (answer: ScriptedAnswer) => {
  const transport = new ScriptedTransport(() => answer);
  return { transport, pods: createPodAccess(transport, { namespace: 'ns' }) };
};

async function all<V>(values: AsyncIterable<V>): Promise<V[]> {
  const found: V[] = [];
  for await (const value of values) found.push(value);
  return found;
}

test('sends the options of a log as parameters', async () => {
  const { transport, pods } = logOf({});
  await all(pods.logBytes('web-0'));
  await all(
    pods.logLines('web-0', {
      container: 'a&b',
      follow: true,
      previous: true,
      sinceSeconds: 5,
      sinceTime: '2026-01-02T03:04:05Z',
      tailLines: 0,
      limitBytes: 9,
      timestamps: true,
    }),
  );
  const path = '/api/v1/namespaces/ns/pods/web-0/log';
  assert.deepEqual(
    transport.requests.map((request) => request.path),
    [
      path,
      `${path}?container=a%26b&follow=true&previous=true&sinceSeconds=5&` +
        'sinceTime=2026-01-02T03%3A04%3A05Z&tailLines=0&limitBytes=9&timestamps=true',
    ],
  );
});

test('yields complete lines from chunks of any size, including empty and incomplete last lines', async () => {
  const log = Buffer.from('grün\n\n日本\r\n😀\nnot ended');
  for (const size of [1, 2, 3, 7, log.length]) {
    const chunks: Buffer[] = [];
    for (let at = 0; at < log.length; at += size) chunks.push(log.subarray(at, at + size));
    const lines = await all(logOf({ chunks }).pods.logLines('a'));
    assert.deepEqual(lines, ['grün', '', '日本\r', '😀', 'not ended'], `by ${size}`);
  }
});

test('splits a line without an end into pieces of limited length', async () => {
  const chunks = Array.from({ length: 50 }, () => Buffer.alloc(65_536, 'x'));
  const lines = await all(logOf({ chunks }).pods.logLines('a'));
  assert.deepEqual(
    lines.map(({ length }) => length),
    [2 ** 20, 2 ** 20, 2 ** 20, 50 * 65_536 - 3 * 2 ** 20],
  );
});

test('an error response is an ApiError', async () => {
  const body = { kind: 'Status', code: 400, reason: 'BadRequest', message: 'container is waiting' };
  const { pods } = logOf({ status: 400, body });
  await assert.rejects(all(pods.logLines('a')), { name: 'ApiError', statusCode: 400 });
});

test('leaving the loop ends the request, and an abort ends the loop with its reason', async () => {
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) yield Buffer.from('line\n');
  }
  const { transport, pods } = logOf({ chunks: endless() });
  for await (const _line of pods.logLines('a', { follow: true })) break;
  assert.equal(transport.requests[0]?.signal?.aborted, true);

  const giveUp = new AbortController();
  async function* ending(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('line\n');
    giveUp.abort(new Error('gave up'));
  }
  const other = logOf({ chunks: ending() });
  await assert.rejects(all(other.pods.logLines('a', { signal: giveUp.signal })), /gave up/);
});

test('evicts a pod with preconditions', async () => {
  const { transport, pods } = logOf({ status: 201, body: { kind: 'Status', status: 'Success' } });
  assert.deepEqual(await pods.evict('a', { gracePeriodSeconds: 5, dryRun: true }), {
    evicted: true,
  });
  const [request] = transport.requests;
  assert.deepEqual(
    [request?.method, request?.path, JSON.parse(String(request?.body))],
    [
      'POST',
      '/api/v1/namespaces/ns/pods/a/eviction',
      {
        apiVersion: 'policy/v1',
        kind: 'Eviction',
        metadata: { name: 'a', namespace: 'ns' },
        deleteOptions: {
          apiVersion: 'v1',
          kind: 'DeleteOptions',
          gracePeriodSeconds: 5,
          dryRun: ['All'],
        },
      },
    ],
  );
});

test('returns the message of a budget that prevents the eviction, and rejects for other errors', async () => {
  const refusal = (details: object): ScriptedAnswer => ({
    status: 429,
    body: { kind: 'Status', code: 429, reason: 'TooManyRequests', message: 'no', details },
  });
  const needs = 'The disruption budget web needs 2 healthy pods and has 2 currently';
  const causes = [{ reason: 'DisruptionBudget', message: needs }];
  assert.deepEqual(await logOf(refusal({ causes })).pods.evict('a'), {
    evicted: false,
    budgets: [needs],
    retryAfterMs: undefined,
  });
  const later = await logOf(refusal({ causes, retryAfterSeconds: 10 })).pods.evict('a');
  assert.deepEqual(later, { evicted: false, budgets: [needs], retryAfterMs: 10_000 });
  await assert.rejects(logOf(refusal({})).pods.evict('a'), { statusCode: 429 });
  const gone = logOf({ status: 404, body: '' });
  await assert.rejects(gone.pods.evict('a'), { statusCode: 404 });
});
