import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyPatch, at, mergePatch, testServer, type Send } from '../testing/test-server.js';

const v1 = '/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers';
const v2 = '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers';
const scaleTargetRef = { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' };
const cpu = {
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } },
};

describe('a HorizontalPodAutoscaler in two versions', () => {
  test('has its CPU target in both', async () => {
    const { send } = testServer();
    const spec = { maxReplicas: 3, scaleTargetRef, targetCPUUtilizationPercentage: 70 };
    const created = await send('POST', v1, { metadata: { name: 'a' }, spec });
    assert.equal(created.status, 201, created.text);
    assert.equal(at(created.body, 'spec.targetCPUUtilizationPercentage'), 70);
    const { body } = await send('GET', `${v2}/a`);
    assert.equal(at(body, 'apiVersion'), 'autoscaling/v2');
    assert.deepEqual(at(body, 'spec.metrics'), [cpu]);
  });

  test('retains v2 fields during an update in v1', async () => {
    const { send } = testServer();
    const external = {
      type: 'External',
      external: { metric: { name: 'queue' }, target: { type: 'AverageValue', averageValue: '30' } },
    };
    const behavior = { scaleDown: { stabilizationWindowSeconds: 60 } };
    const spec = { maxReplicas: 3, scaleTargetRef, metrics: [external, cpu], behavior };
    const created = await send('POST', v2, { metadata: { name: 'a' }, spec });
    assert.equal(created.status, 201, created.text);
    const shown = await send('GET', `${v1}/a`);
    const annotations = at(shown.body, 'metadata.annotations') as Record<string, string>;
    assert.deepEqual(JSON.parse(annotations['autoscaling.alpha.kubernetes.io/metrics'] ?? ''), [
      { type: 'External', external: { metricName: 'queue', targetAverageValue: '30' } },
    ]);
    await send('PATCH', `${v1}/a`, { spec: { maxReplicas: 5 } }, mergePatch);
    const { body } = await send('GET', `${v2}/a`);
    assert.equal(at(body, 'spec.maxReplicas'), 5);
    assert.deepEqual(at(body, 'spec.metrics'), at(created.body, 'spec.metrics'));
    assert.deepEqual(at(body, 'spec.behavior'), at(created.body, 'spec.behavior'));
    assert.equal(at(body, 'metadata.annotations'), undefined);
  });
});

describe('a PodCertificateRequest in two versions', () => {
  const path = (version: string): string =>
    `/apis/certificates.k8s.io/${version}/namespaces/default/podcertificaterequests`;
  const spec = {
    maxExpirationSeconds: 86_400,
    nodeName: 'n',
    nodeUID: 'nu',
    podName: 'p',
    podUID: 'pu',
    serviceAccountName: 's',
    serviceAccountUID: 'su',
    signerName: 'example.com/signer',
    stubPKCS10Request: 'Yw==',
  };

  test('has the key and its proof only in v1beta1', async () => {
    const { send } = testServer({ runtimeConfig: { 'api/beta': true } });
    const { stubPKCS10Request: _, ...withoutRequest } = spec;
    const key = { pkixPublicKey: 'YQ==', proofOfPossession: 'Yg==' };
    const created = await send('POST', path('v1beta1'), {
      metadata: { name: 'a' },
      spec: { ...withoutRequest, ...key },
    });
    assert.equal(created.status, 201, created.text);
    const { body } = await send('GET', `${path('v1')}/a`);
    assert.equal(at(body, 'apiVersion'), 'certificates.k8s.io/v1');
    assert.equal(at(body, 'spec.signerName'), 'example.com/signer');
    assert.equal(at(body, 'spec.pkixPublicKey'), undefined);
    assert.equal(at(body, 'spec.proofOfPossession'), undefined);
  });

  test('is served in v1 without beta versions', async () => {
    const { send } = testServer();
    const request = { metadata: { name: 'a' }, spec };
    const created = await send('POST', path('v1'), request);
    assert.equal(created.status, 201, created.text);
    assert.equal(at(created.body, 'apiVersion'), 'certificates.k8s.io/v1');
  });
});

