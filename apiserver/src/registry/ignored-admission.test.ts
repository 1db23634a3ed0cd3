import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createLogger } from '@vmgen/runtime';
import type { JsonObject } from '@vmgen/base/json';
import {
  applyPatch,
  at,
  machine,
  machineDefinition,
  machinesPath,
  mergePatch,
  testServer,
  type Send,
} from '../testing/test-server.js';

const admission = '/apis/admissionregistration.k8s.io/v1';
const configMaps = '/api/v1/namespaces/default/configmaps';
const configMap = (name: string, labels: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, labels },
});

const anyRule: JsonObject = {
  operations: ['*'],
  apiGroups: ['*'],
  apiVersions: ['*'],
  resources: ['*'],
};

function webhooks(kind: 'Validating' | 'Mutating', webhook: JsonObject): JsonObject {
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: `${kind}WebhookConfiguration`,
    metadata: { name: 'hooks' },
    webhooks: [
      {
        name: 'hook.test.tw',
        clientConfig: { url: 'https://hook.test.tw/' },
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        rules: [anyRule],
        ...webhook,
      },
    ],
  };
}

async function configured(webhook: JsonObject): Promise<Send> {
  const { send } = testServer();
  const path = `${admission}/validatingwebhookconfigurations`;
  const answer = await send('POST', path, webhooks('Validating', webhook));
  assert.equal(answer.status, 201, answer.text);
  return send;
}

const WARNING =
  '299 - "webhook \\"hook.test.tw\\" of ValidatingWebhookConfiguration \\"hooks\\" was not called: this server does not call admission webhooks"';

function rule(part: JsonObject): JsonObject {
  return { rules: [{ ...anyRule, ...part }] };
}

const labelled = (value: string): JsonObject => ({ matchLabels: { test: value } });
const named = (name: string): JsonObject => ({
  matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values: [name] }],
});

describe('an admission webhook', () => {
  test('that would receive a write is reported in a warning, for all verbs', async () => {
    const send = await configured({});
    const path = `${configMaps}/c`;
    const answers = [
      await send('POST', configMaps, configMap('c')),
      await send('PUT', path, configMap('c')),
      await send('PATCH', path, { data: { a: 'b' } }, mergePatch),
      await send('PATCH', `${path}?fieldManager=m&force=true`, configMap('c'), applyPatch),
      await send('POST', configMaps, { ...configMap('c'), data: { a: 1 } }),
      await send('DELETE', path),
      await send('POST', machinesPath, machine('m')),
      await send('DELETE', machinesPath),
    ];
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers['warning']]),
      // The body of the fifth request is invalid, so no webhook of a cluster would be called.
      [201, 200, 200, 200, 400, 200, 201, 200].map((status) => [
        status,
        status === 400 ? undefined : WARNING,
      ]),
    );
  });

  test('is reported if the write is rejected, because it might have changed the object', async () => {
    const send = await configured({});
    const answer = await send('POST', machinesPath, machine('m', { image: '' }));
    assert.deepEqual([answer.status, answer.headers['warning']], [422, WARNING]);
  });

  test('does not receive reads and configurations', async () => {
    const send = await configured({});
    const path = `${admission}/validatingwebhookconfigurations/hooks`;
    for (const answer of [
      await send('GET', configMaps),
      await send('PATCH', path, { metadata: { labels: { a: 'b' } } }, mergePatch),
      await send('DELETE', path),
      await send('POST', configMaps, configMap('c')),
    ]) {
      assert.equal(answer.headers['warning'], undefined);
    }
  });

  const cases: readonly { what: string; webhook: JsonObject; sees: boolean }[] = [
    { what: 'other operations', webhook: rule({ operations: ['DELETE'] }), sees: false },
    { what: 'the operation of the request', webhook: rule({ operations: ['CREATE'] }), sees: true },
    { what: 'other groups', webhook: rule({ apiGroups: ['apps'] }), sees: false },
    { what: 'the core group', webhook: rule({ apiGroups: [''] }), sees: true },
    { what: 'other versions', webhook: rule({ apiVersions: ['v2'] }), sees: false },
    { what: 'other resources', webhook: rule({ resources: ['secrets'] }), sees: false },
    { what: 'subresources', webhook: rule({ resources: ['configmaps/status'] }), sees: false },
    {
      what: 'a resource and all its subresources',
      webhook: rule({ resources: ['configmaps/*'] }),
      sees: true,
    },
    { what: 'cluster-scoped objects', webhook: rule({ scope: 'Cluster' }), sees: false },
    { what: 'namespaced objects', webhook: rule({ scope: 'Namespaced' }), sees: true },
    { what: 'other labels', webhook: { objectSelector: labelled('b') }, sees: false },
    { what: 'the labels of the object', webhook: { objectSelector: labelled('a') }, sees: true },
    { what: 'other namespaces', webhook: { namespaceSelector: named('other') }, sees: false },
    {
      what: 'the namespace of the object',
      webhook: { namespaceSelector: named('default') },
      sees: true,
    },
  ];
  for (const { what, webhook, sees } of cases) {
    test(`that selects ${what} ${sees ? 'is' : 'is not'} reported in a warning`, async () => {
      const send = await configured(webhook);
      const answer = await send('POST', configMaps, configMap('c', { test: 'a' }));
      assert.equal(answer.headers['warning'], sees ? WARNING : undefined);
    });
  }

  test('receives a Namespace as a cluster-scoped object with its own labels', async () => {
    const namespace = (name: string): JsonObject => ({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name, labels: { test: name } },
    });
    const send = await configured({
      rules: [{ ...anyRule, scope: 'Cluster' }],
      namespaceSelector: labelled('a'),
    });
    const [a, b] = [
      await send('POST', '/api/v1/namespaces', namespace('a')),
      await send('POST', '/api/v1/namespaces', namespace('b')),
    ];
    assert.deepEqual([a.headers['warning'], b.headers['warning']], [WARNING, undefined]);
  });
});

