import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ApiError, type Transport, type TransportRequest } from '@vmgen/runtime';
import { createFakeTransport } from './create-fake-transport.js';
import { RBAC_GROUP } from '../authorization/rbac-authorizer.js';
import type { RoleRule } from '../authorization/role-rule.js';
import { RoleRules } from './role-rules.js';

const USER = 'User "system:serviceaccount:default:operator"';

const configMap = (name: string) =>
  JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });

async function send(
  transport: Transport,
  method: TransportRequest['method'],
  path: string,
  body?: string,
  type = 'application/json',
) {
  const headers = { 'content-type': type };
  const answer = await transport.request({
    method,
    path,
    headers,
    ...(body !== undefined && { body }),
  });
  return { status: answer.status, message: messageOf(await answer.text()) };
}

function messageOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { message?: unknown }).message;
  } catch {
    return undefined;
  }
}

const withRules = (...rules: RoleRule[]) => {
  const fake = createFakeTransport();
  return { fake, operator: fake.withRole([{ metadata: { name: 'op' }, rules }]) };
};

const core = (resources: string[], verbs: string[], resourceNames?: string[]): RoleRule => ({
  apiGroups: [''],
  resources,
  verbs,
  ...(resourceNames && { resourceNames }),
});

const IN_DEFAULT = '/api/v1/namespaces/default/configmaps';
const APPLY = 'application/apply-patch+yaml';

test('answers requests without permission as the API server does', async () => {
  const { operator, fake } = withRules();
  const denied: readonly [method: TransportRequest['method'], path: string, message: string][] = [
    [
      'GET',
      '/api/v1/configmaps',
      `configmaps is forbidden: ${USER} cannot list resource "configmaps" in API group "" at the cluster scope`,
    ],
    [
      'GET',
      `${IN_DEFAULT}/a`,
      `configmaps "a" is forbidden: ${USER} cannot get resource "configmaps" in API group "" in the namespace "default"`,
    ],
    [
      'GET',
      '/apis/apps/v1/namespaces/a/deployments/b/status',
      `deployments.apps "b" is forbidden: ${USER} cannot get resource "deployments/status" in API group "apps" in the namespace "a"`,
    ],
    [
      'GET',
      '/api/v1/namespaces/a',
      `namespaces "a" is forbidden: ${USER} cannot get resource "namespaces" in API group "" in the namespace "a"`,
    ],
    ['GET', '/metrics', `forbidden: ${USER} cannot get path "/metrics"`],
  ];
  for (const [method, path, message] of denied) {
    assert.deepEqual(await send(operator, method, path), { status: 403, message });
  }
  assert.equal((await send(operator, 'GET', '/apis')).status, 200);
  assert.equal((await send(fake, 'GET', '/api/v1/configmaps')).status, 200);
});

test('an apply that creates the object also needs the verb create', async () => {
  const { operator, fake } = withRules(core(['configmaps'], ['patch']));
  const apply = () =>
    send(operator, 'PATCH', `${IN_DEFAULT}/a?fieldManager=a`, configMap('a'), APPLY);
  assert.deepEqual(await apply(), {
    status: 403,
    message: `configmaps "a" is forbidden: ${USER} cannot create resource "configmaps" in API group "" in the namespace "default"`,
  });
  assert.equal((await send(fake, 'GET', `${IN_DEFAULT}/a`)).status, 404);
  await send(fake, 'POST', IN_DEFAULT, configMap('a'));
  assert.equal((await apply()).status, 200);
});

test('a Role applies only to its namespace', async () => {
  const fake = createFakeTransport();
  const operator = fake.withRole(`
kind: Role
metadata: { name: op, namespace: blue }
rules: [{ apiGroups: [''], resources: [configmaps], verbs: [list] }]
---
kind: RoleBinding
metadata: { name: op, namespace: blue }
`);
  const list = (namespace: string) =>
    send(operator, 'GET', `/api/v1/namespaces/${namespace}/configmaps`);
  assert.equal((await list('blue')).status, 200);
  assert.equal((await list('default')).status, 403);
});