describe('versions that are disabled by default', () => {
  const slices = '/apis/resource.k8s.io/v1beta2/resourceslices';

  test('are served only if they are enabled', async () => {
    const bare = testServer();
    assert.equal((await bare.send('GET', slices)).status, 404);
    const beta = testServer({ runtimeConfig: { 'api/beta': true } });
    assert.equal((await beta.send('GET', slices)).status, 200);
    const without = testServer({
      runtimeConfig: { 'api/all': true, 'resource.k8s.io/v1beta2': false },
    });
    assert.equal((await without.send('GET', slices)).status, 404);
  });

  test('share their objects with the storage version', async () => {
    const { send } = testServer({ runtimeConfig: { 'api/beta': true } });
    const spec = { resource: { group: 'apps', resource: 'deployments' } };
    const path = '/apis/storagemigration.k8s.io';
    const created = await send('POST', `${path}/v1beta1/storageversionmigrations`, {
      metadata: { name: 'a' },
      spec,
    });
    assert.equal(created.status, 201, created.text);
    const { body } = await send('GET', `${path}/v1/storageversionmigrations/a`);
    assert.equal(at(body, 'apiVersion'), 'storagemigration.k8s.io/v1');
    assert.deepEqual(at(body, 'spec'), spec);
  });

  test('are not served if their objects cannot be converted', async () => {
    const { send } = testServer({ runtimeConfig: { 'api/all': true } });
    const claims = (version: string) =>
      send('GET', `/apis/resource.k8s.io/${version}/namespaces/default/resourceclaims`);
    assert.equal((await claims('v1beta1')).status, 404);
    assert.equal((await claims('v1beta2')).status, 200);
  });
});

// The warnings of kube-apiserver 1.37.2 with --runtime-config=api/all=true.
test('warns in every response of a deprecated version, also of a watch', async () => {
  const { send, server } = testServer({ runtimeConfig: { 'api/all': true } });
  const warningOf = async (...[method, path, body]: Parameters<Send>) => {
    const { status, headers } = await send(method, path, body);
    return [status, headers['warning']];
  };
  const statuses = '299 - "v1 ComponentStatus is deprecated in v1.19+"';
  assert.deepEqual(await warningOf('GET', '/api/v1/componentstatuses'), [200, statuses]);
  const migrations = '/apis/storagemigration.k8s.io/v1beta1/storageversionmigrations';
  const replaced =
    '299 - "storagemigration.k8s.io/v1beta1 StorageVersionMigration is deprecated in v1.37+, unavailable in v1.40+; use storagemigration.k8s.io/v1 StorageVersionMigration"';
  const migration = {
    metadata: { name: 'a' },
    spec: { resource: { group: 'apps', resource: 'deployments' } },
  };
  assert.deepEqual(await warningOf('POST', migrations, migration), [201, replaced]);
  assert.deepEqual(await warningOf('GET', `${migrations}/a/status`), [200, replaced]);
  assert.deepEqual(await warningOf('GET', `${migrations}/b`), [404, replaced]);
  const watch = new AbortController();
  const path = `${migrations}?watch=true`;
  const watched = await server.handle({ method: 'GET', path, signal: watch.signal });
  assert.equal(watched.headers['warning'], replaced);
  watch.abort();
  assert.deepEqual(await warningOf('GET', '/apis/resource.k8s.io/v1alpha3/devicetaintrules'), [
    200,
    '299 - "resource.k8s.io/v1alpha3 DeviceTaintRule is deprecated in v1.36+, unavailable in v1.39+"',
  ]);
  assert.deepEqual(await warningOf('GET', '/apis/resource.k8s.io/v1/deviceclasses'), [
    200,
    undefined,
  ]);
});

test('applies, owns and patches a recursive type at every depth', async () => {
  const { send } = testServer({ runtimeConfig: { 'api/all': true } });
  const path = '/apis/scheduling.k8s.io/v1beta1/namespaces/default/workloads/a';
  const pods = { name: 'pods', schedulingPolicy: { gang: { minCount: 2 } } };
  const inner = { name: 'inner', schedulingPolicy: { gang: { minGroupCount: 1 } } };
  const spec = {
    compositePodGroupTemplates: [
      {
        name: 'outer',
        schedulingPolicy: { gang: { minGroupCount: 1 } },
        compositePodGroupTemplates: [{ ...inner, podGroupTemplates: [pods] }],
      },
    ],
  };
  const object = { apiVersion: 'scheduling.k8s.io/v1beta1', kind: 'Workload', spec };
  const body = { ...object, metadata: { name: 'a', namespace: 'default' } };
  const applied = await send('PATCH', `${path}?fieldManager=m`, body, applyPatch);
  assert.equal(applied.status, 201, applied.text);
  const template = ['f:compositePodGroupTemplates', 'k:{"name":"outer"}'];
  const below = ['f:compositePodGroupTemplates', 'k:{"name":"inner"}', 'f:podGroupTemplates'];
  let fields = at(applied.body, 'metadata.managedFields.0.fieldsV1.f:spec');
  for (const key of [...template, ...below]) fields = (fields as Record<string, unknown>)[key];
  assert.deepEqual(Object.keys(fields as object), ['k:{"name":"pods"}']);
});
