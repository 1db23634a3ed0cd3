import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import { configMapResource } from '@vmgen/kubernetes/core/v1';
import { exploreStates } from './explore-states.js';
import { explore } from './explore.js';
import { operatorOf, sitesExplored } from './explored-sites.test.helper.js';
import { permitted } from './permissions.js';
import { responseOf } from './refusals.js';
import { violationText } from './violation-text.js';

/** Reads the ConfigMap of a site only after a failed write. */
const cautious = operatorOf(async (site, { applyPage, client }) => {
  try {
    await applyPage(site);
  } catch (error) {
    await client(configMapResource, 'default').find(site.metadata.name);
    throw error;
  }
});

const roles = (configMapVerbs: readonly string[]) => [
  {
    metadata: { name: 'site-operator' },
    rules: [
      {
        apiGroups: ['web.example.com'],
        resources: ['sites', 'sites/status', 'sites/finalizers'],
        verbs: ['get', 'list', 'watch', 'update', 'patch'],
      },
      { apiGroups: [''], resources: ['configmaps'], verbs: configMapVerbs },
      { apiGroups: ['', 'events.k8s.io'], resources: ['events'], verbs: ['create', 'patch'] },
    ],
  },
];
const NEEDED = ['list', 'watch', 'create', 'patch', 'delete'];
const explored = (verbs: readonly string[]) => ({
  ...sitesExplored(cautious),
  roles: roles(verbs),
});

test('an operator that lacks a permission only after a failure is found', async () => {
  const { violations } = await explore({ ...explored(NEEDED), faults: ['server error'] });
  assert.equal(
    violations.map(violationText)[0],
    `step "create", server error: apply configmaps default/shop
  a permission is missing: User "system:serviceaccount:default:operator" cannot get resource "configmaps" in API group "" in the namespace "default"
      0.000 user       create
      0.000 operator 1 patch sites default/shop: 200
      0.000 operator 1 apply configmaps default/shop: server error
      0.000 operator 1 a reconcile of default/shop fails: configmaps "shop" is forbidden: User "system:serviceaccount:default:operator" cannot get resource "configmaps" in API group "" in the namespace "default"
      0.000 operator 1 apply configmaps default/shop: 201
  replay: VMGEN_PLAN='{"step":"create","faults":[{"name":"apply configmaps default/shop","occurrence":1,"fault":"server error"}]}'`,
  );
  const restricted = { ...explored([...NEEDED, 'get']), faults: ['server error'] } as const;
  assert.deepEqual((await explore(restricted)).violations.map(violationText), []);
});

test('a permission that the run without faults needs is named', async () => {
  const [missing, error] = [
    ['list', 'watch'],
    /step "create", no fault\n {2}a permission is missing: User "system:serviceaccount:default:operator" cannot patch resource "configmaps" in API group "" in the namespace "default"\n/,
  ] as const;
  await assert.rejects(explore(explored(missing)), error);
  await assert.rejects(exploreStates(explored(missing)), error);
});

test('roles need a server that can restrict its users', async () => {
  await using fake = createFakeTransport();
  const other = { ...fake, withRole: undefined };
  const message =
    'the option roles needs a server with withRole, such as the one of a fake clientset';
  assert.throws(() => permitted(other, '', () => {}), { message });
});

test('a refusal that is not a Status is passed on', async () => {
  await using fake = createFakeTransport();
  for (const text of ['refused by a proxy', 'null', '{"kind":"Status","message":7}']) {
    const restricted = { request: async () => responseOf({ status: 403, headers: {} }, text) };
    const problems: string[] = [];
    const report = (problem: string): void => void problems.push(problem);
    const transport = permitted({ ...fake, withRole: () => restricted }, '', report);
    const response = await transport.request({ method: 'GET', path: '/api' });
    assert.deepEqual([response.status, await response.text(), problems], [403, text, []]);
  }
});