function convertedDefinition(): JsonObject {
  const [version] = machineDefinition.spec.versions;
  assert.ok(version !== undefined);
  const definition: unknown = {
    ...machineDefinition,
    metadata: { name: 'gadgets.test.tw' },
    spec: {
      ...machineDefinition.spec,
      names: { plural: 'gadgets', kind: 'Gadget' },
      conversion: {
        strategy: 'Webhook',
        webhook: {
          conversionReviewVersions: ['v1'],
          clientConfig: { url: 'https://convert.test.tw/' },
        },
      },
      versions: [version, { ...version, name: 'v2', storage: false }],
    },
  };
  return JSON.parse(JSON.stringify(definition)) as JsonObject;
}

test('warns about a write in a version that a webhook would convert', async () => {
  const { send } = testServer();
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const defined = await send('POST', definitions, convertedDefinition());
  assert.equal(defined.status, 201, defined.text);
  const gadget = (version: string, name: string): JsonObject => ({
    ...machine(name),
    apiVersion: `test.tw/${version}`,
    kind: 'Gadget',
  });
  const gadgets = (version: string): string =>
    machinesPath.replace('v1/', `${version}/`).replace('machines', 'gadgets');
  const stored = await send('POST', gadgets('v1'), gadget('v1', 'a'));
  assert.deepEqual([stored.status, stored.headers['warning']], [201, undefined]);
  const converted = await send('POST', gadgets('v2'), gadget('v2', 'b'));
  assert.deepEqual(
    [converted.status, converted.headers['warning']],
    [
      201,
      '299 - "the conversion webhook of test.tw/v2 Gadget was not called: this server changes only the apiVersion"',
    ],
  );
  assert.equal((await send('GET', gadgets('v2'))).headers['warning'], undefined);
});

test('logs each configuration without effect once', async () => {
  const lines: string[] = [];
  const logger = createLogger({ write: (line) => lines.push(line), format: 'json' });
  const { send } = testServer({ logger });
  const path = `${admission}/mutatingwebhookconfigurations`;
  await send('POST', path, webhooks('Mutating', {}));
  await send('PATCH', `${path}/hooks`, { metadata: { labels: { a: 'b' } } }, mergePatch);
  await send(
    'POST',
    '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
    convertedDefinition(),
  );
  const shown = lines.map((line) => JSON.parse(line) as JsonObject);
  assert.deepEqual(
    shown.map((line) => [at(line, 'msg'), at(line, 'name')]),
    [
      [
        'MutatingWebhookConfiguration has no effect: this server does not call admission webhooks',
        'hooks',
      ],
      [
        'conversion webhook of CustomResourceDefinition has no effect: this server does not call it',
        'gadgets.test.tw',
      ],
    ],
  );
});
