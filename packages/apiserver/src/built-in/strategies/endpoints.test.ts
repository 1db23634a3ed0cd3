import { describe } from 'node:test';
import { testStrategy } from './strategy-table.test.fixture.js';

// Recorded in testdata/exchanges/endpoints.yaml.
describe('the strategy of v1 Endpoints', () => {
  testStrategy({
    apiVersion: 'v1',
    kind: 'Endpoints',
    base: {
      subsets: [{ addresses: [{ ip: '10.1.0.1' }], ports: [{ port: 80 }] }],
    },
    defaults: { 'subsets.0.ports.0.protocol': 'TCP' },
    invalid: [
      [
        {
          subsets: [{ addresses: [{ ip: 'nonsense' }], ports: [{ port: 80 }] }],
        },
        'subsets[0].addresses[0].ip: Invalid value: "nonsense": must be a valid IP address',
        'subsets[0].addresses[0].ip: Invalid value: "nonsense": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      ],
      [
        {
          subsets: [{ addresses: [{ ip: '127.0.0.1' }], ports: [{ port: 80 }] }],
        },
        'subsets[0].addresses[0].ip: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
      ],
      [
        {
          subsets: [{ ports: [{ port: 80 }] }],
        },
        'subsets[0]: Required value: must specify `addresses` or `notReadyAddresses`',
      ],
      [
        {
          subsets: [{ addresses: [{ ip: '10.1.0.1' }], ports: [{ port: 0 }] }],
        },
        'subsets[0].ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive',
      ],
      [
        {
          subsets: [{ addresses: [{ ip: '10.1.0.1' }], ports: [{ port: 80 }, { port: 81 }] }],
        },
        'subsets[0].ports[0].name: Required value',
        'subsets[0].ports[1].name: Required value',
      ],
    ],
  });
});
