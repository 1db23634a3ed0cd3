import { describe } from 'node:test';
import { testStrategy } from './strategy-table.test.fixture.js';

// Recorded in testdata/exchanges/endpoint-slice.yaml.
describe('the strategy of discovery.k8s.io/v1 EndpointSlice', () => {
  testStrategy({
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    base: { addressType: 'IPv4', endpoints: [{ addresses: ['10.1.0.1'] }], ports: [{ port: 80 }] },
    defaults: { 'endpoints.0.conditions': {}, 'ports.0.name': '', 'ports.0.protocol': 'TCP' },
    invalid: [
      [{ addressType: null }, 'addressType: Required value'],
      [
        { addressType: 'Other' },
        'addressType: Unsupported value: "Other": supported values: "FQDN", "IPv4", "IPv6"',
      ],
      [{ endpoints: [{ addresses: [] }] }, 'endpoints[0].addresses: Required value'],
      [
        {
          endpoints: [{ addresses: ['nonsense'] }],
        },
        'endpoints[0].addresses[0]: Invalid value: "nonsense": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      ],
      [{ ports: [{ name: '', port: 80 }, { port: 81 }] }, 'ports[1].name: Duplicate value: ""'],
    ],
    invalidUpdates: [
      [{ addressType: 'IPv6' }, 'addressType: Invalid value: null: field is immutable'],
    ],
  });
});
