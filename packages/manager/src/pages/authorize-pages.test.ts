import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Transport, TransportRequest } from '@vmgen/runtime';
import type { HealthServerContent } from '@vmgen/runtime/health';
import { createFakeClock } from '@vmgen/runtime/testing';
import { PageAuthorizer } from './authorize-pages.js';

const page = async () => ({ contentType: 'text/plain', text: 'secret' });

/** Returns the protected page for requests without a query. */
function protect(authorizer: PageAuthorizer, path: string, refused?: HealthServerContent) {
  const shown = authorizer.protect(path, page, refused);
  return (authorization: string | undefined) => shown(authorization, new URLSearchParams());
}

/** An API server that knows the tokens `good` (may read) and `weak` (may not). */
function reviews() {
  const asked: TransportRequest[] = [];
  let failure: number | undefined;
  const transport: Transport = {
    async request(request) {
      asked.push(request);
      const { kind, spec } = JSON.parse(String(request.body)) as {
        kind: string;
        spec: { token?: string; user?: string };
      };
      const status =
        kind === 'TokenReview'
          ? {
              authenticated: spec.token === 'good' || spec.token === 'weak',
              user: { username: spec.token },
            }
          : { allowed: spec.user === 'good' };
      const text = JSON.stringify({ kind, status });
      const body = (async function* () {
        yield Buffer.from(text);
      })();
      return { status: failure ?? 201, headers: {}, body, text: async () => text };
    },
  };
  return { asked, transport, failWith: (status: number) => void (failure = status) };
}

test('responds with the page to users who may get its path, and with 401 or 403 to others', async () => {
  const { transport, asked } = reviews();
  const shown = protect(new PageAuthorizer(transport, createFakeClock()), '/metrics');
  assert.equal((await shown('Bearer good')).text, 'secret');
  assert.equal((await shown('Bearer weak')).status, 403);
  assert.equal((await shown('Bearer unknown')).status, 401);
  assert.equal((await shown(undefined)).status, 401);
  assert.equal((await shown('Basic good')).status, 401);
  const { spec } = JSON.parse(String(asked[1]?.body)) as { spec: object };
  assert.deepEqual(spec, {
    user: 'good',
    nonResourceAttributes: { path: '/metrics', verb: 'get' },
  });
});

test('responds with other content to a request that it refuses', async () => {
  const { transport } = reviews();
  const refused = { contentType: 'text/html', text: 'log in' };
  const shown = protect(new PageAuthorizer(transport, createFakeClock()), '/status', refused);
  assert.deepEqual(await shown(undefined), { ...refused, status: 401 });
  assert.deepEqual(await shown('Bearer weak'), { ...refused, status: 403 });
});

test('unknown tokens cost few reviews, and do not affect a known one', async () => {
  const { transport, asked } = reviews();
  const clock = createFakeClock();
  const shown = protect(new PageAuthorizer(transport, clock), '/metrics');
  assert.equal((await shown('Bearer good')).text, 'secret');
  asked.length = 0;
  const statuses: (number | undefined)[] = [];
  for (let at = 0; at < 2_000; at++) statuses.push((await shown(`Bearer ${at}`)).status);
  assert.deepEqual(new Set(statuses), new Set([401, 429]));
  assert.ok(asked.length <= 100, `${asked.length} reviews`);
  const before = asked.length;
  assert.equal((await shown('Bearer good')).text, 'secret');
  assert.equal(asked.length, before, 'still cached');
  await clock.advance(60_000);
  for (let at = 0; at < 2_000; at++) await shown(`Bearer other ${at}`);
  assert.equal((await shown('Bearer good')).text, 'secret');
});

test('equal requests at the same time cost one review, and few reviews run at a time', async () => {
  const { transport } = reviews();
  let running = 0;
  let most = 0;
  let total = 0;
  const slow: Transport = {
    async request(request) {
      most = Math.max(most, ++running);
      total++;
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      return transport.request(request);
    },
  };
  const shown = protect(new PageAuthorizer(slow, createFakeClock()), '/metrics');
  const same = await Promise.all(Array.from({ length: 20 }, () => shown('Bearer good')));
  assert.ok(same.every(({ text }) => text === 'secret'));
  assert.equal(total, 2);
  await Promise.all(Array.from({ length: 40 }, (_, at) => shown(`Bearer ${at}`)));
  assert.ok(most <= 4, `${most} at a time`);
});

test('a review ends after 5 s', async () => {
  const clock = createFakeClock();
  const silent: Transport = { request: () => new Promise(() => {}) };
  const shown = protect(new PageAuthorizer(silent, clock), '/metrics');
  const failed = assert.rejects(shown('Bearer good'), /within 5000 ms/);
  await clock.advance(5_000);
  await failed;
});

test('asks again after a minute, and for each path', async () => {
  const { transport, asked } = reviews();
  const clock = createFakeClock();
  const authorizer = new PageAuthorizer(transport, clock);
  const shown = protect(authorizer, '/metrics');
  await shown('Bearer good');
  await shown('Bearer good');
  assert.equal(asked.length, 2);
  await protect(authorizer, '/debug/state')('Bearer good');
  assert.equal(asked.length, 4);
  await clock.advance(60_000);
  await shown('Bearer good');
  assert.equal(asked.length, 6);
});

test('fails with the missing permission, and does not show the page', async () => {
  const { transport, failWith } = reviews();
  failWith(403);
  const shown = protect(new PageAuthorizer(transport, createFakeClock()), '/metrics');
  await assert.rejects(shown('Bearer good'), /create on tokenreviews of authentication.k8s.io/);
});
