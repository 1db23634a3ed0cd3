import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createApiServer } from '@vmgen/apiserver';
import { startEnvtest } from '@vmgen/apiserver/envtest';
import type { JsonObject } from '@vmgen/base/json';
import type { Transport, TransportRequest } from '@vmgen/runtime';
import { ask } from '../support/ask.js';
import { endsAfterTests } from '../support/ends-after.js';
import { waitFor } from '../support/wait-for.js';

const apiGroup = 'rbac.authorization.k8s.io';
const apiVersion = `${apiGroup}/v1`;
const RBAC = `/apis/${apiVersion}`;
const IN_SHOP = '/api/v1/namespaces/shop';
const REVIEWS = '/apis/authorization.k8s.io/v1';

const role = (name: string, rules: JsonObject[], namespace?: string): JsonObject => ({
  apiVersion,
  kind: namespace === undefined ? 'ClusterRole' : 'Role',
  metadata: { name, ...(namespace !== undefined && { namespace }) },
  rules,
});

function binding(kind: string, name: string, subject: JsonObject, namespace?: string): JsonObject {
  return {
    apiVersion,
    kind: namespace === undefined ? 'ClusterRoleBinding' : 'RoleBinding',
    metadata: { name, ...(namespace !== undefined && { namespace }) },
    roleRef: { apiGroup, kind, name },
    subjects: [subject],
  };
}

const user = (name: string): JsonObject => ({ kind: 'User', apiGroup, name });
const rule = (resources: string, verbs: string, rest: JsonObject = {}): JsonObject => ({
  apiGroups: [''],
  resources: resources.split(','),
  verbs: verbs.split(','),
  ...rest,
});

const GRANTING = { apiGroups: [apiGroup] };
const SETUP: readonly [path: string, object: JsonObject][] = [
  ['/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }],
  [`${RBAC}/clusterroles`, role('pod-readers', [rule('pods', 'get,list')])],
  [
    `${RBAC}/clusterroles`,
    role('granters', [
      rule('roles,rolebindings', 'create,get,update', GRANTING),
      rule('clusterroles', 'bind', { ...GRANTING, resourceNames: ['cluster-admin'] }),
      rule('pods', 'get,list'),
      rule('users', 'impersonate', { resourceNames: ['joe'] }),
      { nonResourceURLs: ['/metrics', '/healthz/*'], verbs: ['get'] },
    ]),
  ],
  [`${RBAC}/namespaces/shop/roles`, role('editors', [rule('configmaps', 'update,patch')], 'shop')],
  [
    `${RBAC}/clusterrolebindings`,
    binding('ClusterRole', 'pod-readers', { kind: 'Group', apiGroup, name: 'devs' }),
  ],
  [`${RBAC}/clusterrolebindings`, binding('ClusterRole', 'granters', user('jane'))],
  [
    `${RBAC}/namespaces/shop/rolebindings`,
    binding('Role', 'editors', { kind: 'ServiceAccount', name: 'bot', namespace: 'shop' }, 'shop'),
  ],
  [
    `${RBAC}/namespaces/shop/rolebindings`,
    binding('ClusterRole', 'system:aggregate-to-view', user('vera'), 'shop'),
  ],
  [
    `${RBAC}/namespaces/shop/rolebindings`,
    binding('ClusterRole', 'system:aggregate-to-edit', user('ed'), 'shop'),
  ],
  [
    `${RBAC}/namespaces/shop/rolebindings`,
    binding('ClusterRole', 'system:aggregate-to-admin', user('ada'), 'shop'),
  ],
];

const BOT = 'system:serviceaccount:shop:bot';
const CONFIG_MAP = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };

type Call = readonly [
  who: string,
  method: TransportRequest['method'],
  path: string,
  body?: JsonObject,
  headers?: Readonly<Record<string, string>>,
];

const access = (who: string, attributes: JsonObject): Call => [
  who,
  'POST',
  `${REVIEWS}/selfsubjectaccessreviews`,
  {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec:
      'path' in attributes
        ? { nonResourceAttributes: attributes }
        : { resourceAttributes: attributes },
  },
];

/** What the last objects of {@link SETUP} permit. */
const LAST_GRANTED: readonly (readonly [who: string, attributes: JsonObject])[] = [
  ['ada', { namespace: 'shop', group: apiGroup, resource: 'roles', verb: 'get' }],
  [BOT, { namespace: 'shop', resource: 'configmaps', verb: 'update' }],
  ['jane', { resource: 'pods', verb: 'get' }],
];

const grant = (rules: JsonObject[]): Call => [
  'jane',
  'POST',
  `${RBAC}/namespaces/shop/roles?dryRun=All`,
  role('new', rules, 'shop'),
];

const bind = (kind: string, name: string): Call => [
  'jane',
  'POST',
  `${RBAC}/namespaces/shop/rolebindings?dryRun=All`,
  { ...binding(kind, name, user('joe'), 'shop'), metadata: { name: 'new', namespace: 'shop' } },
];

/** Resources in which the parts of view, edit and admin differ. A controller aggregates them, and none runs here. */
const COMPARED = [
  ...['pods', 'pods/log', 'secrets', 'configmaps', 'services/proxy', 'pods/exec', 'bindings'],
  ...['serviceaccounts', 'serviceaccounts/token', 'resourcequotas', 'limitranges', 'events'],
  ...['apps/deployments', 'apps/deployments/scale', 'apps/controllerrevisions', 'batch/jobs'],
  ...['policy/poddisruptionbudgets', 'networking.k8s.io/ingresses', 'coordination.k8s.io/leases'],
  ...['discovery.k8s.io/endpointslices', 'rbac.authorization.k8s.io/roles', 'endpoints'],
  ...['authorization.k8s.io/localsubjectaccessreviews', 'persistentvolumes', 'namespaces'],
];

