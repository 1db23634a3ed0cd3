import { describe } from 'node:test';
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
