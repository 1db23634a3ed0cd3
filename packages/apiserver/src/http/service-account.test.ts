import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '@vmgen/runtime/testing';
import { parse } from 'yaml';
import { createApiServer } from '../node/create-api-server.js';
import { httpsCall } from '../testing/https-call.js';
import { startHttpsServer } from './start-https-server.js';

const ACCOUNTS = '/api/v1/namespaces/default/serviceaccounts';
const WHO = {
  path: '/apis/authentication.k8s.io/v1/selfsubjectreviews',
  object: { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' },
};

interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, Record<string, unknown>>>;
}

test('a token of a service account authenticates it until it expires or the account is deleted', async (t) => {
  const clock = createFakeClock();
  const api = createApiServer({ clock, authorization: 'RBAC' });
  t.after(() => api.close());
  const server = await startHttpsServer(api);
  t.after(() => server.close());

  const post = async (path: string, object: object, token = server.token): Promise<Reply> => {
    const headers = { 'content-type': 'application/json' };
    const call = { method: 'POST', path, headers, token, body: JSON.stringify(object) };
    const { status, body } = await httpsCall(server, call);
    return { status, body: JSON.parse(body.toString()) as Reply['body'] };
  };
  const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'bot' } };
  const tokenFor = async (spec: object) => {
    const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec };
    const { status, body } = await post(`${ACCOUNTS}/bot/token`, request);
    assert.equal(status, 201);
    return String(body['status']?.['token']);
  };

  assert.equal((await post(ACCOUNTS, account)).status, 201);
  const token = await tokenFor({ expirationSeconds: 600 });
  const who = await post(WHO.path, WHO.object, token);
  assert.equal(who.status, 201);
  const { username } = who.body['status']?.['userInfo'] as { username: string };
  assert.equal(username, 'system:serviceaccount:default:bot');
  assert.equal((await post(ACCOUNTS, account, token)).status, 403, 'RBAC is enforced');
  const { users } = parse(server.kubeconfig(token)) as { users: unknown };
  assert.deepEqual(users, [{ name: 'vmgen', user: { token } }]);
  assert.equal((await post(WHO.path, WHO.object, `${token}x`)).status, 401, 'a forged token');
  const other = await tokenFor({ audiences: ['vault'] });
  assert.equal((await post(WHO.path, WHO.object, other)).status, 401, 'another audience');

  await clock.advance(600_000);
  assert.equal((await post(WHO.path, WHO.object, token)).status, 401, 'expired');
  const next = await tokenFor({});
  const deleted = { method: 'DELETE', path: `${ACCOUNTS}/bot` } as const;
  assert.equal((await api.transport.request(deleted)).status, 200);
  assert.equal((await post(ACCOUNTS, account)).status, 201);
  assert.equal(
    (await post(WHO.path, WHO.object, next)).status,
    401,
    'another account of this name',
  );
});