test('reports the permissions that no request needed', async () => {
  const { operator } = withRules(
    core(['configmaps', 'secrets'], ['create', 'list', 'watch']),
    core(['configmaps'], ['list']),
    core(['configmaps'], ['get', 'delete'], ['a', 'b']),
    core(['pods/status'], ['patch']),
    { verbs: ['get'], nonResourceURLs: ['/metrics', '/healthz/*'] },
    { verbs: ['update'], apiGroups: ['apps'], resources: ['deployments/finalizers'] },
  );
  const stop = new AbortController();
  const watch = '/api/v1/secrets?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan';
  await operator.request({ method: 'GET', path: watch, headers: {}, signal: stop.signal });
  stop.abort();
  await send(operator, 'GET', '/api/v1/configmaps');
  await send(operator, 'GET', `${IN_DEFAULT}/a`);
  await send(operator, 'DELETE', `${IN_DEFAULT}/b`);
  await send(operator, 'GET', '/healthz/ping');
  const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a', uid: 'a' };
  const ownerReferences = [{ ...owner, blockOwnerDeletion: true }];
  const metadata = { name: 'owned', ownerReferences };
  await send(operator, 'POST', IN_DEFAULT, JSON.stringify({ metadata }));
  assert.deepEqual(operator.unusedRules(), [
    'ClusterRole op: watch configmaps',
    'ClusterRole op: create secrets',
    'ClusterRole op: list configmaps',
    'ClusterRole op: delete configmaps "a"',
    'ClusterRole op: get configmaps "b"',
    'ClusterRole op: patch pods/status',
    'ClusterRole op: get /metrics',
  ]);
});

test('rejects a text without roles, and a Role without namespace', () => {
  const fake = createFakeTransport();
  assert.throws(() => fake.withRole('generated/rbac/role.yaml'), /the roles/);
  assert.throws(
    () => fake.withRole('kind: ConfigMap'),
    /the text contains no ClusterRole and no Role; pass the content of the file, not its name/,
  );
  assert.throws(
    () => fake.withRole([{ kind: 'Role', metadata: { name: 'op' } }]),
    /the Role "op" has no namespace/,
  );
});

const MERGE = 'application/merge-patch+json';
const RBAC = '/apis/rbac.authorization.k8s.io/v1';

const rbac = (resources: string[], verbs: string[], names: string[] = []) => ({
  verbs,
  apiGroups: ['rbac.authorization.k8s.io'],
  resources,
  resourceNames: names,
});

const binding = (name: string, kind = 'ClusterRole') =>
  JSON.stringify({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: 'b' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'ann' }],
  });

const roleOf = (...rules: object[]) => JSON.stringify({ metadata: { name: 'a' }, rules });

