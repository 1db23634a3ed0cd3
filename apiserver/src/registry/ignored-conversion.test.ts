import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogger } from '@vmgen/runtime';
import type { JsonObject } from '@vmgen/base/json';
import {
  at,
  machine,
  machineDefinition,
  machinesPath,
  mergePatch,
  testServer,
} from '../testing/test-server.js';

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
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  await send('POST', path, convertedDefinition());
  const labels = { metadata: { labels: { a: 'b' } } };
  await send('PATCH', `${path}/gadgets.test.tw`, labels, mergePatch);
  const shown = lines.map((line) => JSON.parse(line) as JsonObject);
  assert.deepEqual(
    shown.map((line) => [at(line, 'msg'), at(line, 'name')]),
    [['the conversion webhook has no effect: this server does not call it', 'gadgets.test.tw']],
  );
});
