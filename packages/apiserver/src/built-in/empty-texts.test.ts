import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import { at, testServer } from '../testing/test-server.js';

// The expected answers are from kube-apiserver 1.37.2.
const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } };
const selector = { matchLabels: { a: 'b' } };
const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const job = { completions: 1, template };
const port = { port: 80 };
const target = { kind: 'Deployment', name: 'a', apiVersion: 'apps/v1' };
const policies = [{ type: 'Pods', value: 1, periodSeconds: 3 }];

const create = (group: string, resource: string, object: JsonObject) => {
  const prefix = group === 'v1' ? '/api/v1' : `/apis/${group}`;
  const path = `${prefix}/${resource}?dryRun=All`;
  return testServer().send('POST', path, { metadata: { name: 'a' }, ...object });
};

const matchConstraints = {
  resourceRules: [
    { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] },
  ],
};

const inDefault = (resource: string): string => `namespaces/default/${resource}`;

/** An empty text at a pointer of Go: not the same as an absent field. */
const EMPTY: readonly (readonly [string, string, string, JsonObject])[] = [
  ['completionMode', 'batch/v1', 'jobs', { spec: { ...job, completionMode: '' } }],
  ['podReplacementPolicy', 'batch/v1', 'jobs', { spec: { ...job, podReplacementPolicy: '' } }],
  ['ipFamilyPolicy', 'v1', 'services', { spec: { ports: [port], ipFamilyPolicy: '' } }],
  [
    'internalTrafficPolicy',
    'v1',
    'services',
    { spec: { ports: [port], internalTrafficPolicy: '' } },
  ],
  ['trafficDistribution', 'v1', 'services', { spec: { ports: [port], trafficDistribution: '' } }],
  ['volumeMode', 'v1', 'persistentvolumeclaims', { spec: { ...claim, volumeMode: '' } }],
  ['accessModes', 'v1', 'persistentvolumeclaims', { spec: { ...claim, accessModes: [''] } }],
  [
    'unhealthyPodEvictionPolicy',
    'policy/v1',
    'poddisruptionbudgets',
    { spec: { selector, minAvailable: 1, unhealthyPodEvictionPolicy: '' } },
  ],
  [
    'selectPolicy',
    'autoscaling/v2',
    'horizontalpodautoscalers',
    {
      spec: {
        maxReplicas: 2,
        scaleTargetRef: target,
        behavior: { scaleUp: { selectPolicy: '', policies } },
      },
    },
  ],
  [
    'policyTypes',
    'networking.k8s.io/v1',
    'networkpolicies',
    { spec: { podSelector: {}, policyTypes: [''] } },
  ],
  [
    'protocol',
    'networking.k8s.io/v1',
    'networkpolicies',
    { spec: { podSelector: {}, ingress: [{ ports: [{ ...port, protocol: '' }] }] } },
  ],
  [
    'protocol',
    'discovery.k8s.io/v1',
    'endpointslices',
    { addressType: 'IPv4', endpoints: [], ports: [{ ...port, protocol: '' }] },
  ],
];

for (const [field, group, resource, object] of EMPTY) {
  test(`refuses an empty ${field} of ${resource}, which is not an absent one`, async () => {
    const { status, body } = await create(group, inDefault(resource), object);
    assert.equal(status, 422);
    assert.match(String(at(body, 'message')), new RegExp(`${field}.*: Unsupported value: ""`));
  });
}

test('refuses an empty ingressClassName, volumeBindingMode, scope and reason', async () => {
  const spec = {
    ingressClassName: '',
    defaultBackend: { service: { name: 's', port: { number: 1 } } },
  };
  const parameters = { kind: 'K', name: 'n', scope: '' };
  for (const answer of [
    await create('networking.k8s.io/v1', inDefault('ingresses'), { spec }),
    await create('storage.k8s.io/v1', 'storageclasses', {
      provisioner: 'a.b/c',
      volumeBindingMode: '',
    }),
    await create('networking.k8s.io/v1', 'ingressclasses', {
      spec: { controller: 'a.b/c', parameters },
    }),
    await create('admissionregistration.k8s.io/v1', 'validatingadmissionpolicies', {
      spec: { matchConstraints, validations: [{ expression: 'true', reason: '' }] },
    }),
  ]) {
    assert.equal(answer.status, 422, answer.text);
    assert.equal((at(answer.body, 'details.causes') as unknown[]).length, 1, answer.text);
  }
});

test('requires the action, the operator and the values of a rule for failed pods', async () => {
  const rules = [{ onExitCodes: {} }];
  const spec = { ...job, podFailurePolicy: { rules } };
  const { body } = await create('batch/v1', inDefault('jobs'), { spec });
  const place = 'spec.podFailurePolicy.rules[0]';
  const message = String(at(body, 'message'));
  for (const expected of [
    `${place}.action: Required value: valid values: ["Count" "FailIndex" "FailJob" "Ignore"]`,
    `${place}.onExitCodes.operator: Required value: valid values: ["In" "NotIn"]`,
    `${place}.onExitCodes.values: Invalid value: null: at least one value is required`,
  ]) {
    assert.ok(message.includes(expected), message);
  }
});

test('validates the finalizers in the spec of a namespace, which would hold it forever', async () => {
  const withFinalizer = (name: string) =>
    create('v1', 'namespaces', { spec: { finalizers: [name] } });
  for (const name of ['kubernetes', 'orphan', 'a.b/c']) {
    assert.equal((await withFinalizer(name)).status, 201);
  }
  for (const name of ['x', 'a b/c', '']) assert.equal((await withFinalizer(name)).status, 422);
  assert.equal(
    at((await withFinalizer('x')).body, 'message'),
    'Namespace "a" is invalid: spec.finalizers: Invalid value: "x": name is neither a standard finalizer name nor is it fully qualified',
  );
});

test('validates the aggregation rule of a ClusterRole', async () => {
  const rbac = 'rbac.authorization.k8s.io/v1';
  const aggregated = (aggregationRule: JsonObject) =>
    create(rbac, 'clusterroles', { aggregationRule });
  const allowed = await aggregated({ clusterRoleSelectors: [{}, selector] });
  assert.equal(allowed.status, 201);
  const none = await aggregated({});
  assert.equal(none.status, 422);
  assert.match(
    String(at(none.body, 'message')),
    /aggregationRule\.clusterRoleSelectors: Required value: at least one clusterRoleSelector required/,
  );
  const wrong = await aggregated({ clusterRoleSelectors: [{ matchLabels: { a: 'b c' } }] });
  assert.equal(wrong.status, 422);
});
