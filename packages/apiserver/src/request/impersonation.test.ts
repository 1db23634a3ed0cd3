import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeTransport } from '../fake/create-fake-transport.js';
import { textOf } from '../json/text-of.js';
import { bindPolicy, ruleOf } from '../testing/admission-objects.js';
import { at, testServer } from '../testing/test-server.js';
import { impersonatedUser, impersonationIn } from './impersonation.js';
import type { RequestUser } from './request-user.js';

const REVIEWS = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
const REVIEW = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };

type User = RequestUser | undefined;

function userIn(headers: Record<string, string | string[]>): User {
  const impersonation = impersonationIn(headers);
  return impersonation && impersonatedUser(impersonation);
}

// The expected users are those of kube-apiserver 1.37.2.
const cases: readonly [headers: Record<string, string | string[]>, user: User][] = [
  [{}, undefined],
  [{ 'if-match': '1' }, undefined],
  [{ 'impersonate-user': '' }, undefined],
  [{ 'impersonate-user': '', 'impersonate-uid': '' }, undefined],
  [{ 'impersonate-other': 'x' }, undefined],
  [{ 'Impersonate-User': 'jane' }, { username: 'jane', groups: ['system:authenticated'] }],
  [
    { 'impersonate-user': ['jane', 'joe'], 'impersonate-group': ['cn=a, ou=b', 'dev'] },
    { username: 'jane', groups: ['cn=a, ou=b', 'dev', 'system:authenticated'] },
  ],
  [
    { 'impersonate-user': 'jane', 'impersonate-group': 'system:unauthenticated' },
    { username: 'jane', groups: ['system:unauthenticated'] },
  ],
  [
    { 'impersonate-user': 'system:anonymous' },
    { username: 'system:anonymous', groups: ['system:unauthenticated'] },
  ],
  [
    { 'impersonate-user': 'system:serviceaccount:shop:web.v1' },
    {
      username: 'system:serviceaccount:shop:web.v1',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:shop', 'system:authenticated'],
    },
  ],
  [
    { 'impersonate-user': 'system:serviceaccount:shop:web', 'impersonate-group': 'dev' },
    { username: 'system:serviceaccount:shop:web', groups: ['dev', 'system:authenticated'] },
  ],
  [
    { 'impersonate-user': 'system:serviceaccount:Shop:web' },
    { username: 'system:serviceaccount:Shop:web', groups: ['system:authenticated'] },
  ],
  [
    {
      'impersonate-user': 'jane',
      'impersonate-uid': '42',
      'impersonate-extra-Acme.com%2fproject': ['a', 'b'],
      'impersonate-extra-%zz': 'c',
    },
    {
      username: 'jane',
      uid: '42',
      groups: ['system:authenticated'],
      extra: { 'acme.com/project': ['a', 'b'], '%zz': ['c'] },
    },
  ],
];

test('reads the impersonated user from headers', () => {
  for (const [headers, user] of cases) {
    assert.deepEqual(userIn(headers), user, JSON.stringify(headers));
  }
});

test('keeps an extra field named __proto__', () => {
  const user = userIn({ 'impersonate-user': 'a', 'impersonate-extra-__proto__': 'b' });
  assert.deepEqual(Object.entries(user?.extra ?? {}), [['__proto__', ['b']]]);
});

test('rejects impersonation without a user', async () => {
  const { send } = testServer();
  for (const name of ['group', 'uid', 'extra-scopes']) {
    const { status, body } = await send('GET', '/version', undefined, {
      [`impersonate-${name}`]: 'x',
    });
    assert.equal(status, 400, name);
    assert.match(textOf(body['message']), /needs the header Impersonate-User$/);
  }
});

test('answers reviews as the impersonated user', async () => {
  const { send } = testServer();
  const headers = {
    'impersonate-user': 'jane',
    'impersonate-group': 'dev',
    'impersonate-extra-scopes': 'view',
  };
  const { status, body } = await send('POST', REVIEWS, REVIEW, headers);
  assert.equal(status, 201);
  assert.deepEqual(at(body, 'status.userInfo'), {
    username: 'jane',
    groups: ['dev', 'system:authenticated'],
    extra: { scopes: ['view'] },
  });
});

test('evaluates policies with the impersonated user', async () => {
  const { send } = testServer();
  const isEditingJane =
    "request.userInfo.username == 'jane' && request.userInfo.extra['scopes'] == ['edit']";
  await bindPolicy(send, 'Validating', 'users', {
    matchConstraints: { resourceRules: [ruleOf('configmaps')] },
    validations: [{ expression: isEditingJane }],
  });
  const path = '/api/v1/namespaces/default/configmaps';
  const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };
  const jane = { 'impersonate-user': 'jane', 'impersonate-extra-scopes': 'edit' };
  assert.equal((await send('POST', path, configMap)).status, 422);
  const joe = { ...jane, 'impersonate-user': 'joe' };
  assert.equal((await send('POST', path, configMap, joe)).status, 422);
  assert.equal((await send('POST', path, configMap, jane)).status, 201);
});

test('rejects impersonation by a transport with roles', async () => {
  await using fake = createFakeTransport();
  const operator = fake.withRole([]);
  const headers = { 'Impersonate-User': 'jane' };
  const answer = await operator.request({ method: 'GET', path: '/version', headers });
  assert.equal(answer.status, 403);
  assert.match(await answer.text(), /impersonates nobody/);
});