const ofDefaultRoles = COMPARED.flatMap((each) => {
  const parts = each.split('/');
  const group = each.includes('.') || /^(apps|batch|policy)\//.test(each) ? parts.shift() : '';
  const [resource = '', subresource = ''] = parts;
  const asked = { namespace: 'shop', group: group ?? '', resource, subresource };
  return ['vera', 'ed', 'ada'].flatMap((who) =>
    ['get', 'create', 'impersonate'].map((verb) => access(who, { ...asked, verb })),
  );
});

const CALLS: readonly Call[] = [
  ['jane', 'GET', '/api/v1/pods'],
  ['dev', 'GET', '/api/v1/pods'],
  ['dev', 'GET', `${IN_SHOP}/pods/a`],
  ['dev', 'DELETE', `${IN_SHOP}/pods/a`],
  ['dev', 'DELETE', `${IN_SHOP}/pods`],
  ['dev', 'GET', '/api/v1/pods?watch=true&timeoutSeconds=1'],
  ['dev', 'GET', '/api/v1/nodes'],
  ['dev', 'GET', '/api/v1/namespaces/shop'],
  ['dev', 'GET', '/api/v1/namespaces'],
  ['dev', 'GET', '/apis/none.example.com/v1/things'],
  ['dev', 'GET', `${IN_SHOP}/pods/a/status`],
  ['dev', 'GET', '/metrics'],
  ['dev', 'GET', '/version'],
  ['jane', 'GET', '/healthz/ping'],
  [BOT, 'GET', `${IN_SHOP}/configmaps/a`],
  [BOT, 'PUT', `${IN_SHOP}/configmaps/a?dryRun=All`, CONFIG_MAP],
  [BOT, 'PATCH', `${IN_SHOP}/configmaps/a?dryRun=All&fieldManager=m`, CONFIG_MAP],
  [BOT, 'POST', `${IN_SHOP}/configmaps`, CONFIG_MAP],
  ['jane', 'GET', '/api/v1/namespaces/default/configmaps?fieldSelector=metadata.name%3Da'],
  access('jane', { resource: 'pods', verb: 'get' }),
  access('jane', { resource: 'pods', verb: 'delete' }),
  access('jane', { resource: '*', verb: '*' }),
  access('jane', { path: '/metrics', verb: 'get' }),
  access('jane', { path: '/healthz/x', verb: 'post' }),
  ...ofDefaultRoles,
  grant([rule('pods', 'get')]),
  grant([rule('pods', 'get', { resourceNames: ['one'] })]),
  grant([rule('pods', 'get'), rule('secrets', 'get')]),
  grant([rule('pods', '*')]),
  grant([rule('*', 'get')]),
  grant([rule('pods/log', 'get')]),
  bind('ClusterRole', 'pod-readers'),
  bind('ClusterRole', 'cluster-admin'),
  bind('ClusterRole', 'system:discovery'),
  bind('Role', 'missing'),
  bind('Role', 'editors'),
];

/** A transport of a user. Only the administrator sends requests, and impersonates. */
const as = (transport: Transport, who: string): Transport => ({
  request: (call) => {
    const group: Record<string, string> = who === 'dev' ? { 'impersonate-group': 'devs' } : {};
    return transport.request({
      ...call,
      headers: { ...call.headers, 'impersonate-user': who, ...group },
    });
  },
});

async function setUp(transport: Transport): Promise<void> {
  for (const [path, object] of SETUP) {
    const { verdict } = await ask(transport, 'POST', path, object);
    assert.equal(verdict.status, 201, `${path}: ${verdict.message}`);
  }
}

const embedded = createApiServer({ authorization: 'RBAC' });
const atEnd = endsAfterTests();
let real: Transport;

before(async () => {
  const plane = await startEnvtest();
  atEnd(() => plane.close());
  real = plane.transport;
  await setUp(real);
  await setUp(embedded.transport);
  // The authorizer of kube-apiserver follows writes with a delay, and each kind in its order: these calls need the last
  // Role, RoleBinding, ClusterRole and ClusterRoleBinding.
  for (const [who, attributes] of LAST_GRANTED) {
    const [, , path, body] = access(who, attributes);
    await waitFor(`the bindings of ${who} have an effect`, 30_000, async () => {
      const { body: answer } = await ask(as(real, who), 'POST', path, body);
      return (answer['status'] as { allowed: boolean }).allowed ? true : undefined;
    });
  }
});

test('permits and refuses what kube-apiserver permits and refuses, with the same words', async () => {
  const differences: unknown[] = [];
  for (const [who, method, path, body] of CALLS) {
    const type = method === 'PATCH' ? 'application/apply-patch+yaml' : 'application/json';
    const answers = [];
    for (const server of [real, embedded.transport]) {
      const { verdict, body: answer } = await ask(as(server, who), method, path, body, type);
      // The real server has further objects, and names a reason for its own bindings.
      const { allowed } = (answer['status'] ?? {}) as { allowed?: boolean };
      answers.push({ status: verdict.status, message: verdict.message, allowed });
    }
    const [expected, actual] = answers;
    if (JSON.stringify(expected) !== JSON.stringify(actual)) {
      differences.push({
        call: [who, method, path, body && JSON.stringify(body)],
        expected,
        actual,
      });
    }
  }
  assert.deepEqual(differences, []);
});
