import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LazyAbort } from '../async/lazy-abort.js';
import { createHttpTransport } from './http-transport.js';
import { LazyRequest } from './lazy-request.js';
import { startServer, until } from './local-server.test.helper.js';
import type { TransportRequest } from './transport.js';

const GET = { method: 'GET', path: '/api/v1/nodes' } as const;
const nothing = (): void => {};

test('an abort ends a lazy request and does not create its signal', async (t) => {
  const server = await startServer(t, () => {});
  await using transport = createHttpTransport({ server: server.url });
  const abort = new LazyAbort();
  const signal = t.mock.getter(abort, 'signal').mock;
  const running = transport.request(new LazyRequest(GET, abort, nothing, nothing));
  await until(() => server.requests.length === 1);
  abort.abort(new Error('stop'));
  abort.abort(new Error('again'));
  await assert.rejects(running, /stop/);
  const late = transport.request(new LazyRequest(GET, abort, nothing, nothing));
  await assert.rejects(late, /stop/);
  assert.equal(signal.callCount(), 0);
});

test('a copy of a lazy request has its signal', async (t) => {
  const server = await startServer(t, () => {});
  await using transport = createHttpTransport({ server: server.url });
  const abort = new LazyAbort();
  const request: TransportRequest = new LazyRequest(GET, abort, nothing, nothing);
  const copy = { ...request };
  const running = transport.request(copy);
  await until(() => server.requests.length === 1);
  abort.abort(new Error('stop'));
  await assert.rejects(running, /stop/);
  assert.equal(copy.signal?.reason, abort.reason);
  assert.equal(abort.signal, copy.signal);
});
