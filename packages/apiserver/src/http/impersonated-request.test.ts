import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { RequestUser } from '../request/request-user.js';
import { startHttpsServer } from './start-https-server.js';
import { textResponse } from '../response/text-response.js';
import { httpsCall } from '../testing/https-call.js';

const seen: { readonly user: RequestUser | undefined; readonly headers: readonly string[] }[] = [];
const server = await startHttpsServer({
  handle: ({ headers = {} }, user) => {
    seen.push({ user, headers: Object.keys(headers) });
    return Promise.resolve(textResponse(200, {}, 'ok'));
  },
});
after(() => server.close());

const get = async (path: string, headers: Record<string, string | string[]>): Promise<number> =>
  (await httpsCall(server, { path, headers, token: null })).status;

test('passes the impersonated user, whose groups may contain commas', async () => {
  const groups = ['cn=a, ou=b', 'dev'];
  const authorization = `Bearer ${server.token}`;
  const headers = { authorization, 'Impersonate-User': 'jane', 'Impersonate-Group': groups };
  assert.equal(await get('/api', headers), 200);
  const [passed] = seen.splice(0);
  assert.deepEqual(passed?.user, { username: 'jane', groups: [...groups, 'system:authenticated'] });
  assert.ok(!passed?.headers.some((name) => name.startsWith('impersonate')));
});

test('rejects impersonation by an anonymous client, and without a user', async () => {
  const authorization = `Bearer ${server.token}`;
  assert.equal(await get('/healthz', { 'impersonate-user': 'jane' }), 403);
  assert.equal(await get('/api', { authorization, 'impersonate-group': 'dev' }), 400);
  assert.deepEqual(seen, []);
});
