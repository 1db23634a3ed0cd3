import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testServer } from '../../testing/test-server.js';
import { testStrategy } from './strategy-table.test.fixture.js';

// Recorded in testdata/exchanges/node.yaml.
describe('the strategy of v1 Node', () => {
  testStrategy({
    apiVersion: 'v1',
    kind: 'Node',
    base: { metadata: { labels: { test: 'node' } } },
    defaults: {
      spec: { taints: [{ effect: 'NoSchedule', key: 'node.kubernetes.io/not-ready' }] },
      status: {
        daemonEndpoints: { kubeletEndpoint: { Port: 0 } },
        nodeInfo: {
          architecture: '',
          bootID: '',
          containerRuntimeVersion: '',
          kernelVersion: '',
          kubeProxyVersion: '',
          kubeletVersion: '',
          machineID: '',
          operatingSystem: '',
          osImage: '',
          systemUUID: '',
        },
      },
    },
  });
});

test('selects nodes by fields that are absent, and rejects another providerID', async () => {
  const { send } = testServer();
  const spec = { providerID: 'a://b' };
  await send('POST', '/api/v1/nodes', { metadata: { name: 'a' }, spec });
  const { body } = await send('GET', '/api/v1/nodes?fieldSelector=spec.unschedulable=false');
  assert.equal((body['items'] as unknown[]).length, 1);
  const changed = { metadata: { name: 'a' }, spec: { providerID: 'a://c' } };
  const { status, text } = await send('PUT', '/api/v1/nodes/a', changed);
  assert.equal(status, 422);
  assert.match(text, /spec\.providerID: Invalid value: null: field cannot be modified once set/);
});
