import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interceptTransport, type Interceptor } from './intercept-transport.js';
import type { Transport } from './transport.js';

const answer = { status: 200, headers: {}, body: (async function* () {})(), text: async () => '' };

/** A transport that records the paths of requests. */
function recording(asked: string[]): Transport {
  return {
    request: async ({ path, beforeSend }) => {
      beforeSend?.();
      asked.push(path);
      return answer;
    },
  };
}

const under =
  (prefix: string): Interceptor =>
  (request, next) =>
    next({ ...request, path: `${prefix}${request.path}` });

test('interceptors change a request in order', async () => {
  const asked: string[] = [];
  const transport = interceptTransport(recording(asked), [under('/first'), under('/second')]);
  await transport.request({ method: 'GET', path: '/x' });
  assert.deepEqual(asked, ['/second/first/x']);
});

test('an interceptor returns its own response or sends the request again', async () => {
  const asked: string[] = [];
  const twice: Interceptor = async (request, next) => {
    await next(request);
    return next(request);
  };
  const instead: Interceptor = async () => ({ ...answer, status: 404 });
  await interceptTransport(recording(asked), [twice]).request({ method: 'GET', path: '/x' });
  const response = await interceptTransport(recording(asked), [instead, twice]).request({
    method: 'GET',
    path: '/y',
  });
  assert.deepEqual([asked, response.status], [['/x', '/x'], 404]);
});

test('an error of an interceptor rejects the request', async () => {
  const transport = interceptTransport(recording([]), [
    () => {
      throw new Error('not now');
    },
  ]);
  await assert.rejects(transport.request({ method: 'GET', path: '/' }), { message: 'not now' });
});

test('freezeObjects of the transport is kept', () => {
  const fake: Transport = { ...recording([]), freezeObjects: true };
  assert.equal(interceptTransport(fake, [under('/a')]).freezeObjects, true);
});