describe('grants of permissions', () => {
  const bindings = `${RBAC}/namespaces/default/rolebindings`;
  const roles = `${RBAC}/namespaces/default/roles`;
  const cannotBind = (name: string, plural: string) =>
    `${plural}.rbac.authorization.k8s.io "${name}" is forbidden: ${USER} cannot bind resource "${plural}" in API group "rbac.authorization.k8s.io" in the namespace "default"`;

  test('a binding of a role needs its permissions or the verb bind', async () => {
    const { operator, fake } = withRules(
      rbac(['rolebindings'], ['create', 'patch']),
      rbac(['clusterroles'], ['bind'], ['view']),
      core(['configmaps'], ['get']),
    );
    await send(fake, 'POST', roles, roleOf(core(['configmaps'], ['get', 'list'])));
    assert.deepEqual(await send(operator, 'POST', bindings, binding('edit')), {
      status: 403,
      message: cannotBind('edit', 'clusterroles'),
    });
    assert.deepEqual(await send(operator, 'POST', bindings, binding('a', 'Role')), {
      status: 403,
      message: cannotBind('a', 'roles'),
    });
    const apply = `${bindings}/b?fieldManager=a`;
    assert.equal((await send(operator, 'PATCH', apply, binding('edit'), APPLY)).status, 403);
    assert.equal((await send(fake, 'GET', `${bindings}/b`)).status, 404);
    assert.equal((await send(operator, 'POST', bindings, binding('view'))).status, 201);
    // The finalizers grant nothing.
    for (const finalizers of [['example.com/a'], null]) {
      const body = JSON.stringify({ metadata: { finalizers } });
      assert.equal((await send(operator, 'PATCH', `${bindings}/b`, body, MERGE)).status, 200);
    }
    await send(fake, 'PUT', `${roles}/a`, roleOf(core(['configmaps'], ['get'])));
    await send(fake, 'DELETE', `${bindings}/b`);
    assert.equal((await send(operator, 'POST', bindings, binding('a', 'Role'))).status, 201);
    assert.deepEqual(operator.unusedRules(), []);
  });

  test('a role needs its permissions or the verb escalate', async () => {
    const { operator } = withRules(
      rbac(['roles', 'clusterroles'], ['create', 'patch']),
      rbac(['roles'], ['escalate'], ['c']),
      core(['configmaps'], ['get']),
      core(['secrets'], ['*']),
    );
    const own = roleOf(core(['configmaps'], ['get']), core(['secrets'], ['list']));
    assert.equal((await send(operator, 'POST', roles, own)).status, 201);
    const wider = roleOf(core(['configmaps', 'pods'], ['get']));
    assert.deepEqual(await send(operator, 'PATCH', `${roles}/a`, wider, MERGE), {
      status: 403,
      message: `roles.rbac.authorization.k8s.io "a" is forbidden: it grants what its author may not do, and he may not escalate it: pods is forbidden: ${USER} cannot get resource "pods" in API group "" in the namespace "default"`,
    });
    const named = JSON.stringify({ metadata: { name: 'c' }, rules: [core(['pods'], ['get'])] });
    assert.equal((await send(operator, 'POST', roles, named)).status, 201);
    const aggregationRule = { clusterRoleSelectors: [{}] };
    const aggregated = JSON.stringify({ metadata: { name: 'a' }, aggregationRule, rules: [] });
    assert.equal((await send(operator, 'POST', `${RBAC}/clusterroles`, aggregated)).status, 403);
  });
});

test('reactors answer only permitted requests', async () => {
  const { operator, fake } = withRules(core(['configmaps'], ['list']));
  fake.prependReactor({ resource: 'configmaps' }, () => {
    throw new ApiError({ code: 503, reason: 'ServiceUnavailable', message: 'try again' });
  });
  assert.equal((await send(operator, 'GET', '/api/v1/configmaps')).status, 503);
  assert.equal((await send(operator, 'GET', `${IN_DEFAULT}/a`)).status, 403);
  assert.equal(fake.actions.length, 2);
});

test('records permissions in a file, and answers requests without permission then', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'vmgen-roles-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'permissions');
  const rules = new RoleRules(
    [{ metadata: { name: 'op' }, rules: [core(['pods'], ['get', 'list'])] }],
    file,
  );
  const pod = { group: '', resource: 'pods', namespace: 'a', name: 'b' };
  assert.equal(rules.refuses({ ...pod, verb: 'get', subresource: '' }), false);
  assert.equal(rules.refuses({ ...pod, verb: 'get', subresource: 'log' }), false);
  assert.equal(rules.refuses({ ...pod, verb: 'get', subresource: 'log', name: 'c' }), false);
  assert.equal(rules.refuses({ verb: 'get', path: '/metrics' }), false);
  const role = { group: RBAC_GROUP, resource: 'clusterroles', namespace: 'a', name: 'edit' };
  assert.equal(rules.refuses({ ...role, verb: 'bind', subresource: '' }), false);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  assert.deepEqual(
    lines.map((line): unknown => JSON.parse(line)),
    [
      { declared: ['ClusterRole op: get pods', 'ClusterRole op: list pods'] },
      { used: 'ClusterRole op: get pods' },
      { missing: { verb: 'get', group: '', resource: 'pods/log' } },
      { missing: { verb: 'get', path: '/metrics' } },
      { missing: { verb: 'bind', group: RBAC_GROUP, resource: 'clusterroles', name: 'edit' } },
    ],
  );
});
