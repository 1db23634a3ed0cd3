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
    invalid: [
      [
        { spec: { podCIDR: 'nonsense' } },
        'spec.podCIDRs[0]: Invalid value: "nonsense": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
      ],
      [
        {
          spec: { taints: [{ key: 'a' }] },
        },
        'metadata.taints[0].effect: Required value',
      ],
      [
        {
          spec: { taints: [{ key: 'a', effect: 'Other' }] },
        },
        'metadata.taints[0].effect: Unsupported value: "Other": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
      ],
      [
        {
          spec: {
            taints: [
              { key: 'a', effect: 'NoSchedule' },
              { key: 'a', effect: 'NoSchedule' },
            ],
          },
        },
        'metadata.taints[1]: Duplicate value: {"Key":"a","Value":"","Effect":"NoSchedule","TimeAdded":null}: taints must be unique by key and effect pair',
      ],
    ],
  });
});
